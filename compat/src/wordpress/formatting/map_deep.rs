//! `map_deep` and what WordPress builds on it: `urlencode_deep`; `wp_is_numeric_array`.
//!
//! A PHP value from outside is a [`Value`] here. PHP's own serialised values have their own type.

use serde_json::Value;

use crate::wordpress::php::url::urlencode;

/// Applies `change` to every leaf of a nested value; keys stay.
pub fn map_deep(value: Value, change: &impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Array(items) => {
            Value::Array(items.into_iter().map(|v| map_deep(v, change)).collect())
        }
        Value::Object(items) => Value::Object(
            items
                .into_iter()
                .map(|(k, v)| (k, map_deep(v, change)))
                .collect(),
        ),
        leaf => change(leaf),
    }
}

/// PHP's `urlencode` on every leaf; numbers and booleans become text first, as PHP casts them.
pub fn urlencode_deep(value: Value) -> Value {
    map_deep(value, &|leaf| {
        let text = match leaf {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(true) => "1".to_owned(),
            _ => String::new(),
        };
        Value::String(urlencode(text.as_bytes()))
    })
}

/// Whether a value is a PHP array without string keys.
pub fn wp_is_numeric_array(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::Object(items) => items.keys().all(|key| is_integer_key(key)),
        _ => false,
    }
}

/// Whether PHP stores an array key as an integer: decimal, no leading zero or plus, within 64 bits.
pub fn is_integer_key(key: &str) -> bool {
    key.parse::<i64>().is_ok_and(|n| n.to_string() == key)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numeric_arrays() {
        assert!(wp_is_numeric_array(&json!({"0": 1, "-5": 2})));
        assert!(!wp_is_numeric_array(&json!({"01": 1})));
        assert!(!wp_is_numeric_array(&json!("a")));
    }

    #[test]
    fn leaves_only() {
        assert_eq!(
            urlencode_deep(json!({"a b": ["c d", 1]})),
            json!({"a b": ["c+d", "1"]})
        );
    }
}
