//! Whether a page can be parsed in reasonable time. Parsers of HTML search all open elements for each tag, and all
//! attributes for each attribute.

/// Open elements.
const OPEN: usize = 10_000;
/// Attributes of one tag.
const ATTRIBUTES: usize = 2_000;

const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Counts tags roughly, as they stand in the text.
pub(super) fn is_within_bounds(html: &str) -> bool {
    let bytes = html.as_bytes();
    let (mut open, mut at) = (0usize, 0);
    while let Some(found) = memchr_lt(bytes, at) {
        at = found + 1;
        match bytes.get(at) {
            Some(b'/') => open = open.saturating_sub(1),
            Some(byte) if byte.is_ascii_alphabetic() => {
                let rest = html.get(at..).unwrap_or_default();
                let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next();
                let name = name.unwrap_or_default();
                if !VOID.iter().any(|void| name.eq_ignore_ascii_case(void)) {
                    open += 1;
                }
                let (end, attributes) = tag(bytes, at + name.len());
                if open > OPEN || attributes > ATTRIBUTES {
                    return false;
                }
                at = end;
            }
            _ => {}
        }
    }
    true
}

fn memchr_lt(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.iter().position(|b| *b == b'<').map(|at| from + at)
}

/// The end of a tag, and the number of words in it outside of quotes.
fn tag(bytes: &[u8], from: usize) -> (usize, usize) {
    let (mut at, mut words, mut is_space) = (from, 0, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'>' => return (at + 1, words),
            b'"' | b'\'' => {
                let rest = bytes.get(at + 1..).unwrap_or_default();
                at += rest.iter().position(|b| b == byte).unwrap_or(rest.len()) + 1;
            }
            b' ' | b'\t' | b'\n' | b'\r' | b'/' => is_space = true,
            _ if is_space => {
                words += 1;
                is_space = false;
            }
            _ => {}
        }
        at += 1;
    }
    (bytes.len(), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_take_too_long_are_known() {
        assert!(is_within_bounds(
            "<p class=\"a b\">x</p><br>".repeat(50_000).as_str()
        ));
        assert!(!is_within_bounds(&"<div>".repeat(100_000)));
        let attributes: String = (0..9_000).map(|n| format!(" a{n}=1")).collect();
        assert!(!is_within_bounds(&format!("<p{attributes}>")));
        assert!(is_within_bounds(&"<".repeat(100_000)));
    }
}
