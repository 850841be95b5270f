//! The encodings in which the builder stores values.
//!
//! Contract "divi-server", section 1.2.

use std::borrow::Cow;

use super::name::{AttributeName, Part};
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::url::esc_url_raw;

/// A stored value as a module sees it.
pub fn decoded<'v>(name: &str, value: &'v str) -> Cow<'v, str> {
    match name {
        "url" | "button_link" | "button_url" => Cow::Owned(decoded_url(value)),
        _ if !has_code(value) || is_icon(name) => Cow::Borrowed(value),
        // In this order: what one step makes, the next may see.
        _ => Cow::Owned(
            value
                .replace("%22", "\"")
                .replace("%92", "\\")
                .replace("%91", "&#91;")
                .replace("%93", "&#93;")
                .replace("%5c", "\\"),
        ),
    }
}

/// Whether any encoding stands in a value: per cent signs alone are lengths.
fn has_code(value: &str) -> bool {
    let bytes = value.as_bytes();
    memchr::memchr_iter(b'%', bytes).any(|at| {
        let code = bytes.get(at + 1..at + 3).unwrap_or_default();
        matches!(code, b"22" | b"91" | b"92" | b"93" | b"5c")
    })
}

/// Brackets are undone in the query only; the rest is a URL as it stands.
fn decoded_url(value: &str) -> String {
    let brackets = |text: &str| text.replace("%91", "&#91;").replace("%93", "&#93;");
    let url = match value.split_once('?') {
        Some((before, query)) => format!("{before}?{}", brackets(query)),
        None => value.to_owned(),
    };
    esc_url_raw(&url, &WP_ALLOWED_PROTOCOLS).into_owned()
}

/// Icons are stored with per cent signs of their own.
fn is_icon(name: &str) -> bool {
    let AttributeName { base, part } = AttributeName::parse(name);
    matches!(part, Part::Value(_)) && (base == "icon" || base.ends_with("_icon"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_decoded_by_name() {
        assert_eq!(
            decoded("title", "%22a%22 %91b%93 %5c%92"),
            "\"a\" &#91;b&#93; \\\\"
        );
        assert_eq!(decoded("button_icon_tablet", "%%22%%"), "%%22%%");
        assert_eq!(decoded("url", "javascript:alert(1)"), "");
        assert_eq!(decoded("url", "/a%91?b=%91"), "/a%91?b=&#91;");
    }

    proptest! {
        #[test]
        fn never_panics(name in "[a-z_]{0,12}", value in "\\PC{0,40}") {
            let _ = decoded(&name, &value);
        }
    }
}
