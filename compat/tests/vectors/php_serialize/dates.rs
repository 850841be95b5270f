//! Dates as people write them.

use compat::wordpress::php::strtotime::{date_create_immutable, strtotime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde_json::{Value as Json, json};

use super::typed::bytes;
use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "php-serialize";

fn zone(v: &Vector, key: &str) -> TimeZone {
    TimeZone::get(v.env[key].as_str().unwrap()).unwrap()
}

#[test]
fn timestamps() {
    check(FAMILY, &["strtotime"], 0, |v| {
        let base = v.arg(1).as_i64()?;
        let second = strtotime(&bytes(v, 0), base, &zone(v, "default_timezone"));
        Some(second.map_or(Json::Bool(false), |n| json!(n)))
    });
}

#[test]
fn dates() {
    check(FAMILY, &["date_create_immutable"], 0, |v| {
        let now: Timestamp = v.env["now"].as_str()?.parse().ok()?;
        let now: Zoned = now.to_zoned(zone(v, "timezone"));
        let date = date_create_immutable(&bytes(v, 0), &now);
        Some(date.map_or(Json::Bool(false), |date| json!(written(&date))))
    });
}

/// PHP's `Y-m-d H:i:s P`.
fn written(date: &Zoned) -> String {
    let sign = if date.year() < 0 { "-" } else { "" };
    let rest = date.strftime("%m-%d %H:%M:%S");
    let minutes = date.offset().seconds() / 60;
    let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
    let east = if date.offset().is_negative() {
        '-'
    } else {
        '+'
    };
    let year = date.year().unsigned_abs();
    format!("{sign}{year:04}-{rest} {east}{hours:02}:{minutes:02}")
}
