//! Numbers with units as the builder stores them: often without a unit, or with blanks.
//!
//! Contract "divi-server", section 6.3; vectors divi-helpers.

use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::php::float::to_php_string;
use crate::wordpress::php::numeric::is_numeric;

const IMPORTANT: &str = "!important";

/// Units; those that end with another unit come before it.
const UNITS: [&str; 18] = [
    "vmin", "vmax", "rem", "deg", "em", "px", "cm", "mm", "in", "pt", "pc", "ex", "vh", "vw", "ms",
    "ch", "fr", "%",
];

/// Whether a property accepts a word in place of a length (contract "divi-css", section 1.4).
fn is_word(word: &str, property: &str) -> bool {
    match property {
        "margin" | "width" | "height" | "min-height" => {
            matches!(word, "auto" | "inherit" | "initial" | "unset")
        }
        "max-width" | "max-height" | "padding" => matches!(word, "inherit" | "initial" | "unset"),
        "z-index" | "background-size" => word == "auto",
        _ => false,
    }
}

/// `et_builder_process_range_value`: the value as CSS. A bare number is in pixels, a bare line height of up to 3 in `em`.
pub fn process_range_value(range: &str, property: &str) -> String {
    let range = range.trim();
    if range == "none" || is_word(range, property) {
        return range.to_owned();
    }
    if let Some(value) = plain_length(range) {
        return value;
    }
    let number = string_to_float(range.as_bytes());
    let digits = to_php_string(number);
    // The unit is the value without the number text, wherever that occurs.
    let unit = range.replace(&digits, "");
    match unit.as_str() {
        "" if property == "line_height" && number <= 3.0 => format!("{digits}em"),
        "" => format!("{digits}px"),
        unit => format!("{digits}{unit}"),
    }
}

/// The value itself where it is a whole number with a unit, as most are.
fn plain_length(range: &str) -> Option<String> {
    let digits = range.bytes().take_while(u8::is_ascii_digit).count();
    let unit = range.as_bytes().get(digits..)?;
    let is_unit = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'%';
    let is_whole = (1..=14).contains(&digits) && (digits == 1 || !range.starts_with('0'));
    (is_whole && !unit.is_empty() && unit.iter().all(is_unit)).then(|| range.to_owned())
}

/// `et_pb_get_value_unit`: the unit at the end of a value, `px` without one.
pub fn get_value_unit(value: &str) -> &'static str {
    unit_of(value).unwrap_or("px")
}

fn unit_of(value: &str) -> Option<&'static str> {
    if is_numeric(value.as_bytes()) {
        return None;
    }
    UNITS.into_iter().find(|unit| value.ends_with(unit))
}

/// `et_sanitize_input_unit`: number and unit of a value. `!important` stays unless it is added later (`auto_important`).
pub fn sanitize_input_unit(
    value: &str,
    auto_important: bool,
    default_unit: Option<&str>,
) -> String {
    let (value, is_important) = match value.strip_suffix(IMPORTANT) {
        Some(before) => (before.trim(), true),
        None => (value, false),
    };
    let unit = unit_of(value).or(default_unit).unwrap_or("px");
    let digits = to_php_string(string_to_float(value.as_bytes()));
    let end = if is_important && !auto_important {
        " !important"
    } else {
        ""
    };
    format!("{digits}{unit}{end}")
}

/// A filter's value: a number with a unit of the builder's list, `deg` where there is none; `!important` is kept.
pub fn sanitize_filter(value: &str) -> String {
    sanitize_input_unit(value, false, Some("deg"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn never_panics(value in "[-+0-9.eE%pxrm !a-z]{0,20}") {
            process_range_value(&value, "line_height");
            sanitize_input_unit(&value, true, None);
        }
    }
}
