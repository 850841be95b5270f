//! Sanitisers of single words: user names, keys, class names, MIME types, colours, ORDER BY clauses.

use std::borrow::Cow;

use super::accents::remove_accents;
use super::sanitize_title::without_entities;
use super::strip_all_tags::wp_strip_all_tags;
use super::whitespace::{SPACE, collapse};
use crate::wordpress::php::trim::trim_str;
use crate::wordpress::php::url::hex;
use crate::wordpress::static_regex::StaticRegex;

/// A user name without tags, accents and entities; `strict` keeps ASCII letters, digits and ` _.-@`.
pub fn sanitize_user(username: &str, strict: bool, locale: &str) -> String {
    let name = wp_strip_all_tags(username, false);
    let name = without_octets(&remove_accents(&name, locale));
    let mut name = without_entities(&name);
    if strict {
        name.retain(|c| c.is_ascii_alphanumeric() || " _.-@".contains(c));
    }
    collapse(trim_str(&name), &SPACE, ' ')
}

/// Lower-case letters, digits, `_` and `-`.
pub fn sanitize_key(key: &str) -> Cow<'_, str> {
    let allowed = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
    if key.bytes().all(allowed) {
        return Cow::Borrowed(key);
    }
    let lower = key.to_ascii_lowercase();
    Cow::Owned(
        lower
            .chars()
            .filter(|c| c.is_ascii() && lower_key(*c))
            .collect(),
    )
}

fn lower_key(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '_' | '-')
}

/// A class name: ASCII letters, digits, `_`, `-`; when nothing is left, the sanitised fallback.
pub fn sanitize_html_class(class: &str, fallback: &str) -> String {
    let keep = |text: &str| {
        without_octets(text)
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
            .collect::<String>()
    };
    let class = keep(class);
    if class.is_empty() {
        keep(fallback)
    } else {
        class
    }
}

/// Removes `%xx` in one pass.
fn without_octets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        match after.as_bytes() {
            [high, low, ..] if hex(*high).is_some() && hex(*low).is_some() => {
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                out.push('%');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// A MIME type without characters that none has.
pub fn sanitize_mime_type(mime_type: &str) -> String {
    mime_type
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-+*./".contains(*c))
        .collect()
}

/// `#rgb` or `#rrggbb`, `Some("")` for an empty text, `None` for anything else.
pub fn sanitize_hex_color(color: &str) -> Option<&str> {
    // PHP's `$` also stands before a last line feed.
    let digits = color.strip_suffix('\n').unwrap_or(color);
    let is_color = digits.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| hex(b).is_some())
    });
    (color.is_empty() || is_color).then_some(color)
}

/// The clause itself when it is a safe list of columns with directions, or `RAND()`.
pub fn sanitize_sql_orderby(orderby: &str) -> Option<&str> {
    static ORDERBY: StaticRegex = StaticRegex::new(
        r"(?xi-u)^\s*(?:
            (?:[a-z0-9_]+|`[a-z0-9_]+`)(?:\s+(?:ASC|DESC))?\s*
            (?:,\s*(?:[a-z0-9_]+|`[a-z0-9_]+`)(?:\s+(?:ASC|DESC))?\s*)*
            |RAND\(\s*\)\s*)$",
    );
    ORDERBY.is_match(orderby).then_some(orderby)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orderby() {
        for (clause, ok) in [
            ("post_date DESC, `id` asc", true),
            (" RAND( ) ", true),
            ("a,b", true),
            ("a b", false),
            ("a;", false),
            ("", false),
            ("a,", false),
        ] {
            assert_eq!(sanitize_sql_orderby(clause).is_some(), ok, "{clause}");
        }
    }

    #[test]
    fn words() {
        assert_eq!(sanitize_key("A b%20_-"), "ab20_-");
        assert_eq!(sanitize_html_class("%20é", "a b"), "ab");
        assert_eq!(sanitize_user(" <b>Ñu</b>%20 &amp; x ", true, ""), "Nu x");
    }
}
