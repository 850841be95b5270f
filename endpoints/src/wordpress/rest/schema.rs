//! Validation and sanitizing by JSON schema: `rest_validate_value_from_schema` and
//! `rest_sanitize_value_from_schema`.
//!
//! Contract "wordpress-core", section 13 (errors); texts are core's, translated. Not implemented: `multipleOf`, which no
//! route of core uses.

use std::borrow::Cow;

use compat::wordpress::formatting::email::is_email;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Key, Value};
use compat::wordpress::user::authorize_application::is_uuid;

use super::route_error::RestError;
use super::schema_bounds::{check_items, check_length, check_number};
use super::schema_error::{enumeration, error};
use super::schema_one_of::{any_matching, matching};

/// Maximum nesting depth of a schema; core's parameters need three.
const DEPTH: usize = 16;

/// Validates and sanitizes a value.
///
/// # Errors
/// When the value does not match the schema.
pub fn parse(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<Value, RestError> {
    validate(value, schema, param, locale)?;
    Ok(sanitize(value, schema, locale, DEPTH))
}

/// `rest_invalid_type`.
pub fn invalid_type(param: &str, kind: &str, locale: &Locale) -> RestError {
    let text = locale.translate("%1$s is not of type %2$s.");
    let message = text.replace("%1$s", param).replace("%2$s", kind);
    let data = Value::array().with("param", param);
    error("rest_invalid_type", message, data)
}

/// `rest_validate_value_from_schema`.
///
/// # Errors
/// When the value does not match the schema.
pub fn validate(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    if schema.contains_key("anyOf") {
        any_matching(value, schema, param, (locale, validate))?;
    }
    if schema.contains_key("oneOf") {
        matching(value, schema, param, (locale, validate))?;
    }
    let kinds = kinds(schema);
    let kind = match kinds.as_slice() {
        [] => return Ok(()),
        [one] => one,
        several => {
            let Some(kind) = best_type(value, several) else {
                return Err(invalid_type(param, &several.join(","), locale));
            };
            kind
        }
    };
    match kind.as_str() {
        "array" => check_list(value, schema, param, locale)?,
        "object" => check_object(value, schema, param, locale)?,
        "integer" | "number" => {
            let number = number(value).ok_or_else(|| invalid_type(param, kind, locale))?;
            check_number(number, schema, param, locale)?;
            if kind == "integer" && number.fract() != 0.0 {
                return Err(invalid_type(param, kind, locale));
            }
        }
        "string" => {
            if !matches!(value, Value::Str(_)) {
                return Err(invalid_type(param, kind, locale));
            }
            check_length(&value.to_string_lossy(), schema, param, locale)?;
        }
        kind if !is_of_type(value, kind) => return Err(invalid_type(param, kind, locale)),
        _ => {}
    }
    check_enum(value, schema, param, locale)?;
    if kind == "string" {
        check_format(&value.to_string_lossy(), schema, param, locale)?;
    }
    Ok(())
}

/// The types allowed by a schema.
fn kinds(schema: &Array) -> Vec<String> {
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds
            .values()
            .map(|k| k.to_string_lossy().into_owned())
            .collect(),
        Some(kind) => vec![kind.to_string_lossy().into_owned()],
        None => Vec::new(),
    }
}

/// `rest_get_best_type_for_value`.
fn best_type<'k>(value: &Value, kinds: &'k [String]) -> Option<&'k String> {
    if value.as_bytes() == Some(b"")
        && let Some(string) = kinds.iter().find(|k| *k == "string")
    {
        return Some(string);
    }
    kinds.iter().find(|kind| is_of_type(value, kind))
}

fn check_list(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    if !is_of_type(value, "array") {
        return Err(invalid_type(param, "array", locale));
    }
    let items = list(value);
    if let Some(each) = schema.get("items").and_then(Value::as_array) {
        for (place, item) in items.iter().enumerate() {
            validate(item, each, &format!("{param}[{place}]"), locale)?;
        }
    }
    check_items(&items, schema, param, locale)
}

fn check_object(
    value: &Value,
    schema: &Array,
    param: &str,
    locale: &Locale,
) -> Result<(), RestError> {
    if !is_of_type(value, "object") {
        return Err(invalid_type(param, "object", locale));
    }
    let object = object(value);
    let properties = schema.get("properties").and_then(Value::as_array);
    for (name, property) in properties.into_iter().flat_map(Array::iter) {
        if property.at("required") == &Value::Bool(true) && !has(&object, name) {
            let message = locale
                .translate("%1$s is a required property of %2$s.")
                .replace("%1$s", &name.to_string_lossy())
                .replace("%2$s", param);
            return Err(error("rest_property_required", message, Value::Null));
        }
    }
    for (name, value) in object.iter() {
        let inner = format!("{param}[{}]", name.to_string_lossy());
        let known = properties.and_then(|p| property(p, name));
        match (known, schema.get("additionalProperties")) {
            (Some(Value::Array(schema)), _) => validate(value, schema, &inner, locale)?,
            (None, Some(Value::Bool(false))) => {
                let message = locale
                    .translate("%1$s is not a valid property of Object.")
                    .replace("%1$s", &name.to_string_lossy());
                let code = "rest_additional_properties_forbidden";
                return Err(error(code, message, Value::Null));
            }
            (None, Some(Value::Array(schema))) => validate(value, schema, &inner, locale)?,
            _ => {}
        }
    }
    Ok(())
}

fn property<'a>(properties: &'a Array, name: &Key) -> Option<&'a Value> {
    properties.get(name.to_string_lossy().as_str())
}

fn has(object: &Array, name: &Key) -> bool {
    object.contains_key(name.to_string_lossy().as_str())
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

fn check_format(text: &str, schema: &Array, param: &str, locale: &Locale) -> Result<(), RestError> {
    let refused = |code: &str, source: &str| {
        let message = locale.translate(source).replace("%s", param);
        Err(error(code, message, Value::Null))
    };
    match schema.get("format").and_then(Value::as_str) {
        Some("date-time") if super::date::parse(text).is_none() => {
            refused("rest_invalid_date", "Invalid date.")
        }
        Some("email") if is_email(text).is_none() => {
            refused("rest_invalid_email", "Invalid email address.")
        }
        Some("ip") if text.parse::<std::net::IpAddr>().is_err() => {
            refused("rest_invalid_ip", "%s is not a valid IP address.")
        }
        Some("uuid") if !is_uuid(text) => refused("rest_invalid_uuid", "%s is not a valid UUID."),
        _ => Ok(()),
    }
}

/// `rest_sanitize_value_from_schema`, for valid values.
fn sanitize(value: &Value, schema: &Array, locale: &Locale, depth: usize) -> Value {
    if depth == 0 {
        return value.clone();
    }
    let schema = if schema.contains_key("oneOf") {
        matching(value, schema, "", (locale, validate)).map_or(Cow::Borrowed(schema), Cow::Owned)
    } else {
        Cow::Borrowed(schema)
    };
    let kinds = kinds(&schema);
    let Some(kind) = best_type(value, &kinds) else {
        return value.clone();
    };
    match kind.as_str() {
        "array" => {
            let each = schema.get("items").and_then(Value::as_array);
            let items = list(value).into_iter();
            let items = items.map(|item| match each {
                Some(each) => sanitize(&item, each, locale, depth - 1),
                None => item,
            });
            items.collect()
        }
        "object" => {
            let properties = schema.get("properties").and_then(Value::as_array);
            let mut cleaned = object(value).into_owned();
            for (name, value) in cleaned.iter_mut() {
                if let Some(Value::Array(schema)) = properties.and_then(|p| property(p, name)) {
                    *value = sanitize(value, schema, locale, depth - 1);
                }
            }
            cleaned.into()
        }
        "integer" => Value::Int(integer(value).unwrap_or(0)),
        "number" => Value::Float(value.to_float()),
        "boolean" => Value::Bool(boolean(value).unwrap_or(false)),
        "string" => Value::from(value.to_string_lossy()),
        _ => value.clone(),
    }
}

/// `rest_sanitize_array`: the values of a list; a string is split at commas and white space.
pub fn list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items.values().cloned().collect(),
        Value::Null => Vec::new(),
        other => {
            let text = other.to_string_lossy();
            let parts = text.split([',', ' ', '\t', '\n', '\r', '\x0b', '\x0c']);
            let parts = parts.filter(|p| !p.is_empty());
            parts.map(Value::from).collect()
        }
    }
}

/// `rest_sanitize_object`.
fn object(value: &Value) -> Cow<'_, Array> {
    match value {
        Value::Array(array) => Cow::Borrowed(array),
        _ => Cow::Owned(Array::new()),
    }
}

/// `rest_is_array`, `rest_is_object`, …
pub fn is_of_type(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => matches!(value, Value::Null),
        "array" => match value {
            Value::Array(items) => items.keys().all(|k| matches!(k, Key::Int(_))),
            Value::Object(_) | Value::Null => false,
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

/// `is_numeric`.
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

/// `rest_is_boolean`: a boolean, `0`, `1`, `true` or `false`.
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
