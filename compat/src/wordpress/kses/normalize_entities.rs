//! `wp_kses_normalize_entities`: every `&` becomes `&amp;`, except where it starts a valid entity.
//!
//! Valid are the known names, and decimal and hexadecimal references to characters that XML allows.
//! Decimal references are padded to three digits, hexadecimal ones lose their leading zeros. One pass,
//! nothing is decoded except (in XML) the HTML names, which XML does not know.

use std::borrow::Cow;

use super::entity_names;

/// Which entity names a text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityContext {
    /// HTML: the names of HTML 4.01 stay.
    Html,
    /// XML: the five names of XML stay, HTML names become their character.
    Xml,
}

/// The text with every stray `&` written as `&amp;`.
pub fn wp_kses_normalize_entities(text: &str, context: EntityContext) -> Cow<'_, str> {
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = push_entity(after, context, &mut out);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Writes the entity that starts before `after` (its `&` is consumed) and returns what follows.
pub(crate) fn push_entity<'a>(after: &'a str, context: EntityContext, out: &mut String) -> &'a str {
    if let Some((name, rest)) = named(after) {
        if context == EntityContext::Xml && !entity_names::is_xml(name) {
            if let Some(c) = entity_names::character(name) {
                out.push(c);
                return rest;
            }
        } else if entity_names::character(name).is_some() {
            // `&amp;#233;` is taken for an escaped reference and becomes `&#233;`.
            if name == "amp"
                && let Some(after_reference) = push_reference(rest, out)
            {
                return after_reference;
            }
            out.push('&');
            out.push_str(name);
            out.push(';');
            return rest;
        }
    } else if let Some(rest) = push_reference(after, out) {
        return rest;
    }
    out.push_str("&amp;");
    after
}

/// `name;` at the start: two to eight letters, then up to two digits.
fn named(after: &str) -> Option<(&str, &str)> {
    let bytes = after.as_bytes();
    let letters = bytes
        .iter()
        .take(9)
        .take_while(|b| b.is_ascii_alphabetic())
        .count();
    let digits = bytes
        .iter()
        .skip(letters)
        .take(3)
        .take_while(|b| b.is_ascii_digit())
        .count();
    if !(2..=8).contains(&letters) || digits > 2 || bytes.get(letters + digits) != Some(&b';') {
        return None;
    }
    let (name, rest) = after.split_at_checked(letters + digits)?;
    Some((name, rest.get(1..)?))
}

/// `#233;` or `#xE9;` at the start, if it names an allowed character.
fn push_reference<'a>(after: &'a str, out: &mut String) -> Option<&'a str> {
    let body = after.strip_prefix('#')?;
    let hex = body.strip_prefix(['x', 'X']);
    let (digits, radix, longest) = match hex {
        Some(digits) => (digits, 16, 6),
        None => (body, 10, 7),
    };
    let length = digits
        .bytes()
        .take_while(|b| char::from(*b).is_digit(radix))
        .count();
    let (number, rest) = digits.split_at_checked(length)?;
    let rest = rest.strip_prefix(';')?;
    let significant = number.trim_start_matches('0');
    if significant.is_empty() || significant.len() > longest {
        return None;
    }
    let code = u32::from_str_radix(significant, radix).ok()?;
    if !valid_unicode(code) {
        return None;
    }
    out.push_str("&#");
    match hex {
        Some(_) => out.push('x'),
        None => (significant.len()..3).for_each(|_| out.push('0')),
    }
    out.push_str(significant);
    out.push(';');
    Some(rest)
}

/// Whether XML allows the character.
fn valid_unicode(code: u32) -> bool {
    matches!(code, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        for (input, want) in [
            ("a & b &amp; c", "a &amp; b &amp; c"),
            ("&bogus; &eacute; &frac12;", "&amp;bogus; &eacute; &frac12;"),
            ("&#39; &#x0027; &#X41;", "&#039; &#x27; &#x41;"),
            (
                "&#0; &#xD800; &#9999999;",
                "&amp;#0; &amp;#xD800; &amp;#9999999;",
            ),
            ("&amp;#233; &amp;eacute;", "&#233; &amp;eacute;"),
            ("&", "&amp;"),
        ] {
            assert_eq!(wp_kses_normalize_entities(input, EntityContext::Html), want);
        }
        assert_eq!(
            wp_kses_normalize_entities("&sup2;&apos;&lt;", EntityContext::Xml),
            "²&apos;&lt;"
        );
    }
}
