//! What counts as white space: two answers, because the original uses two. (A third is [`super::whitespace`].)
//!
//! `wp_spaces_regexp` (contract wordpress-core 8.2, "S") and the regular expression class `\s`. Works on bytes, like the original.

/// Length of the `wp_spaces_regexp` space that `text` starts with.
pub(super) fn leading_space(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b' ' | b'\t' | b'\n' | b'\r' => Some(1),
        0xC2 if text.get(1) == Some(&0xA0) => Some(2),
        b'&' if text.starts_with(b"&nbsp;") => Some(6),
        _ => None,
    }
}

/// Whether `text` ends with a `wp_spaces_regexp` space.
pub(super) fn ends_with_space(text: &[u8]) -> bool {
    match text.last() {
        Some(b' ' | b'\t' | b'\n' | b'\r') => true,
        Some(0xA0) => text.ends_with(b"\xC2\xA0"),
        Some(b';') => text.ends_with(b"&nbsp;"),
        _ => false,
    }
}

/// First position from `at` on that no `wp_spaces_regexp` space covers.
pub(super) fn skip_spaces(text: &[u8], mut at: usize) -> usize {
    while let Some(length) = text.get(at..).and_then(leading_space) {
        at += length;
    }
    at
}

/// `\s` of a byte-wise regular expression.
pub(super) fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// First position from `at` on that is not `\s`.
pub(super) fn skip_white(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|b| is_white(**b)).count()
}

/// Start of the run of `\s` that ends at `at`, not before `floor`.
pub(super) fn back_over_white(text: &[u8], floor: usize, at: usize) -> usize {
    let before = text.get(floor..at).unwrap_or_default();
    at - before.iter().rev().take_while(|b| is_white(**b)).count()
}
