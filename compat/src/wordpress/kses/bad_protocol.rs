//! `wp_kses_bad_protocol` and `wp_allowed_protocols`: no `javascript:` in whatever disguise.

use crate::wordpress::php::trim::trim_str;
use std::borrow::Cow;

use super::no_null::{SlashZero, wp_kses_no_null};
use crate::wordpress::formatting::whitespace::SPACE;

/// `wp_allowed_protocols()`.
pub const WP_ALLOWED_PROTOCOLS: [&str; 22] = [
    "http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp",
    "feed", "telnet", "mms", "rtsp", "sms", "svn", "tel", "fax", "xmpp", "webcal", "urn",
];

/// The value without protocols that are not allowed; empty when it does not come to rest.
pub fn wp_kses_bad_protocol<'a>(content: &'a str, allowed: &[&str]) -> Cow<'a, str> {
    let mut content = wp_kses_no_null(content, SlashZero::Remove);
    if content.starts_with("https://") && allowed.contains(&"https")
        || content.starts_with("http://") && allowed.contains(&"http")
    {
        return content;
    }
    for _ in 0..6 {
        let next = bad_protocol_once(&content, allowed, 1);
        if next == content {
            return content;
        }
        content = Cow::Owned(next.into_owned());
    }
    Cow::Borrowed("")
}

fn bad_protocol_once<'a>(content: &'a str, allowed: &[&str], count: u8) -> Cow<'a, str> {
    let content = terminate_colon_references(content);
    let Some((scheme, rest)) = split_at_colon(&content) else {
        return content;
    };
    if scheme.contains("/?") {
        return content;
    }
    let mut rest = trim_str(rest).to_owned();
    let Some(protocol) = allowed_scheme(scheme, allowed) else {
        return Cow::Owned(rest);
    };
    if protocol == "feed" {
        if count > 2 {
            return Cow::Borrowed("");
        }
        rest = bad_protocol_once(&rest, allowed, count + 1).into_owned();
        if rest.is_empty() || rest == "0" {
            return Cow::Owned(rest);
        }
    }
    Cow::Owned(format!("{protocol}:{rest}"))
}

/// The scheme as it is compared, when it is allowed: decoded, no white space, lower case.
fn allowed_scheme(scheme: &str, allowed: &[&str]) -> Option<String> {
    let decoded = decode_references(scheme);
    // A byte that is not ASCII is in no allowed protocol.
    let text = String::from_utf8(decoded).ok()?;
    let text: String = text.chars().filter(|c| !SPACE.contains(c)).collect();
    let text = wp_kses_no_null(&text, SlashZero::Remove).to_ascii_lowercase();
    allowed
        .iter()
        .any(|protocol| protocol.eq_ignore_ascii_case(&text))
        .then_some(text)
}

/// `wp_kses_decode_entities`: numeric references become single bytes, as PHP's `chr` makes them.
fn decode_references(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("&#") {
        out.extend_from_slice(before.as_bytes());
        let (body, radix) = match after.strip_prefix(['x', 'X']) {
            Some(hex) => (hex, 16),
            None => (after, 10),
        };
        let length = body
            .bytes()
            .take_while(|b| char::from(*b).is_digit(radix))
            .count();
        match body.split_at_checked(length) {
            Some((digits, tail)) if length > 0 && tail.starts_with(';') => {
                out.push(byte_of(digits, radix));
                rest = tail.get(1..).unwrap_or_default();
            }
            _ => {
                out.extend_from_slice(b"&#");
                rest = after;
            }
        }
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

/// The number modulo 256.
fn byte_of(digits: &str, radix: u32) -> u8 {
    let value = digits
        .chars()
        .filter_map(|c| c.to_digit(radix))
        .fold(0, |value: u32, digit| (value * radix + digit) % 256);
    u8::try_from(value).unwrap_or_default()
}

/// Where a reference to `:` starts in `text` (which begins after `&`): its length without `;`.
fn colon_reference(after: &str) -> Option<usize> {
    let body = after.strip_prefix('#')?;
    let (digits, wanted) = match body.strip_prefix(['x', 'X']) {
        Some(hex) => (hex, "3a"),
        None => (body, "58"),
    };
    let number = digits.trim_start_matches('0');
    number
        .get(..2)
        .filter(|n| n.eq_ignore_ascii_case(wanted))
        .map(|_| after.len() - number.len() + 2)
}

/// `&#58` without a semicolon gets one.
fn terminate_colon_references(text: &str) -> Cow<'_, str> {
    if !text.contains("&#") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 4);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        out.push('&');
        rest = after;
        let Some((reference, tail)) =
            colon_reference(after).and_then(|n| after.split_at_checked(n))
        else {
            continue;
        };
        let hex = reference.starts_with("#x") || reference.starts_with("#X");
        let continues = match tail.bytes().next() {
            Some(b';' | b'0'..=b'9') => true,
            Some(b'a'..=b'f' | b'A'..=b'F') => hex,
            _ => false,
        };
        if !continues {
            out.push_str(reference);
            out.push(';');
            rest = tail;
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Splits at the first `:` in any notation.
fn split_at_colon(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find([':', '&'])?;
        let (before, found) = text.split_at_checked(at)?;
        if let Some(rest) = found.strip_prefix(':') {
            return Some((before, rest));
        }
        let after = found.get(1..)?;
        if let Some(rest) = after
            .get(..6)
            .filter(|name| name.eq_ignore_ascii_case("colon;"))
            .and_then(|_| after.get(6..))
        {
            return Some((before, rest));
        }
        if let Some(rest) = colon_reference(after)
            .and_then(|length| after.get(length..))
            .and_then(|tail| tail.strip_prefix(';'))
        {
            return Some((before, rest));
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn disguises() {
        for (input, want) in [
            ("https://a", "https://a"),
            ("HTTPS://a", "https://a"),
            ("javascript:alert(1)", "alert(1)"),
            ("java\u{0}script:x", "x"),
            ("&#106;avascript&#58x", "x"),
            ("javascript&colon;x", "x"),
            ("javascript&#x3A;x", "x"),
            ("ht&#116;p:x", "http:x"),
            ("feed:javascript:x", "feed:x"),
            ("/a/?b=c:d", "/a/?b=c:d"),
            ("a/b", "a/b"),
        ] {
            assert_eq!(
                wp_kses_bad_protocol(input, &WP_ALLOWED_PROTOCOLS),
                want,
                "{input}"
            );
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "[a:&#x0-9;é\\\\]{0,24}") {
            let _ = wp_kses_bad_protocol(&text, &WP_ALLOWED_PROTOCOLS);
        }
    }
}
