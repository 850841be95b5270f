//! What becomes of posted values before they are used.

use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::php::{Array, Value};

/// `wc_clean`: text without elements and line breaks, in lists of any depth. Other scalars stay.
pub fn wc_clean(value: &Value) -> Value {
    match value {
        Value::Array(entries) => {
            let mut clean = Array::new();
            for (key, value) in entries.iter() {
                clean.insert(key.clone(), wc_clean(value));
            }
            clean.into()
        }
        Value::Object(_) => value.clone(),
        other => match other.as_bytes() {
            Some(_) => sanitize_text_field(&other.to_string_lossy()).into(),
            None => other.clone(),
        },
    }
}

/// `wc_sanitize_textarea`: each line cleaned.
pub fn wc_sanitize_textarea(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(sanitize_text_field).collect();
    lines.join("\n")
}
