//! Whether submitted fields carry what only a browser with scripts adds.
//!
//! Contract "honeypot", section 5. What becomes of a form that does not is that form's matter.

use std::borrow::Cow;

use crate::wordpress::options::Options;
use crate::wordpress::php::Array;

/// The field that must be present and empty.
pub(super) const EMPTY_FIELD: &str = "alt_s";

/// The name of the hidden field; none: the site counts as one without the honeypot (contract, section 1).
pub fn field_name(options: &Options) -> Option<Cow<'_, str>> {
    Some(options.text("wpa_field_name")).filter(|name| !name.is_empty())
}

/// Whether the fields are spam: the configured field or `alt_s` is missing, or `alt_s` says something.
pub fn is_spam(fields: &Array, field_name: &str) -> bool {
    let is_filled = |name: &str| fields.get(name).map(|value| value.to_bool());
    !fields.contains_key(field_name) || is_filled(EMPTY_FIELD) != Some(false)
}

/// The message for the visitor when the fields are spam.
pub fn check(options: &Options, fields: &Array) -> Option<String> {
    let name = field_name(options)?;
    is_spam(fields, &name).then(|| options.text("wpa_error_message").into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::query_string::parse_str;

    #[test]
    fn the_contracts_cases() {
        let spam = |query: &str| is_spam(&parse_str(query.as_bytes()), "qwmzab4821");
        for query in [
            "qwmzab4821=1&alt_s=",
            "qwmzab4821=&alt_s=",
            "qwmzab4821=1&alt_s=0",
            // The last of two wins.
            "qwmzab4821=1&alt_s=x&alt_s=",
            "qwmzab4821[]=&alt_s=",
        ] {
            assert!(!spam(query), "{query}");
        }
        for query in [
            "alt_s=",
            "qwmzab4821=1",
            "qwmzab4821=1&alt_s=x",
            "qwmzab4821=1&alt_s=+",
            "qwmzab4821=1&alt_s=00",
            "qwmzab4821=1&alt_s=&alt_s=x",
            "qwmzab4821=1&alt_s[]=",
            "Qwmzab4821=1&alt_s=",
            "",
        ] {
            assert!(spam(query), "{query}");
        }
    }

    #[test]
    fn a_site_without_the_fields_name_has_no_honeypot() {
        let options = |name: &str| {
            Options::new([
                ("wpa_field_name".to_owned(), name.as_bytes().to_vec()),
                ("wpa_error_message".to_owned(), b" No.".to_vec()),
            ])
        };
        assert_eq!(check(&options(""), &Array::new()), None);
        assert_eq!(check(&Options::default(), &Array::new()), None);
        // The message is returned as stored, its leading space included.
        assert_eq!(
            check(&options("f1"), &Array::new()).as_deref(),
            Some(" No.")
        );
    }
}
