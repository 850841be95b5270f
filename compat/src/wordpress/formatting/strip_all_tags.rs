//! `wp_strip_all_tags`, and PHP's `strip_tags` ([`crate::wordpress::php::strip_tags`]) for text.

use memchr::memchr;

use super::passes::{Ahead, into_string};
use crate::wordpress::php;

/// Removes scripts and styles with their content, all tags, and white space at both ends; with `remove_breaks`
/// white space inside becomes single spaces.
pub fn wp_strip_all_tags(text: &str, remove_breaks: bool) -> String {
    into_string(wp_strip_all_tags_bytes(text.as_bytes(), remove_breaks))
}

/// [`wp_strip_all_tags`] for text that may not be UTF-8.
pub fn wp_strip_all_tags_bytes(text: &[u8], remove_breaks: bool) -> Vec<u8> {
    let without_scripts = remove_scripts_and_styles(text);
    let stripped = php::strip_tags::strip_tags(&without_scripts);
    let out = if remove_breaks {
        join_white(&stripped)
    } else {
        stripped
    };
    php::trim::trim(&out).to_vec()
}

fn join_white(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut in_white = false;
    for byte in text {
        let is_break = matches!(byte, b'\r' | b'\n' | b'\t' | b' ');
        if !is_break {
            out.push(*byte);
        } else if !in_white {
            out.push(b' ');
        }
        in_white = is_break;
    }
    out
}

/// Removes `<script…>…</script>` and `<style…>…</style>`; one that is not closed stays for `strip_tags`.
fn remove_scripts_and_styles(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let lower = text.to_ascii_lowercase();
    let mut closings = [Ahead::new(b"</script>"), Ahead::new(b"</style>")];
    let mut angle = Ahead::new(b">");
    let (mut copied, mut at) = (0, 0);
    while let Some(offset) = memchr(b'<', lower.get(at..).unwrap_or_default()) {
        let start = at + offset;
        at = start + 1;
        let rest = lower.get(start..).unwrap_or_default();
        let (closing, length) = match &mut closings {
            [script, _] if rest.starts_with(b"<script") => (script, 9),
            [_, style] if rest.starts_with(b"<style") => (style, 8),
            _ => continue,
        };
        let Some(tag_end) = angle.find(&lower, start) else {
            break;
        };
        if let Some(close) = closing.find(&lower, tag_end + 1) {
            out.extend_from_slice(text.get(copied..start).unwrap_or_default());
            at = close + length;
            copied = at;
        }
    }
    out.extend_from_slice(text.get(copied..).unwrap_or_default());
    out
}

/// PHP's `strip_tags` without allowed tags.
pub fn strip_tags(text: &str) -> String {
    into_string(php::strip_tags::strip_tags(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::wp_strip_all_tags;

    #[test]
    fn scripts_go_with_their_content() {
        assert_eq!(
            wp_strip_all_tags(" a<script>b</SCRIPT>\n\tc<style>d", true),
            "a cd"
        );
    }

    proptest! {
        #[test]
        fn never_panics(text in "[<>a!?\\-/'\"( é]{0,40}|<(script|style)>[a<>/]{0,20}") {
            let _ = wp_strip_all_tags(&text, true);
        }
    }
}
