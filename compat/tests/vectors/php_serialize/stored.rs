//! Serialised values, floats in them, query strings and JSON.

use compat::wordpress::php::query_string::{
    BuildQuery, http_build_query, parse_str, wp_build_query, wp_parse_args,
};
use compat::wordpress::php::{self, Array, Value, float, json};
use serde_json::json;

use super::typed::{bytes, notation, text, value};
use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "php-serialize";

#[test]
fn serialize() {
    check(FAMILY, &["serialize"], 0, |v| {
        Some(text(v, &php::serialize(&value(v.arg(0)))))
    });
}

#[test]
fn maybe_serialize() {
    check(FAMILY, &["maybe_serialize"], 0, |v| {
        Some(notation(&php::maybe_serialize(&any(v))))
    });
}

/// An argument in typed notation, or a base64 string.
fn any(v: &Vector) -> Value {
    if v.args_base64 {
        Value::Str(bytes(v, 0))
    } else {
        value(v.arg(0))
    }
}

#[test]
fn maybe_unserialize() {
    check(FAMILY, &["maybe_unserialize"], 0, |v| {
        Some(notation(&php::maybe_unserialize(&bytes(v, 0))))
    });
}

#[test]
fn is_serialized() {
    check(FAMILY, &["is_serialized"], 0, |v| {
        let strict = v.arg(1).as_bool().unwrap_or(true);
        Some(json!(php::is_serialized(&bytes(v, 0), strict)))
    });
    check(FAMILY, &["is_serialized_string"], 0, |v| {
        Some(json!(php::is_serialized_string(&bytes(v, 0))))
    });
}

#[test]
fn float_repr() {
    check(FAMILY, &["float_repr"], 0, |v| {
        let f = value(v.arg(0)).to_float();
        let stored = php::serialize(&Value::Float(f));
        // The recording leaves out the integer where PHP 8 has none that fits.
        let int = (f.abs() < 9e18).then(|| Value::Float(f).to_int());
        Some(json!({
            "string": float::to_php_string(f),
            "serialize": String::from_utf8_lossy(&stored),
            "json": json::json_encode(&Value::Float(f), 0),
            "json_preserve": json::json_encode(&Value::Float(f), json::flags::PRESERVE_ZERO_FRACTION),
            "int": int,
            "var_export": float::var_export(f),
        }))
    });
}

#[test]
fn query_strings_read() {
    check(FAMILY, &["parse_str"], 0, |v| {
        Some(notation(&Value::Array(parse_str(&bytes(v, 0)))))
    });
    check(FAMILY, &["wp_parse_args"], 0, |v| {
        let defaults = value(v.arg(1));
        let merged: Array = wp_parse_args(&any(v), defaults.as_array());
        Some(notation(&Value::Array(merged)))
    });
}

#[test]
fn query_strings_built() {
    check(FAMILY, &["wp_build_query"], 0, |v| {
        Some(text(v, &wp_build_query(&value(v.arg(0)))))
    });
    let variants = [
        "http_build_query",
        "http_build_query_rfc3986",
        "http_build_query_prefix",
    ];
    check(FAMILY, &variants, 0, |v| {
        let mut how = BuildQuery {
            rfc3986: v.function.ends_with("3986"),
            ..BuildQuery::default()
        };
        if v.function.ends_with("prefix") {
            how.numeric_prefix = v.str(1);
            how.separator = v.str(2);
        }
        Some(json!(http_build_query(&value(v.arg(0)), how)))
    });
}

#[test]
fn json_written_and_read() {
    check(FAMILY, &["wp_json_encode"], 0, |v| {
        let flags = v.arg(1).as_u64().and_then(|n| u32::try_from(n).ok())?;
        Some(json!(json::wp_json_encode(&any(v), flags)))
    });
    check(FAMILY, &["json_decode_assoc"], 0, |v| {
        let (value, error) = match json::json_decode_assoc(&bytes(v, 0)) {
            Ok(value) => (value, 0),
            Err(error) => (Value::Null, error.code()),
        };
        Some(json!({"value": notation(&value), "error": error}))
    });
}

/// Names of classes are the same in any case; PHP's own class is stored again as it is declared.
#[test]
fn the_class_of_plain_objects_in_any_case() {
    let stored = php::unserialize(b"O:8:\"stdclass\":1:{s:1:\"a\";O:8:\"STDCLASS\":0:{}}").unwrap();
    let again = php::serialize(&stored);
    println!("{}", String::from_utf8_lossy(&again));
    assert_eq!(
        again,
        b"O:8:\"stdClass\":1:{s:1:\"a\";O:8:\"stdClass\":0:{}}"
    );
}
