//! Schema keywords for bounds: numbers, string lengths, item counts.
//!
//! Contract "wordpress-core", section 13 (errors).

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};
use regex::Regex;

use super::route_error::RestError;
use super::schema_error::error;

/// `rest_validate_number_value_from_schema`: `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`.
///
/// # Errors
/// `rest_out_of_bounds`.
pub fn check_number(
    number: f64,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    let bound = |name: &str| schema.get(name).map(Value::to_int);
    let open = |name: &str| schema.get(name).is_some_and(Value::to_bool);
    let (low, high) = (bound("minimum"), bound("maximum"));
    let (above, below) = (open("exclusiveMinimum"), open("exclusiveMaximum"));
    #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
    let is_outside = low.is_some_and(|l| number < l as f64 || (above && number <= l as f64))
        || high.is_some_and(|h| number > h as f64 || (below && number >= h as f64));
    if !is_outside {
        return Ok(());
    }
    let source = match (low, high, above, below) {
        (Some(_), Some(_), true, true) => {
            "%1$s must be between %2$d (exclusive) and %3$d (exclusive)"
        }
        (Some(_), Some(_), true, false) => {
            "%1$s must be between %2$d (exclusive) and %3$d (inclusive)"
        }
        (Some(_), Some(_), false, true) => {
            "%1$s must be between %2$d (inclusive) and %3$d (exclusive)"
        }
        (Some(_), Some(_), false, false) => {
            "%1$s must be between %2$d (inclusive) and %3$d (inclusive)"
        }
        (Some(_), None, true, _) => "%1$s must be greater than %2$d",
        (Some(_), None, false, _) => "%1$s must be greater than or equal to %2$d",
        (_, _, _, true) => "%1$s must be less than %2$d",
        _ => "%1$s must be less than or equal to %2$d",
    };
    let first = low.or(high).unwrap_or_default().to_string();
    let second = high.unwrap_or_default().to_string();
    let message = locale
        .translate(source)
        .replace("%1$s", param)
        .replace("%2$d", &first)
        .replace("%3$d", &second);
    Err(error("rest_out_of_bounds", message, Value::Null))
}

/// The singular or plural message for a count.
fn counted(
    (one, many): (&str, &str),
    param: &str,
    number: u64,
    code: &str,
    locale: &Locale,
) -> RestError {
    let text = locale.ngettext(one, many, number);
    let number = number.to_string();
    let message = text.replace("%1$s", param).replace("%2$s", &number);
    error(code, message, Value::Null)
}

fn bound(schema: &Array, name: &str) -> Option<u64> {
    let bound = schema.get(name).map(Value::to_int)?;
    u64::try_from(bound).ok()
}

fn length(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// `minLength` and `maxLength`, in characters, and `pattern`.
///
/// # Errors
/// `rest_too_short`, `rest_too_long`, `rest_invalid_pattern`.
pub fn check_length(
    text: &str,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    let found = length(text.chars().count());
    if let Some(least) = bound(schema, "minLength").filter(|least| found < *least) {
        let texts = (
            "%1$s must be at least %2$s character long.",
            "%1$s must be at least %2$s characters long.",
        );
        return Err(counted(texts, param, least, "rest_too_short", locale));
    }
    if let Some(most) = bound(schema, "maxLength").filter(|most| found > *most) {
        let texts = (
            "%1$s must be at most %2$s character long.",
            "%1$s must be at most %2$s characters long.",
        );
        return Err(counted(texts, param, most, "rest_too_long", locale));
    }
    let pattern = schema.get("pattern").map(Value::to_string_lossy);
    if let Some(pattern) = pattern
        && !Regex::new(&pattern).is_ok_and(|regex| regex.is_match(text))
    {
        let source = locale.translate("%1$s does not match pattern %2$s.");
        let message = source.replace("%1$s", param).replace("%2$s", &pattern);
        return Err(error("rest_invalid_pattern", message, Value::Null));
    }
    Ok(())
}

/// `minItems`, `maxItems`, `uniqueItems`.
///
/// # Errors
/// `rest_too_few_items`, `rest_too_many_items`, `rest_duplicate_items`.
pub fn check_items(
    items: &[Value],
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    let found = length(items.len());
    if let Some(least) = bound(schema, "minItems").filter(|least| found < *least) {
        let texts = (
            "%1$s must contain at least %2$s item.",
            "%1$s must contain at least %2$s items.",
        );
        return Err(counted(texts, param, least, "rest_too_few_items", locale));
    }
    if let Some(most) = bound(schema, "maxItems").filter(|most| found > *most) {
        let texts = (
            "%1$s must contain at most %2$s item.",
            "%1$s must contain at most %2$s items.",
        );
        return Err(counted(texts, param, most, "rest_too_many_items", locale));
    }
    let is_unique = || {
        let mut seen = std::collections::HashSet::new();
        items.iter().all(|item| seen.insert(item.to_bytes()))
    };
    if schema.get("uniqueItems").is_some_and(Value::to_bool) && !is_unique() {
        let text = locale.translate("%s has duplicate items.");
        let message = text.replace("%s", param);
        return Err(error("rest_duplicate_items", message, Value::Null));
    }
    Ok(())
}
