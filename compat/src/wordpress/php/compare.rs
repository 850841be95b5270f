//! PHP 8's comparisons: `==`, `<=>` and `===`.

use std::cmp::Ordering;

use super::numeric::{Number, numeric_string};
use super::{Array, Object, Value, cast, float};

/// The deepest nesting that is compared; deeper values count as not comparable.
const MAX_DEPTH: usize = 512;

/// `a == b`.
pub fn loose_equals(a: &Value, b: &Value) -> bool {
    spaceship(a, b) == Ordering::Equal
}

/// `a === b`: same type and value; arrays in the same order.
pub fn identical(a: &Value, b: &Value) -> bool {
    a == b
}

/// `a <=> b`. What cannot be compared gives `Greater`, as in PHP (so it is not symmetric).
pub fn spaceship(a: &Value, b: &Value) -> Ordering {
    compared(a, b, 0)
}

fn compared(a: &Value, b: &Value, depth: usize) -> Ordering {
    if depth > MAX_DEPTH {
        return Ordering::Greater;
    }
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => strings(a, b),
        (Value::Null, Value::Str(b)) => [].as_slice().cmp(b.as_slice()),
        (Value::Str(a), Value::Null) => a.as_slice().cmp(&[]),
        (Value::Null | Value::Bool(_), _) | (_, Value::Null | Value::Bool(_)) => {
            a.to_bool().cmp(&b.to_bool())
        }
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Int(a), Value::Float(b)) => floats(cast::int_to_float(*a), *b),
        (Value::Float(a), Value::Int(b)) => floats(*a, cast::int_to_float(*b)),
        (Value::Float(a), Value::Float(b)) => floats(*a, *b),
        (Value::Int(_) | Value::Float(_), Value::Str(text)) => number_with_string(a, text),
        (Value::Str(text), Value::Int(_) | Value::Float(_)) => {
            // NAN is greater on both sides.
            match b {
                Value::Float(f) if f.is_nan() => Ordering::Greater,
                _ => number_with_string(b, text).reverse(),
            }
        }
        (Value::Array(a), Value::Array(b)) => arrays(a, b, depth),
        (Value::Object(a), Value::Object(b)) => objects(a, b, depth),
        (Value::Array(_), Value::Object(_)) => Ordering::Less,
        (Value::Object(_), Value::Array(_)) | (Value::Array(_), _) => Ordering::Greater,
        (_, Value::Array(_)) => Ordering::Less,
        // An object beside a number counts as 1, beside a string as greater.
        (Value::Object(_), Value::Int(_) | Value::Float(_)) => {
            compared(&Value::Int(1), b, depth + 1)
        }
        (Value::Int(_) | Value::Float(_), Value::Object(_)) => {
            compared(a, &Value::Int(1), depth + 1)
        }
        (Value::Str(_), Value::Object(_)) => Ordering::Less,
        _ if a == b => Ordering::Equal,
        _ => Ordering::Greater,
    }
}

fn floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Greater)
}

/// As numbers when both are numeric, else by bytes. Two numbers beyond the float range on the same
/// side say nothing as numbers, so their digits decide.
fn strings(a: &[u8], b: &[u8]) -> Ordering {
    match (numeric_string(a), numeric_string(b)) {
        (Some(Number::Int(a)), Some(Number::Int(b))) => a.cmp(&b),
        (Some(x), Some(y)) => {
            let (x, y) = (x.to_float(), y.to_float());
            let alike = x == y && (!x.is_finite() || (large_integer(a) && large_integer(b)));
            if alike { a.cmp(b) } else { floats(x, y) }
        }
        _ => a.cmp(b),
    }
}

/// Whether a numeric string is an integer too large for 64 bits.
fn large_integer(text: &[u8]) -> bool {
    matches!(numeric_string(text), Some(Number::Float(_)))
        && !text.iter().any(|b| matches!(b, b'.' | b'e' | b'E'))
}

fn number_with_string(number: &Value, text: &[u8]) -> Ordering {
    match (number, numeric_string(text)) {
        (Value::Int(a), Some(Number::Int(b))) => a.cmp(&b),
        (_, Some(other)) => floats(number.to_float(), other.to_float()),
        (Value::Float(f), None) if f.is_nan() => Ordering::Greater,
        (Value::Float(f), None) => float::to_php_string(*f).as_bytes().cmp(text),
        (other, None) => other.to_bytes().as_ref().cmp(text),
    }
}

fn arrays(a: &Array, b: &Array, depth: usize) -> Ordering {
    let by_length = a.len().cmp(&b.len());
    if by_length != Ordering::Equal {
        return by_length;
    }
    for (key, value) in a {
        let Some(other) = b.get(key) else {
            return Ordering::Greater;
        };
        let order = compared(value, other, depth + 1);
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

fn objects(a: &Object, b: &Object, depth: usize) -> Ordering {
    if a.class() != b.class() {
        return Ordering::Greater;
    }
    let by_length = a.len().cmp(&b.len());
    if by_length != Ordering::Equal {
        return by_length;
    }
    for (name, value) in a.stored() {
        let Some(other) = b.stored_value(name) else {
            return Ordering::Greater;
        };
        let order = compared(value, other, depth + 1);
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}
