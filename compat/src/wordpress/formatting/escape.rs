//! `esc_html`, `esc_attr`, `esc_js`, `esc_textarea`, `esc_xml`: text on its way into markup.
//!
//! A text without special characters is returned as it is, without a copy. Bytes that may not be UTF-8
//! pass [`super::utf8::wp_check_invalid_utf8`] first. `esc_url` lies in [`crate::wordpress::url`].

use std::borrow::Cow;

use super::slashes::{addslashes, stripslashes};
use super::specialchars::{QuoteStyle, htmlspecialchars, wp_specialchars};

/// Text for an HTML text node.
pub fn esc_html(text: &str) -> Cow<'_, str> {
    wp_specialchars(text, QuoteStyle::Quotes)
}

/// Text for an HTML attribute.
pub fn esc_attr(text: &str) -> Cow<'_, str> {
    wp_specialchars(text, QuoteStyle::Quotes)
}

/// Text for the inside of a `<textarea>`: entities are escaped too.
pub fn esc_textarea(text: &str) -> Cow<'_, str> {
    htmlspecialchars(text, QuoteStyle::Quotes)
}

/// Text for a single-quoted JavaScript string inside an HTML attribute.
pub fn esc_js(text: &str) -> Cow<'_, str> {
    let plain = |b: u8| {
        !matches!(
            b,
            b'&' | b'<' | b'>' | b'"' | b'\'' | b'\\' | b'\n' | b'\r' | 0
        )
    };
    if text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    let escaped = wp_specialchars(text, QuoteStyle::Compat);
    let quotes = decode_single_quotes(&stripslashes(&escaped));
    let slashed = addslashes(&quotes);
    Cow::Owned(slashed.replace('\r', "").replace('\n', "\\n"))
}

/// `&#39;` and `&#x27;` in any notation (zeros, no semicolon) become `'`.
fn decode_single_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("&#") {
        out.push_str(before);
        let (digits, wanted) = match after.strip_prefix(['x', 'X']) {
            Some(hex) => (hex, "27"),
            None => (after, "39"),
        };
        match digits.trim_start_matches('0').strip_prefix(wanted) {
            Some(tail) => {
                out.push('\'');
                rest = tail.strip_prefix(';').unwrap_or(tail);
            }
            None => {
                out.push_str("&#");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Text for XML; CDATA sections stay as they are.
pub fn esc_xml(text: &str) -> Cow<'_, str> {
    const OPEN: &str = "<![CDATA[";
    const CLOSE: &str = "]]>";
    if !text.contains(OPEN) {
        return wp_specialchars(text, QuoteStyle::Xml1);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        let Some((before, section)) = rest.split_at_checked(start) else {
            break;
        };
        let Some(end) = section.get(OPEN.len()..).and_then(|s| s.find(CLOSE)) else {
            break;
        };
        let Some((section, after)) = section.split_at_checked(OPEN.len() + end + CLOSE.len())
        else {
            break;
        };
        out.push_str(&wp_specialchars(before, QuoteStyle::Xml1));
        out.push_str(section);
        rest = after;
    }
    out.push_str(&wp_specialchars(rest, QuoteStyle::Xml1));
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cdata_stays() {
        assert_eq!(
            esc_xml("a&b<![CDATA[<&>]]>c<d"),
            "a&amp;b<![CDATA[<&>]]>c&lt;d"
        );
        assert_eq!(esc_xml("<![CDATA[x"), "&lt;![CDATA[x");
    }

    #[test]
    fn script_strings() {
        assert_eq!(
            esc_js("it's\n\"x\"&#0039"),
            "it\\'s\\n&quot;x&quot;&amp;#0039"
        );
        assert!(matches!(esc_js("plain"), Cow::Borrowed(_)));
    }
}
