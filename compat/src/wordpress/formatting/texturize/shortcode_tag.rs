//! Which `[…]` is a shortcode tag that texturize leaves alone.
//!
//! Only the shape that texturize looks for: a registered name, then anything without brackets, except whole HTML
//! tags. Parsing of shortcodes is `wordpress::shortcode`.

use memchr::{memchr, memchr3};

/// Where the shortcode tag that starts at the `[` at `start` ends, if one starts there.
pub(super) fn end(text: &[u8], start: usize, is_shortcode: &dyn Fn(&str) -> bool) -> Option<usize> {
    let mut at = start + 1;
    if matches!(text.get(at)?, b'/' | b'[') {
        at += 1;
    }
    let name_end = at + text.get(at..)?.iter().position(|byte| ends_name(*byte))?;
    if !matches!(text.get(name_end)?, b'\t'..=b'\r' | b' ' | b']' | b'/') {
        return None;
    }
    let name = std::str::from_utf8(text.get(at..name_end)?).ok()?;
    if name.is_empty() || !is_shortcode(name) {
        return None;
    }
    at = name_end;
    loop {
        let length = memchr3(b'[', b']', b'<', text.get(at..)?)?;
        if memchr(b'>', text.get(at..at + length)?).is_some() {
            return None;
        }
        at += length;
        match text.get(at)? {
            b']' => break,
            b'<' => at = tag_end(text, at)?,
            _ => return None,
        }
    }
    at += 1;
    Some(at + usize::from(text.get(at) == Some(&b']')))
}

/// The end of an HTML tag without square brackets inside.
fn tag_end(text: &[u8], start: usize) -> Option<usize> {
    let at = start + memchr3(b'[', b']', b'>', text.get(start..)?)?;
    (text.get(at) == Some(&b'>')).then_some(at + 1)
}

/// Whether a shortcode name cannot go on with this byte.
fn ends_name(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'<' | b'>' | b'&' | b'/' | b'[' | b']' | b'=')
}

#[cfg(test)]
mod tests {
    use super::end;

    #[test]
    fn angle_brackets_only_as_tags() {
        let ends = |text: &str| end(text.as_bytes(), 0, &|name| name == "x");
        assert_eq!(ends("[x a=\"<b]\"]z"), None);
        assert_eq!(ends("[x a=\"<b>\"]z"), Some(11));
        assert_eq!(ends("[x a > b]"), None);
        assert_eq!(ends("[[x]]"), Some(5));
        assert_eq!(ends("[/x]"), Some(4));
        assert_eq!(ends("[xy]"), None);
    }
}
