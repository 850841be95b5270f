//! Slugs as a query compares them: `sanitize_title` in the context `query`.
//!
//! Contract "wordpress-core", section 5.6, first row. Accents stay (percent-encoded); the database compares
//! without regard to them only where the stored slug has them unencoded.

use std::fmt::Write as _;

/// The longest encoded slug, in octets.
const MAX_ENCODED: usize = 200;

/// A slug for comparison: without tags, lower case, other characters percent-encoded or dropped.
pub fn sanitize_title_for_query(title: &str) -> String {
    let title = keep_octets(&strip_tags(title));
    let encoded = encode(&title.to_lowercase()).to_lowercase();
    let encoded = without_entities(&encoded);
    let mut slug = String::with_capacity(encoded.len());
    for c in encoded.chars() {
        let c = match c {
            '.' | '-' => '-',
            c if c.is_ascii_whitespace() => '-',
            '%' | '_' | 'a'..='z' | '0'..='9' => c,
            _ => continue,
        };
        if c != '-' || !slug.ends_with('-') {
            slug.push(c);
        }
    }
    slug.trim_matches('-').to_owned()
}

fn strip_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let after = &rest[at + 1..];
        if after.starts_with(char::is_whitespace) {
            out.push_str(&rest[..=at]);
            rest = after;
            continue;
        }
        out.push_str(&rest[..at]);
        let Some(end) = after.find('>') else {
            return out;
        };
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Drops percent signs that begin no octet.
fn keep_octets(text: &str) -> String {
    let bytes = text.as_bytes();
    text.char_indices()
        .filter(|&(i, c)| {
            c != '%'
                || bytes
                    .get(i + 1..i + 3)
                    .is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
        })
        .map(|(_, c)| c)
        .collect()
}

/// Non-ASCII characters percent-encoded, as long as they fit.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let length = if c.is_ascii() { 1 } else { 3 * c.len_utf8() };
        if out.len() + length > MAX_ENCODED {
            break;
        }
        if c.is_ascii() {
            out.push(c);
            continue;
        }
        let mut buffer = [0; 4];
        for octet in c.encode_utf8(&mut buffer).bytes() {
            let _ = write!(out, "%{octet:02x}");
        }
    }
    out
}

/// Drops `&…;`, at least one character in between.
fn without_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let end = rest
            .get(at + 2..)
            .and_then(|after| after.find(';'))
            .map(|e| at + 2 + e);
        let Some(end) = end else { break };
        out.push_str(&rest[..at]);
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::sanitize_title_for_query as slug;

    #[test]
    fn makes_slugs() {
        assert_eq!(slug("CONTACTO"), "contacto");
        assert_eq!(slug("ñ"), "%c3%b1");
        assert_eq!(slug("%C3%B1"), "%c3%b1");
        assert_eq!(slug("a b.c--d"), "a-b-c-d");
        assert_eq!(slug("100%"), "100");
        assert_eq!(slug("<b>x"), "x");
        assert_eq!(slug("#a"), "a");
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = slug(&text);
        }
    }
}
