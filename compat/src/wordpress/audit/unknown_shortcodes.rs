//! Bracketed words that look like shortcodes of software that nobody here stands for.
//!
//! WordPress prints such a text as it stands, so that nothing in a database says whether `[x]` is a shortcode. It counts as
//! one with at least one of these signs: attributes, a closing tag, an underscore or hyphen inside the name, a line of its
//! own. Brackets inside of scripts, style sheets and comments are no shortcodes.

use std::collections::HashSet;
use std::ops::Range;

/// The names of unknown shortcodes, as often as they stand in the text.
pub fn unknown_shortcodes(text: &str, is_known: impl Fn(&str) -> bool) -> Vec<&str> {
    let bytes = text.as_bytes();
    if memchr::memchr(b'[', bytes).is_none() {
        return Vec::new();
    }
    let raw = raw_regions(text);
    let closing = closing_tags(text);
    let mut found = Vec::new();
    let (mut at, mut region) = (0, 0);
    while let Some(next) = memchr::memchr(b'[', bytes.get(at..).unwrap_or_default()) {
        let start = at + next;
        at = start + 1;
        while raw.get(region).is_some_and(|r| r.end <= start) {
            region += 1;
        }
        if let Some(inside) = raw.get(region).filter(|r| r.contains(&start)) {
            at = inside.end;
            continue;
        }
        let name = name_at(text, start + 1);
        let begins = name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
        if !begins || name.len() < 2 || is_known(name) || is_escaped(bytes, start) {
            continue;
        }
        let behind = start + 1 + name.len();
        let Some(end) = closing_bracket(bytes, behind) else {
            continue;
        };
        let attributes = text.get(behind..end).unwrap_or_default();
        if is_shortcode(text, name, attributes, start..end + 1, &closing) {
            found.push(name);
        }
    }
    found
}

/// Bytes between a name and its closing bracket, at most.
const LONGEST: usize = 20_000;

/// The bracket that ends an opening tag; none where another one opens before.
fn closing_bracket(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..bytes.len().min(from.saturating_add(LONGEST)))?;
    let at = memchr::memchr2(b'[', b']', rest)?;
    (rest.get(at) == Some(&b']')).then_some(from + at)
}

/// Whether there is a sign that a bracketed word is a shortcode.
fn is_shortcode(
    text: &str,
    name: &str,
    attributes: &str,
    whole: Range<usize>,
    closing: &HashSet<&str>,
) -> bool {
    let given = attributes.trim_end_matches('/').trim();
    if !given.is_empty() {
        return attributes.starts_with(char::is_whitespace) && has_attribute(given);
    }
    let inner = name.trim_matches(['_', '-']);
    let has_mark = inner.contains(['_', '-']);
    has_mark || closing.contains(name) || stands_alone(text, whole)
}

/// `name="…"`, `name='…'`, `name=…`.
fn has_attribute(text: &str) -> bool {
    text.match_indices('=').any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        before.bytes().next_back().is_some_and(is_name)
    })
}

/// Whether nothing else stands on the line, tags aside.
fn stands_alone(text: &str, whole: Range<usize>) -> bool {
    let before = text.get(..whole.start).unwrap_or_default();
    let after = text.get(whole.end..).unwrap_or_default();
    let before = before.rsplit(['\n', '>']).next().unwrap_or_default();
    let after = after.split(['\n', '<']).next().unwrap_or_default();
    before.trim().is_empty() && after.trim().is_empty()
}

/// `[[x]]`, and brackets behind a word as in programs (`list[at]`).
fn is_escaped(bytes: &[u8], start: usize) -> bool {
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    before
        .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'[' | b'_' | b')' | b'-' | b'!'))
}

fn name_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    let length = rest.bytes().position(|b| !is_name(b));
    rest.get(..length.unwrap_or(rest.len())).unwrap_or_default()
}

/// Names of all closing tags.
fn closing_tags(text: &str) -> HashSet<&str> {
    let found = memchr::memmem::find_iter(text.as_bytes(), b"[/");
    let names = found.filter_map(|at| {
        let name = name_at(text, at + 2);
        let is_closed = text.as_bytes().get(at + 2 + name.len()) == Some(&b']');
        (is_closed && !name.is_empty()).then_some(name)
    });
    names.collect()
}

/// Scripts, style sheets, comments and CDATA, in order.
fn raw_regions(text: &str) -> Vec<Range<usize>> {
    const RAW: [(&[u8], &[u8]); 4] = [
        (b"<script", b"</script"),
        (b"<style", b"</style"),
        (b"<!--", b"-->"),
        (b"<![CDATA[", b"]]>"),
    ];
    let bytes = text.as_bytes();
    let mut regions: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'<', bytes.get(at..).unwrap_or_default()) {
        let start = at + next;
        at = start + 1;
        let rest = bytes.get(start..).unwrap_or_default();
        let begins = |mark: &[u8]| {
            rest.get(..mark.len())
                .is_some_and(|r| r.eq_ignore_ascii_case(mark))
        };
        let Some((open, close)) = RAW.iter().find(|(open, _)| begins(open)) else {
            continue;
        };
        let inner = rest.get(open.len()..).unwrap_or_default();
        let end =
            memchr::memmem::find(inner, close).map_or(bytes.len(), |n| start + open.len() + n);
        regions.push(start..end);
        at = end.max(at);
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<&str> {
        unknown_shortcodes(text, |name| name == "gallery")
    }

    #[test]
    fn a_shortcode_needs_a_sign() {
        for (text, expected) in [
            ("[gallery ids=\"1\"]", &[][..]),
            ("see [note] and [1] and [2024]", &[]),
            ("[booking id=\"3\"]", &["booking"]),
            ("a [my_form] b [x-y /]", &["my_form", "x-y"]),
            ("say [hidden]this[/hidden] aloud", &["hidden"]),
            ("<p>[calendar]</p>\n[[calendar]]", &["calendar"]),
            ("<script>a = b['x_y']; [c_d]</script>[e_f]", &["e_f"]),
            ("<!--[if lt_ie 9]>x<![endif]-->", &[]),
            ("list[at_x] [a b c] [see this = that", &[]),
            ("[outer a=1][inner b='2']", &["outer", "inner"]),
            ("[broken a=\"1\" [fine_one]", &["fine_one"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[a-z<>!/\\[\\]= \"_ñ-]{0,200}") {
            let _ = found(&text);
        }
    }
}
