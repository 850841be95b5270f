//! `_wp_specialchars` and `wp_specialchars_decode`: the pair under every `esc_*` function.
//!
//! Escaping leaves valid entities alone: `&amp;` stays, `&bogus;` becomes `&amp;bogus;`. Values: vectors
//! `esc_html`, `esc_attr`, `wp_specialchars_decode`.

use std::borrow::Cow;

use crate::wordpress::kses::normalize_entities::{EntityContext, push_entity};

/// Which quotes are escaped or decoded (PHP's `ENT_*`, WordPress's `single`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteStyle {
    /// No quotes (`ENT_NOQUOTES`).
    NoQuotes,
    /// Double quotes only (`ENT_COMPAT`).
    Compat,
    /// Single quotes only (`'single'`).
    Single,
    /// Both (`ENT_QUOTES`).
    Quotes,
    /// Both, with XML's entities: `&apos;` (`ENT_XML1`).
    Xml1,
}

impl QuoteStyle {
    fn double(self) -> bool {
        matches!(self, Self::Compat | Self::Quotes | Self::Xml1)
    }

    fn single(self) -> Option<&'static str> {
        match self {
            Self::Single | Self::Quotes => Some("&#039;"),
            Self::Xml1 => Some("&apos;"),
            Self::NoQuotes | Self::Compat => None,
        }
    }
}

/// Escapes `&`, `<`, `>` and the quotes of `style`; valid entities stay.
pub fn wp_specialchars(text: &str, style: QuoteStyle) -> Cow<'_, str> {
    escape(text, style, false)
}

/// Escapes like PHP's `htmlspecialchars`: every `&`, entities too.
pub fn htmlspecialchars(text: &str, style: QuoteStyle) -> Cow<'_, str> {
    escape(text, style, true)
}

fn escape(text: &str, style: QuoteStyle, double_encode: bool) -> Cow<'_, str> {
    let special = |b: &u8| matches!(b, b'&' | b'<' | b'>' | b'"' | b'\'');
    let Some(first) = text.as_bytes().iter().position(special) else {
        return Cow::Borrowed(text);
    };
    let context = match style {
        QuoteStyle::Xml1 => EntityContext::Xml,
        _ => EntityContext::Html,
    };
    let mut out = String::with_capacity(text.len() + text.len() / 8 + 16);
    let mut rest = text;
    let mut next = Some(first);
    while let Some((before, after)) = next.and_then(|at| rest.split_at_checked(at)) {
        out.push_str(before);
        let mut tail = after.get(1..).unwrap_or_default();
        match after.as_bytes().first() {
            Some(b'<') => out.push_str("&lt;"),
            Some(b'>') => out.push_str("&gt;"),
            Some(b'"') if style.double() => out.push_str("&quot;"),
            Some(b'\'') => out.push_str(style.single().unwrap_or("'")),
            Some(b'&') if double_encode => out.push_str("&amp;"),
            // HTML 4.01 has no `apos`: `&apos;` is escaped although kses allows the name.
            Some(b'&') if context == EntityContext::Html && tail.starts_with("apos;") => {
                out.push_str("&amp;");
            }
            Some(b'&') => tail = push_entity(tail, context, &mut out),
            _ => out.push('"'),
        }
        rest = tail;
        next = rest.as_bytes().iter().position(special);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Turns `&amp;`, `&lt;`, `&gt;` and the quotes of `style` back into characters.
pub fn wp_specialchars_decode(text: &str, style: QuoteStyle) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = match decode(after, style) {
            Some((c, tail)) => {
                out.push(c);
                tail
            }
            None => {
                out.push('&');
                after
            }
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn decode(after: &str, style: QuoteStyle) -> Option<(char, &str)> {
    for (name, c) in [("amp;", '&'), ("lt;", '<'), ("gt;", '>')] {
        if let Some(tail) = after.strip_prefix(name) {
            return Some((c, tail));
        }
    }
    if style.double()
        && let Some(tail) = after.strip_prefix("quot;")
    {
        return Some(('"', tail));
    }
    let body = after.strip_prefix('#')?;
    let (number, c) = match body.strip_prefix(['x', 'X']) {
        Some(hex) => {
            let number = hex.trim_start_matches('0');
            // No hexadecimal form of `<` and `>`: WordPress's table has none.
            let c = match number.get(..2)? {
                "22" => '"',
                "26" => '&',
                "27" => '\'',
                _ => return None,
            };
            (number, c)
        }
        None => {
            let number = body.trim_start_matches('0');
            let c = match number.get(..2)? {
                "34" => '"',
                "38" => '&',
                "39" => '\'',
                "60" => '<',
                "62" => '>',
                _ => return None,
            };
            (number, c)
        }
    };
    let wanted = match c {
        '"' => style.double(),
        '\'' => style.single().is_some(),
        _ => true,
    };
    let tail = number.get(2..)?.strip_prefix(';')?;
    wanted.then_some((c, tail))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_plain_text_is_not_copied() {
        assert!(matches!(
            wp_specialchars("ñandú", QuoteStyle::Quotes),
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn decoding() {
        for (style, want) in [
            (QuoteStyle::Quotes, "<>&\"''\""),
            (QuoteStyle::NoQuotes, "<>&&quot;&#039;&#x27;&#0034;"),
            (QuoteStyle::Single, "<>&&quot;''&#0034;"),
        ] {
            let text = "&lt;&#62;&#x26;&quot;&#039;&#x27;&#0034;";
            assert_eq!(wp_specialchars_decode(text, style), want);
        }
    }

    proptest! {
        #[test]
        fn escaping_twice_changes_nothing(text in "[a&;#x09<>\"'é]{0,40}") {
            let once = wp_specialchars(&text, QuoteStyle::Quotes).into_owned();
            prop_assert!(!once.contains(['<', '>', '"', '\'']));
            let _ = wp_specialchars_decode(&text, QuoteStyle::Quotes);
        }
    }
}
