//! `convert_chars`: lone ampersands to `&#038;`.
//!
//! Runs on titles, comments and excerpts (contract wordpress-core 8.1). Invalid numeric entities are not repaired.

use memchr::memchr;

use super::passes::into_string;

/// Replaces `&` before anything but `#` and an entity's name.
pub fn convert_chars(content: &str) -> String {
    let text = content.as_bytes();
    let mut out = Vec::with_capacity(text.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(offset) = memchr(b'&', text.get(at..).unwrap_or_default()) {
        let found = at + offset;
        at = found + 1;
        // The character after the ampersand is never looked at but for `#`: the name counts from the second one.
        let Some(name) = text.get(found + 2..) else {
            break;
        };
        if text.get(found + 1) == Some(&b'#') || is_rest_of_entity(name) {
            continue;
        }
        out.extend_from_slice(text.get(copied..found).unwrap_or_default());
        out.extend_from_slice(b"&#038;");
        copied = found + 1;
        at = found + 2;
    }
    out.extend_from_slice(text.get(copied..).unwrap_or_default());
    into_string(out)
}

fn is_rest_of_entity(name: &[u8]) -> bool {
    let length = name
        .iter()
        .take(9)
        .take_while(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'1'..=b'4'))
        .count();
    (1..=8).contains(&length) && name.get(length) == Some(&b';')
}
