//! Reads attributes out of one tag, in the two ways in which WordPress does: by searching the text, and by HTML's
//! own rules.

use std::ops::Range;

/// The value of the first `{name}="..."` that is not empty. `name` may begin in the middle of another name.
pub(crate) fn double_quoted<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    values(tag, name).find_map(|rest| {
        let (value, _) = rest.strip_prefix('"')?.split_once('"')?;
        (!value.is_empty()).then_some(value)
    })
}

/// The value of the first `{name}="..."` that consists of digits.
pub(crate) fn double_quoted_digits<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    values(tag, name).find_map(|rest| {
        let rest = rest.strip_prefix('"')?;
        let len = rest.bytes().position(|b| !b.is_ascii_digit())?;
        let closes = len > 0 && rest.as_bytes().get(len) == Some(&b'"');
        rest.get(..len).filter(|_| closes)
    })
}

/// The value of the first ` {name}='...'`, in either quotes, whose bytes are all `allowed`.
pub(crate) fn quoted<'t>(tag: &'t str, name: &str, allowed: fn(u8) -> bool) -> Option<&'t str> {
    values(tag, name).find_map(|rest| {
        let rest = rest.strip_prefix(['"', '\''])?;
        let len = rest.bytes().position(|b| !allowed(b))?;
        let closes = matches!(rest.as_bytes().get(len), Some(b'"' | b'\''));
        rest.get(..len).filter(|value| closes && !value.is_empty())
    })
}

/// What follows each `{name}=`.
fn values<'t>(tag: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let mut rest = tag;
    std::iter::from_fn(move || {
        loop {
            let at = rest.find(name)?;
            rest = rest.get(at + name.len()..)?;
            if let Some(value) = rest.strip_prefix('=') {
                return Some(value);
            }
        }
    })
}

/// One attribute by HTML's rules.
pub(crate) struct Attribute<'t> {
    /// The name as written.
    pub(crate) name: &'t str,
    /// The value as written, without quotes; `None` for a bare name.
    pub(crate) value: Option<&'t str>,
    /// The whole attribute in the tag.
    pub(crate) span: Range<usize>,
}

/// The attributes of `tag` (from `<` to `>`), or `None` if the tag does not end properly.
pub(crate) fn attributes(tag: &str) -> Option<Vec<Attribute<'_>>> {
    let space = |b: u8| matches!(b, b' ' | b'\t' | b'\x0c' | b'\r' | b'\n');
    let bytes = tag.as_bytes();
    let run = |from: usize, wanted: &dyn Fn(u8) -> bool| {
        let rest = bytes.get(from..)?;
        Some(from + rest.iter().position(|&b| !wanted(b))?)
    };
    let mut at = run(1, &|b| !space(b) && b != b'/' && b != b'>')?;
    let mut out = Vec::new();
    loop {
        let start = run(at, &|b| space(b) || b == b'/')?;
        if bytes.get(start) == Some(&b'>') {
            return Some(out);
        }
        // An equals sign at the start belongs to the name.
        let end = run(start + 1, &|b| {
            !space(b) && !matches!(b, b'=' | b'/' | b'>')
        })?;
        let name = tag.get(start..end)?;
        let equals = run(end, &space)?;
        if bytes.get(equals) != Some(&b'=') {
            out.push(Attribute {
                name,
                value: None,
                span: start..end,
            });
            at = end;
            continue;
        }
        let value = run(equals + 1, &space)?;
        let (value, end) = match *bytes.get(value)? {
            quote @ (b'"' | b'\'') => {
                let close = run(value + 1, &|b| b != quote)?;
                (value + 1..close, close + 1)
            }
            _ => {
                let end = run(value, &|b| !space(b) && b != b'>')?;
                (value..end, end)
            }
        };
        out.push(Attribute {
            name,
            value: tag.get(value),
            span: start..end,
        });
        at = end;
    }
}

/// The first attribute of that name.
pub(crate) fn find<'a, 't>(
    attributes: &'a [Attribute<'t>],
    name: &str,
) -> Option<&'a Attribute<'t>> {
    attributes
        .iter()
        .find(|a| a.name.eq_ignore_ascii_case(name))
}
