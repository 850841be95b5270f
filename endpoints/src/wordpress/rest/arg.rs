//! Parameters of a route: what the index tells about them, and the checks that they pass.
//!
//! Contract "wordpress-core", section 13 (errors); texts are core's own, translated.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Key, Value};

use super::fault::RestError;

/// A parameter.
#[derive(Debug, Clone)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// The JSON schema as the index prints it.
    pub schema: Array,
    /// Must be sent.
    pub required: bool,
    /// Has a check of its own, which runs before those of the other parameters and of the permission.
    pub early: bool,
    /// Is printed and filled in, but never checked.
    pub unchecked: bool,
}

impl Arg {
    /// A parameter with a description.
    pub fn new(name: &str, description: &str) -> Self {
        let mut arg = Self::bare(name);
        arg.schema.insert("description", description);
        arg
    }

    /// A parameter that nobody described.
    pub fn bare(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            schema: Array::new(),
            required: false,
            early: false,
            unchecked: false,
        }
    }

    /// Adds a keyword of the schema.
    #[must_use]
    pub fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.schema.insert(keyword, value);
        self
    }

    /// A whole number.
    #[must_use]
    pub fn integer(self) -> Self {
        self.with("type", "integer")
    }

    /// A text.
    #[must_use]
    pub fn string(self) -> Self {
        self.with("type", "string")
    }

    /// Yes or no.
    #[must_use]
    pub fn boolean(self) -> Self {
        self.with("type", "boolean")
    }

    /// A list of items of a type.
    #[must_use]
    pub fn list_of(self, kind: &str) -> Self {
        self.with("type", "array")
            .with("items", Value::array().with("type", kind))
    }

    /// The value without one.
    #[must_use]
    pub fn default(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    /// The only values.
    #[must_use]
    pub fn one_of(self, values: &[&str]) -> Self {
        self.with("enum", values.iter().copied().collect::<Value>())
    }

    /// Checked early.
    #[must_use]
    pub fn early(mut self) -> Self {
        self.early = true;
        self
    }

    /// Must be sent.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// As an index prints it.
    pub fn to_value(&self) -> Value {
        Value::from(self.schema.clone()).with("required", self.required)
    }

    /// The value cleaned, or why it is refused.
    pub fn check(&self, value: &Value, locale: &Locale) -> Result<Value, RestError> {
        if self.unchecked || !self.schema.contains_key("type") {
            return Ok(value.clone());
        }
        check(value, &self.schema, &self.name, locale)
    }
}

fn error(code: &str, message: String, data: Value) -> RestError {
    RestError {
        code: code.to_owned(),
        message,
        data: Box::new(data),
    }
}

fn invalid_type(param: &str, kind: &str, locale: &Locale) -> RestError {
    let text = locale.translate("%1$s is not of type %2$s.");
    let message = text.replace("%1$s", param).replace("%2$s", kind);
    error(
        "rest_invalid_type",
        message,
        Value::array().with("param", param),
    )
}

/// `rest_validate_value_from_schema` and `rest_sanitize_value_from_schema`.
fn check(value: &Value, schema: &Array, param: &str, locale: &Locale) -> Result<Value, RestError> {
    let kinds: Vec<String> = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds
            .values()
            .map(|k| k.to_string_lossy().into_owned())
            .collect(),
        Some(kind) => vec![kind.to_string_lossy().into_owned()],
        None => return Ok(value.clone()),
    };
    let fitting = kinds.iter().find(|kind| is_of_type(value, kind));
    let Some(kind) = fitting else {
        return Err(invalid_type(param, &kinds.join(","), locale));
    };
    let cleaned = match kind.as_str() {
        "array" => return check_list(value, schema, param, locale),
        "integer" => Value::Int(integer(value).unwrap_or(0)),
        "number" => Value::Float(value.to_float()),
        "boolean" => Value::Bool(boolean(value).unwrap_or(false)),
        "string" => Value::from(value.to_string_lossy()),
        _ => value.clone(),
    };
    check_enum(&cleaned, schema, param, locale)?;
    check_bounds(&cleaned, schema, param, locale)?;
    check_format(&cleaned, schema, locale)?;
    Ok(cleaned)
}

fn check_list(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<Value, RestError> {
    let mut cleaned = Array::new();
    for (place, item) in list(value).into_iter().enumerate() {
        let item = match schema.get("items").and_then(Value::as_array) {
            Some(items) => check(&item, items, &format!("{param}[{place}]"), locale)?,
            None => item,
        };
        cleaned.push(item);
    }
    Ok(cleaned.into())
}

/// `wp_parse_list` for texts, the values of a list.
fn list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items.values().cloned().collect(),
        other => {
            let text = other.to_string_lossy();
            let parts = text.split([',', ' ', '\t', '\n', '\r']);
            let parts = parts.filter(|p| !p.is_empty());
            parts.map(Value::from).collect()
        }
    }
}

fn is_of_type(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => matches!(value, Value::Null),
        "array" => match value {
            Value::Array(items) => items.is_list(),
            Value::Object(_) => false,
            Value::Null => false,
            _ => true,
        },
        "object" => {
            matches!(value, Value::Array(_) | Value::Object(_)) || value.as_bytes() == Some(b"")
        }
        "integer" => integer(value).is_some(),
        "number" => number(value).is_some(),
        "boolean" => boolean(value).is_some(),
        "string" => matches!(value, Value::Str(_)),
        _ => true,
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(_) | Value::Float(_) => Some(value.to_float()),
        Value::Str(bytes) => {
            let text = std::str::from_utf8(bytes).ok()?;
            let trimmed = text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
            let plain = trimmed
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
            plain.then(|| trimmed.parse().ok()).flatten()
        }
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "saturates, as ids do")]
fn integer(value: &Value) -> Option<i64> {
    let number = number(value)?;
    (number.fract() == 0.0).then_some(number as i64)
}

/// `rest_is_boolean`: nothing but the usual words.
fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(b) => Some(*b),
        Value::Int(1) => Some(true),
        Value::Int(0) => Some(false),
        Value::Str(bytes) => match bytes.to_ascii_lowercase().as_slice() {
            b"true" | b"1" => Some(true),
            b"false" | b"0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn check_enum(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    let Some(Value::Array(allowed)) = schema.get("enum") else {
        return Ok(());
    };
    let text = value.to_string_lossy();
    let names: Vec<String> = allowed
        .values()
        .map(|v| v.to_string_lossy().into_owned())
        .collect();
    if names.iter().any(|name| *name == text) {
        return Ok(());
    }
    let message = if let [one] = names.as_slice() {
        let text = locale.translate("%1$s is not %2$s.");
        text.replace("%1$s", param).replace("%2$s", one)
    } else {
        let text = locale.translate("%1$s is not one of %2$l.");
        text.replace("%1$s", param)
            .replace("%2$l", &enumeration(&names, locale))
    };
    Err(error("rest_not_in_enum", message, Value::Null))
}

/// `wp_sprintf( '%l' )`: a, b and c.
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

fn check_bounds(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    if !matches!(value, Value::Int(_) | Value::Float(_)) {
        return Ok(());
    }
    let bound = |name: &str| schema.get(name).map(Value::to_int);
    let number = value.to_float();
    #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
    let outside = |low: Option<i64>, high: Option<i64>| {
        low.is_some_and(|l| number < l as f64) || high.is_some_and(|h| number > h as f64)
    };
    let (low, high) = (bound("minimum"), bound("maximum"));
    if !outside(low, high) {
        return Ok(());
    }
    let source = match (low, high) {
        (Some(_), Some(_)) => "%1$s must be between %2$d (inclusive) and %3$d (inclusive)",
        (Some(_), None) => "%1$s must be greater than or equal to %2$d",
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

fn check_format(value: &Value, schema: &Array, locale: &Locale) -> Result<(), RestError> {
    let format = schema.get("format").and_then(Value::as_str);
    let text = value.to_string_lossy();
    if format == Some("date-time") && super::date::parse(&text).is_none() {
        let message = locale.translate("Invalid date.").to_owned();
        return Err(error("rest_invalid_date", message, Value::Null));
    }
    if format == Some("email") && !text.contains('@') {
        let message = locale.translate("Invalid email address.").to_owned();
        return Err(error("rest_invalid_email", message, Value::Null));
    }
    Ok(())
}

/// Keys of a schema that are printed for a parameter as core's index prints them.
pub fn names(array: &Array) -> Vec<String> {
    array.keys().map(Key::to_string_lossy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_cleaned() {
        let locale = Locale::english();
        let per_page = Arg::bare("per_page")
            .integer()
            .with("minimum", 1)
            .with("maximum", 100);
        let check = |arg: &Arg, text: &str| arg.check(&Value::from(text), &locale);
        assert_eq!(check(&per_page, "10").unwrap().as_int(), Some(10));
        let error = check(&per_page, "1000").unwrap_err();
        assert_eq!(error.code, "rest_out_of_bounds");
        let include = Arg::bare("include").list_of("integer");
        assert_eq!(check(&include, "1, 2").unwrap().values().count(), 2);
        let error = check(&include, "1,x").unwrap_err();
        assert_eq!(error.message, "include[1] is not of type integer.");
        let order = Arg::bare("order").string().one_of(&["asc", "desc"]);
        let error = check(&order, "up").unwrap_err();
        assert_eq!(error.message, "order is not one of asc and desc.");
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let locale = Locale::english();
            for kind in ["integer", "number", "boolean", "string"] {
                let _ = Arg::bare("a").with("type", kind).check(&Value::from(text.as_str()), &locale);
                let _ = Arg::bare("a").list_of(kind).check(&Value::from(text.as_str()), &locale);
            }
        }
    }
}
