//! Errors of values that do not match their schema.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use super::route_error::RestError;

/// An error without `status` in its data.
pub fn error(code: &str, message: String, data: Value) -> RestError {
    RestError {
        code: code.to_owned(),
        message,
        data: Box::new(data),
        additional_data: Vec::new(),
        additional_errors: Vec::new(),
    }
}

/// `wp_sprintf( '%l' )`: `a, b, and c`, localized.
pub fn enumeration(names: &[String], locale: &Locale) -> String {
    let between = |source: &str| {
        let pattern = locale.translate(source);
        pattern.replace("%1$s", "").replace("%2$s", "")
    };
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => {
            let and = between("%1$s and %2$s");
            format!("{one}{and}{two}")
        }
        [first @ .., last] => {
            let comma = between("%1$s, %2$s");
            let and = between("%1$s, and %2$s");
            format!("{}{and}{last}", first.join(&comma))
        }
    }
}
