//! Whether submitted fields carry what only a browser with scripts adds.
//!
//! Contract "honeypot", section 5.

use crate::wordpress::options::Options;
use crate::wordpress::php::Array;

/// The field that must be present and empty.
const EMPTY_FIELD: &str = "alt_s";

/// Whether the fields are spam: the configured field or `alt_s` is missing, or `alt_s` says something.
pub fn is_spam(fields: &Array, field_name: &str) -> bool {
    let is_filled = |name: &str| fields.get(name).map(|value| value.to_bool());
    !fields.contains_key(field_name) || is_filled(EMPTY_FIELD) != Some(false)
}

/// The message for the visitor when the fields are spam.
pub fn check(options: &Options, fields: &Array) -> Option<String> {
    let name = options.text("wpa_field_name");
    is_spam(fields, &name).then(|| options.text("wpa_error_message").into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::query_string::parse_str;

    #[test]
    fn the_contracts_cases() {
        let spam = |query: &str| is_spam(&parse_str(query.as_bytes()), "qwmzab4821");
        assert!(!spam("qwmzab4821=1&alt_s="));
        assert!(!spam("qwmzab4821=&alt_s=0"));
        for query in [
            "alt_s=",
            "qwmzab4821=1",
            "qwmzab4821=1&alt_s=x",
            "qwmzab4821=1&alt_s=+",
            "qwmzab4821=1&alt_s[]=",
            "",
        ] {
            assert!(spam(query), "{query}");
        }
    }
}
