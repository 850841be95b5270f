//! `htmlspecialchars` and `html_entity_decode`, in UTF-8.
//!
//! WordPress's own escaping (`esc_html` and so on) is elsewhere and has other rules.

use super::html_entities::{Doctype, named};

/// Which quotes are converted: PHP's `ENT_QUOTES`, `ENT_COMPAT`, `ENT_NOQUOTES`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quotes {
    /// Double and single quotes (PHP 8.1's default).
    #[default]
    Both,
    /// Only double quotes.
    Double,
    /// None.
    None,
}

impl Quotes {
    fn converts(self, code: u32) -> bool {
        match code {
            0x22 => self != Self::None,
            0x27 => self == Self::Both,
            _ => true,
        }
    }
}

/// `htmlspecialchars` with PHP 8's default flags: both quotes, wrong UTF-8 becomes U+FFFD.
pub fn htmlspecialchars(bytes: &[u8]) -> String {
    htmlspecialchars_with(bytes, Quotes::Both, true)
}

/// `htmlspecialchars`; without `double_encode`, entities that are there stay.
pub fn htmlspecialchars_with(bytes: &[u8], quotes: Quotes, double_encode: bool) -> String {
    let mut out = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        let kept = match byte {
            b'&' if !double_encode => valid_entity(rest),
            _ => None,
        };
        if let Some(entity) = kept {
            out.push_str(entity);
            rest = rest.get(entity.len()..).unwrap_or_default();
            continue;
        }
        let (character, length) = next_character(rest);
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if quotes.converts(0x22) => out.push_str("&quot;"),
            '\'' if quotes.converts(0x27) => out.push_str("&#039;"),
            other => out.push(other),
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// `html_entity_decode` with PHP 8's default flags: both quotes, the HTML 4.01 names.
pub fn html_entity_decode(bytes: &[u8]) -> Vec<u8> {
    html_entity_decode_with(bytes, Quotes::Both, Doctype::Html401)
}

/// `html_entity_decode`: names of the document type, and numbers of characters that it allows.
pub fn html_entity_decode_with(bytes: &[u8], quotes: Quotes, doctype: Doctype) -> Vec<u8> {
    decoded(bytes, |entity| match entity {
        Entity::Number(code) => {
            let allowed = doctype.allows(code) && !(doctype == Doctype::Html5 && code == 0x0d);
            (allowed && quotes.converts(code))
                .then(|| char::from_u32(code).map(String::from))
                .flatten()
        }
        Entity::Name(name) => {
            let text = named(name, doctype)?;
            let code = text.chars().next().map_or(0, u32::from);
            quotes.converts(code).then_some(text)
        }
    })
}

/// `htmlspecialchars_decode`: only `&amp;`, `&lt;`, `&gt;` and the quotes.
pub fn htmlspecialchars_decode(bytes: &[u8], quotes: Quotes) -> Vec<u8> {
    decoded(bytes, |entity| {
        let text = match entity {
            Entity::Name("amp") | Entity::Number(0x26) => "&",
            Entity::Name("lt") | Entity::Number(0x3c) => "<",
            Entity::Name("gt") | Entity::Number(0x3e) => ">",
            Entity::Name("quot") | Entity::Number(0x22) if quotes.converts(0x22) => "\"",
            Entity::Number(0x27) if quotes.converts(0x27) => "'",
            _ => return None,
        };
        Some(text.to_owned())
    })
}

enum Entity<'a> {
    Number(u32),
    Name(&'a str),
}

fn decoded(bytes: &[u8], meaning: impl Fn(Entity<'_>) -> Option<String>) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(start) = memchr::memchr(b'&', rest) {
        let (before, at) = rest.split_at(start);
        out.extend_from_slice(before);
        let found = entity(at).and_then(|(entity, length)| Some((meaning(entity)?, length)));
        let length = match found {
            Some((text, length)) => {
                out.extend_from_slice(text.as_bytes());
                length
            }
            None => {
                out.push(b'&');
                1
            }
        };
        rest = at.get(length..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

/// The entity at the `&` where `at` starts, and its length with the semicolon.
fn entity(at: &[u8]) -> Option<(Entity<'_>, usize)> {
    // The longest name has 31 letters; numbers may have zeros in front.
    const LONGEST: usize = 64;
    let window = at.get(..LONGEST).unwrap_or(at);
    let end = memchr::memchr(b';', window)?;
    let body = std::str::from_utf8(window.get(1..end)?).ok()?;
    let entity = if let Some(number) = body.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16),
            None if number.bytes().all(|b| b.is_ascii_digit()) => number.parse(),
            _ => return None,
        };
        Entity::Number(code.ok().filter(|code| *code <= 0x0010_ffff)?)
    } else {
        let right = !body.is_empty() && body.bytes().all(|b| b.is_ascii_alphanumeric());
        right.then_some(Entity::Name(body))?
    };
    Some((entity, end + 1))
}

/// The text of a valid entity at the start, for `double_encode` off.
fn valid_entity(at: &[u8]) -> Option<&str> {
    let (entity, length) = entity(at)?;
    if let Entity::Name(name) = entity {
        named(name, Doctype::Html401)?;
    }
    std::str::from_utf8(at.get(..length)?).ok()
}

/// The next character and its length in bytes; U+FFFD for what is not UTF-8, skipping as much as
/// PHP skips: up to, not including, the next byte that could start a character.
fn next_character(rest: &[u8]) -> (char, usize) {
    let whole = rest.get(..4).unwrap_or(rest);
    let valid = match std::str::from_utf8(whole) {
        Ok(text) => text,
        Err(e) => {
            let valid = whole.get(..e.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
    };
    if let Some(c) = valid.chars().next() {
        return (c, c.len_utf8());
    }
    let starts = |b: &u8| matches!(b, 0..0x80 | 0xc2..=0xf4);
    let wanted = match rest.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    let length = rest
        .iter()
        .take(wanted)
        .skip(1)
        .take_while(|b| !starts(b))
        .count();
    ('\u{fffd}', length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_doctypes() {
        let text = b"&quot;&#39;&apos;&#128;&nbsp;&hearts;&NotEqualTilde;&#0000065;";
        assert_eq!(
            html_entity_decode(text),
            "\"'&apos;&#128;\u{a0}♥&NotEqualTilde;A".as_bytes()
        );
        assert_eq!(
            html_entity_decode_with(text, Quotes::None, Doctype::Html5),
            "&quot;&#39;&apos;&#128;\u{a0}♥\u{2242}\u{338}A".as_bytes()
        );
        assert_eq!(
            htmlspecialchars_with(b"&amp; &x; &#1; &", Quotes::Both, false),
            "&amp; &amp;x; &#1; &amp;"
        );
        assert_eq!(htmlspecialchars(b"\xe2\x82<\xff"), "\u{fffd}&lt;\u{fffd}");
    }
}
