//! `wp_check_invalid_utf8`: what WordPress does with bytes that are not UTF-8.
//!
//! Every `esc_*` and `sanitize_*` function of WordPress starts with this check, so a text with one bad
//! byte becomes empty. Callers that hold raw bytes come through here; the rest of the module takes `&str`.

/// The bytes as text, or the empty text when they are not valid UTF-8.
pub fn wp_check_invalid_utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bad_byte_empties_the_text() {
        assert_eq!(wp_check_invalid_utf8("ñ".as_bytes()), "ñ");
        assert_eq!(wp_check_invalid_utf8(b"a\xffb"), "");
    }
}
