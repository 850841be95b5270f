//! Markup as a value of a template.

use minijinja::Value;

/// The value of a template for markup: printed without escaping.
pub fn markup(text: String) -> Value {
    Value::from_safe_string(text)
}
