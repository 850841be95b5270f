//! Numbers, casts, comparisons and formats.

use compat::wordpress::php::compare::{identical, loose_equals, spaceship};
use compat::wordpress::php::round::{number_format, round};
use compat::wordpress::php::sprintf::vsprintf;
use compat::wordpress::php::version_compare::{version_compare, version_compare_with};
use compat::wordpress::php::{Value, cast, numeric, wp_value};
use serde_json::{Value as Json, json};

use super::typed::{bytes, noted_float, text, value};
use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "php-serialize";

#[test]
fn versions() {
    check(FAMILY, &["version_compare"], 0, |v| {
        let (a, b) = (v.str(0), v.str(1));
        Some(match v.arg(2).as_str() {
            Some(operator) => json!(version_compare_with(a, b, operator)?),
            None => json!(version_compare(a, b) as i8),
        })
    });
}

#[test]
fn casts() {
    check(FAMILY, &["cast"], 0, |v| {
        let s = bytes(v, 0);
        let value = Value::Str(s.clone());
        let absint = match wp_value::absint(&value) {
            Value::Float(f) => json!(f),
            other => json!(other.to_int()),
        };
        Some(json!({
            "int": value.to_int(),
            "float": noted_float(value.to_float()),
            "bool": value.to_bool(),
            "is_numeric": numeric::is_numeric(&s),
            "intval16": cast::intval(&s, 16),
            "intval0": cast::intval(&s, 0),
            "absint": absint,
            "ctype_digit": cast::ctype_digit(&s),
            "filter_int": cast::filter_int(&s).map_or(json!(false), |n| json!(n)),
            "filter_bool": cast::filter_bool(&s),
            "wp_validate_boolean": wp_value::wp_validate_boolean(&value),
            "rest_is_integer": wp_value::rest_is_integer(&value),
            "rest_is_boolean": wp_value::rest_is_boolean(&value),
        }))
    });
}

#[test]
fn comparisons() {
    check(FAMILY, &["loose_compare"], 0, |v| {
        let (a, b) = (value(v.arg(0)), value(v.arg(1)));
        Some(json!({
            "==": loose_equals(&a, &b),
            "<=>": spaceship(&a, &b) as i8,
            "===": identical(&a, &b),
        }))
    });
}

fn places(v: &Vector) -> i32 {
    value(v.arg(1)).to_int().try_into().unwrap()
}

#[test]
fn rounding() {
    check(FAMILY, &["round"], 0, |v| {
        Some(noted_float(round(value(v.arg(0)).to_float(), places(v))))
    });
    check(FAMILY, &["number_format"], 0, |v| {
        let point = v.arg(2).as_str().unwrap_or(".");
        let thousands = v.arg(3).as_str().unwrap_or(",");
        let f = value(v.arg(0)).to_float();
        Some(json!(number_format(f, places(v), point, thousands)))
    });
}

#[test]
fn formats() {
    check(FAMILY, &["vsprintf"], 0, |v| {
        let args: Vec<Value> = v.arg(1).as_array()?.iter().map(value).collect();
        Some(vsprintf(&bytes(v, 0), &args).map_or(Json::Bool(false), |out| text(v, &out)))
    });
}
