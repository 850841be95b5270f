//! Shortcodes inside HTML tags: each attribute is expanded on its own and cleaned; brackets that are no
//! shortcode are hidden from the run over the text.
//!
//! Contract "wordpress-core" section 8.4: limited form in attribute values, never in comments.

use std::borrow::Cow;
use std::ops::Range;

use super::attribute_kses::wp_kses_one_attr;
use super::atts::{is_space, skip_space};
use super::entities::replace_entities;
use crate::wordpress::formatting::html_split::next_delimiter;

/// Expands the shortcodes inside the tags of `content` with `replace`, which answers the new text and how many
/// shortcodes it replaced. All brackets that stay inside tags become `&#91;` and `&#93;`.
pub(super) fn do_shortcodes_in_html_tags<'a>(
    content: &'a str,
    ignore_html: bool,
    mut replace: impl for<'t> FnMut(&'t str) -> (Cow<'t, str>, usize),
) -> Cow<'a, str> {
    // Entities that the text holds by itself are respelled, so that they are not taken for hidden brackets.
    let content = replace_entities(content, |entity| match entity {
        "&#91;" => Some("&#091;"),
        "&#93;" => Some("&#093;"),
        _ => None,
    });
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(range) = next_delimiter(content.as_bytes(), at, true) {
        at = range.end;
        let element = content.get(range.clone()).unwrap_or_default();
        if memchr::memchr2(b'[', b']', element.as_bytes()).is_none() {
            continue;
        }
        out.push_str(content.get(copied..range.start).unwrap_or_default());
        copied = range.end;
        hide_brackets(&expand(element, ignore_html, &mut replace), &mut out);
    }
    if copied == 0 {
        return content;
    }
    out.push_str(content.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

fn hide_brackets(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['[', ']']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        out.push_str(if behind.starts_with('[') {
            "&#91;"
        } else {
            "&#93;"
        });
        rest = behind.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// One element (from `<` to `>`) with the shortcodes of its attributes expanded.
fn expand<'t>(
    element: &'t str,
    ignore_html: bool,
    replace: &mut impl for<'r> FnMut(&'r str) -> (Cow<'r, str>, usize),
) -> Cow<'t, str> {
    let both = element.contains('[') && element.contains(']');
    let comment = element.starts_with("<!--") || element.starts_with("<![CDATA[");
    if !both || ignore_html || comment {
        return Cow::Borrowed(element);
    }
    let Some(parts) = attr_parse(element) else {
        // Text such as `[name] <[email]>` is no tag.
        return if begins_with_shortcode(element) {
            replace(element).0
        } else {
            Cow::Borrowed(element)
        };
    };
    let front = element.get(..parts.attributes.first().map_or(parts.back, |a| a.start));
    let front = front.unwrap_or_default();
    let name_end = |c: char| !c.is_ascii_alphanumeric();
    let name = front.trim_start_matches(name_end);
    let name = name.split(name_end).next().unwrap_or_default();
    let mut out = front.to_owned();
    for attr in parts.attributes {
        let attr = element.get(attr).unwrap_or_default();
        out.push_str(&attribute(attr, name, replace));
    }
    out.push_str(element.get(parts.back..).unwrap_or_default());
    Cow::Owned(out)
}

fn attribute<'t>(
    attr: &'t str,
    element: &str,
    replace: &mut impl for<'r> FnMut(&'r str) -> (Cow<'r, str>, usize),
) -> Cow<'t, str> {
    let (Some(open), true) = (attr.find('['), attr.contains(']')) else {
        return Cow::Borrowed(attr);
    };
    if attr.find(['"', '\'']).is_none_or(|quote| open < quote) {
        // A shortcode in the place of a name, or an unquoted value: only unfiltered HTML of an administrator.
        return replace(attr).0;
    }
    let (new, count) = replace(attr);
    if count == 0 {
        return Cow::Borrowed(attr);
    }
    let new = wp_kses_one_attr(&new, element);
    if new
        .trim_matches([' ', '\t', '\n', '\r', '\0', '\x0b'])
        .is_empty()
    {
        return Cow::Borrowed(attr);
    }
    Cow::Owned(new)
}

/// `<`, white space, `[` or `[[`, something without brackets, `]`.
fn begins_with_shortcode(element: &str) -> bool {
    let bytes = element.as_bytes();
    let Some(at) = skip_space(bytes, 1) else {
        return false;
    };
    let rest = element.get(at..).unwrap_or_default();
    let Some(rest) = rest.strip_prefix('[') else {
        return false;
    };
    let rest = rest.strip_prefix('[').unwrap_or(rest);
    matches!(rest.find(['[', ']']), Some(end) if end > 0 && rest.as_bytes().get(end) == Some(&b']'))
}

struct Parts {
    attributes: Vec<Range<usize>>,
    /// Where the attributes end: an optional slash and `>` follow.
    back: usize,
}

/// Takes an opening tag apart; `None` for what is no well-formed opening tag.
fn attr_parse(element: &str) -> Option<Parts> {
    let bytes = element.as_bytes();
    let name = skip_space(bytes, 1)?;
    let letters = bytes
        .get(name..)?
        .iter()
        .position(|b| !b.is_ascii_alphanumeric());
    let name_end = name + letters.unwrap_or(bytes.len() - name);
    if name_end == name {
        return None;
    }
    let end = bytes.len() - usize::from(bytes.last() == Some(&b'>'));
    let start = skip_space(bytes, name_end).unwrap_or(bytes.len()).min(end);
    let back = start + xhtml_slash(bytes.get(start..end)?);
    Some(Parts {
        attributes: hair_parse(element.get(start..back)?, start)?,
        back,
    })
}

/// Where a closing slash at the end of the attributes begins, white space before it included.
fn xhtml_slash(attrs: &[u8]) -> usize {
    let trimmed = |to: usize| {
        let before = attrs.get(..to).unwrap_or_default();
        before
            .iter()
            .rposition(|&b| !is_space(b))
            .map_or(0, |i| i + 1)
    };
    let end = trimmed(attrs.len());
    if end > 0 && attrs.get(end - 1) == Some(&b'/') {
        trimmed(end - 1)
    } else {
        attrs.len()
    }
}

/// Splits the attributes, each with the white space behind it; `None` if anything else stands between them.
fn hair_parse(attrs: &str, offset: usize) -> Option<Vec<Range<usize>>> {
    let bytes = attrs.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let name_end = attribute_name(attrs, at)?;
        let end = attribute_value(bytes, name_end).or_else(|| {
            bytes
                .get(name_end)
                .is_none_or(|&b| is_space(b))
                .then_some(name_end)
        })?;
        let next = skip_space(bytes, end).unwrap_or(bytes.len());
        out.push(offset + at..offset + next);
        at = next;
    }
    Some(out)
}

/// The end of a name, or of a shortcode in the place of a name.
fn attribute_name(attrs: &str, at: usize) -> Option<usize> {
    let bytes = attrs.as_bytes();
    let first = *bytes.get(at)?;
    if first == b'_' || first.is_ascii_alphabetic() {
        let rest = bytes.get(at..)?;
        let stop = |&b: &u8| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.'));
        return Some(at + rest.iter().position(stop).unwrap_or(rest.len()));
    }
    let rest = attrs.get(at..)?.strip_prefix('[')?;
    let rest = rest.strip_prefix('[').unwrap_or(rest);
    let close = rest.find(['[', ']']).filter(|&close| close > 0)?;
    let rest = rest.get(close..)?.strip_prefix(']')?;
    let rest = rest.strip_prefix(']').unwrap_or(rest);
    Some(bytes.len() - rest.len())
}

/// The end of `= value`, if one follows.
fn attribute_value(bytes: &[u8], name_end: usize) -> Option<usize> {
    let equals = skip_space(bytes, name_end).filter(|&at| bytes.get(at) == Some(&b'='))?;
    let value = skip_space(bytes, equals + 1)?;
    let rest = bytes.get(value..)?;
    if let Some(&quote) = rest.first().filter(|b| matches!(b, b'"' | b'\'')) {
        return Some(value + 2 + memchr::memchr(quote, rest.get(1..)?)?);
    }
    let stop = |&b: &u8| is_space(b) || matches!(b, b'"' | b'\'');
    let len = rest.iter().position(stop).unwrap_or(rest.len());
    let ends = rest.get(len).is_none_or(|&b| is_space(b));
    (len > 0 && ends).then_some(value + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(element: &str) -> Option<Vec<&str>> {
        let parts = attr_parse(element)?;
        Some(
            parts
                .attributes
                .into_iter()
                .filter_map(|r| element.get(r))
                .collect(),
        )
    }

    #[test]
    fn takes_tags_apart() {
        assert_eq!(
            parts(r#"<a b="c" [x y]  d=e />"#),
            Some(vec![r#"b="c" "#, "[x y]  ", "d=e"])
        );
        assert_eq!(parts("</a b>"), None);
        assert_eq!(parts("<a b=\"c>"), None);
        assert_eq!(parts("<br />"), Some(vec![]));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "[<>/a= \"'\\[\\]é]{0,60}") {
            let _ = do_shortcodes_in_html_tags(&text, false, |t| (Cow::Borrowed(t), 1));
        }
    }
}
