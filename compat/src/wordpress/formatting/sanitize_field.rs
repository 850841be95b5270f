//! `sanitize_text_field` and `sanitize_textarea_field`: what a visitor typed, as plain text.

use crate::wordpress::php::trim::trim_str;
use std::borrow::Cow;

use super::escape::esc_html;
use super::strip_all_tags::wp_strip_all_tags;
use super::whitespace::collapse;
use crate::wordpress::php::url::hex;

/// One line of text: no tags, no percent codes, runs of white space become one space.
pub fn sanitize_text_field(text: &str) -> String {
    sanitize_fields(text, false)
}

/// Like [`sanitize_text_field`], but line breaks and spaces stay.
pub fn sanitize_textarea_field(text: &str) -> String {
    sanitize_fields(text, true)
}

fn sanitize_fields(text: &str, keep_newlines: bool) -> String {
    let mut filtered = if text.contains('<') {
        let text = wp_strip_all_tags(&wp_pre_kses_less_than(text), false);
        // A `<` before a line break must not become a tag when the breaks go.
        text.replace("<\n", "&lt;\n")
    } else {
        text.to_owned()
    };
    if !keep_newlines {
        filtered = collapse(&filtered, &['\r', '\n', '\t', ' '], ' ');
    }
    let filtered = trim_str(&filtered);
    let without = without_octets(filtered);
    if without.len() == filtered.len() {
        return without;
    }
    trim_str(&collapse(&without, &[' '], ' ')).to_owned()
}

/// Removes `%xx` until none is left, also those that a removal puts together.
///
/// No two codes overlap, so the order of removal does not matter and one pass with a stack is enough.
fn without_octets(text: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        out.push(byte);
        if let [.., b'%', high, low] = out.as_slice()
            && hex(*high).is_some()
            && hex(*low).is_some()
        {
            out.truncate(out.len() - 3);
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// `wp_pre_kses_less_than`: a `<` without a `>` before the next `<` is text and gets escaped.
pub fn wp_pre_kses_less_than(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let next = found
            .bytes()
            .enumerate()
            .skip(1)
            .find(|(_, b)| matches!(b, b'<' | b'>'));
        let (end, is_tag) = match next {
            Some((at, b'>')) => (at + 1, true),
            Some((at, _)) => (at, false),
            // PHP's `$` stands before a last line feed.
            None => (found.strip_suffix('\n').unwrap_or(found).len(), false),
        };
        let (span, tail) = found.split_at_checked(end).unwrap_or((found, ""));
        if is_tag {
            out.push_str(span);
        } else {
            out.push_str(&esc_html(span));
        }
        rest = tail;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn table() {
        for (input, line, lines) in [
            (" a \n b ", "a b", "a \n b"),
            ("%2525 %%%414141", "25", "25"),
            ("a <b", "a &lt;b", "a &lt;b"),
            ("<a<b>c", "&lt;ac", "&lt;ac"),
            ("a  b%20", "a b", "a b"),
        ] {
            assert_eq!(sanitize_text_field(input), line, "{input}");
            assert_eq!(sanitize_textarea_field(input), lines, "{input}");
        }
    }

    proptest! {
        #[test]
        fn no_codes_and_no_tags_are_left(text in "[<>%0-9a-f \né]{0,40}") {
            let out = sanitize_text_field(&text);
            prop_assert!(!out.contains('\n'));
            prop_assert_eq!(without_octets(&out), out);
        }
    }
}
