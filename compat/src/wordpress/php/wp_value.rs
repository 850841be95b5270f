//! WordPress's own casts and checks of numbers and booleans.

use super::Value;
use super::numeric::{self, int_to_float};
use super::round::round;

/// `absint`: `abs((int) $value)`, a float for the lowest integer.
pub fn absint(value: &Value) -> Value {
    let n = value.to_int();
    n.checked_abs()
        .map_or_else(|| Value::Float(int_to_float(n).abs()), Value::Int)
}

/// `wp_validate_boolean`: `(bool)`, but the text `false` (in any case) is false.
pub fn wp_validate_boolean(value: &Value) -> bool {
    match value {
        Value::Str(text) if text.eq_ignore_ascii_case(b"false") => false,
        other => other.to_bool(),
    }
}

/// `rest_is_integer`: a number without a fraction.
pub fn rest_is_integer(value: &Value) -> bool {
    match value {
        Value::Int(_) => true,
        Value::Float(f) => round_trips(*f),
        Value::Str(text) => {
            numeric::numeric_string(text).is_some_and(|n| round_trips(n.to_float()))
        }
        _ => false,
    }
}

fn round_trips(f: f64) -> bool {
    round(f, 0) == f
}

/// `rest_is_boolean`: a boolean, 0 or 1, or one of the texts false, true, 0, 1.
pub fn rest_is_boolean(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Int(0 | 1) => true,
        Value::Str(text) => {
            let text = text.to_ascii_lowercase();
            matches!(text.as_slice(), b"false" | b"true" | b"0" | b"1")
        }
        _ => false,
    }
}
