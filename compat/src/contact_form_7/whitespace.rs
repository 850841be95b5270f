//! The white space that Contact Form 7 trims and splits on.
//!
//! Contract "contact-form-7" sections 3.2 and 5.2.

use std::borrow::Cow;

/// The white space class of form-tags: that of Unicode, without the byte order mark.
pub fn is_whitespace(c: char) -> bool {
    c.is_whitespace()
}

/// What every trim takes off: white space and byte order marks.
fn is_trimmed(c: char) -> bool {
    is_whitespace(c) || c == '\u{feff}'
}

/// `wpcf7_strip_whitespaces`: trims both ends.
pub fn strip_whitespaces(text: &str) -> &str {
    text.trim_matches(is_trimmed)
}

/// Trims the start.
pub fn strip_start(text: &str) -> &str {
    text.trim_start_matches(is_trimmed)
}

/// Trims the end.
pub fn strip_end(text: &str) -> &str {
    text.trim_end_matches(is_trimmed)
}

/// Blanks of ASCII, the class of every line-break pattern.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// `wpcf7_normalize_newline`: CRLF and CR become LF.
pub fn normalize_newline(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// `wpcf7_strip_newline`: line breaks are deleted, not replaced.
pub fn strip_newline(text: &str) -> Cow<'_, str> {
    if text.contains(['\r', '\n']) {
        Cow::Owned(text.replace(['\r', '\n'], ""))
    } else {
        Cow::Borrowed(text)
    }
}
