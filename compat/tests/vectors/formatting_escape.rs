//! Vectors of `wordpress-formatting`: escaping, sanitising, URLs, numbers, dates, kses.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::wordpress::date::date_strings::array;
use compat::wordpress::date::{DateStrings, TimeUnit, WpTimezone};
use compat::wordpress::formatting::{
    accents, email, escape, file_name, map_deep, number, path, sanitize, sanitize_field,
    sanitize_title, slashes, specialchars, utf8,
};
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::{date, kses, url};
use serde_json::{Map, Value, json};

use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "wordpress-formatting";

/// The first argument as WordPress sees it: bytes that are not UTF-8 become empty.
fn text(v: &Vector) -> String {
    if !v.base64 {
        return v.str(0).to_owned();
    }
    let bytes = STANDARD.decode(v.str(0)).unwrap_or_default();
    utf8::wp_check_invalid_utf8(&bytes).to_owned()
}

/// A text result, in the encoding of the recording.
fn answer(v: &Vector, out: impl AsRef<str>) -> Option<Value> {
    let out = out.as_ref();
    Some(if v.base64 && v.out.as_str() != Some("") {
        json!(STANDARD.encode(out))
    } else {
        json!(out)
    })
}

fn text_or_false(out: Option<impl Into<String>>) -> Option<Value> {
    Some(out.map_or(Value::Bool(false), |text| Value::String(text.into())))
}

fn locale(v: &Vector) -> &str {
    v.env["locale"].as_str().unwrap_or("es_ES")
}

fn locale_data(locale: &str) -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/vectors/locale-data.json"
    );
    let data: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap_or_default())
        .unwrap_or_default();
    data[locale].clone()
}

fn number_format(v: &Vector) -> number::NumberFormat {
    let data = locale_data(locale(v));
    let get = |key: &str| {
        data["number_format"][key]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    number::NumberFormat {
        decimal_point: get("decimal_point"),
        thousands_sep: get("thousands_sep"),
    }
}

/// Runs one function of text against its vectors.
fn check_text(function: &str, call: impl Fn(&str) -> Cow<'_, str>) {
    check(FAMILY, &[function], 0, |v| answer(v, call(&text(v))));
}

#[test]
fn esc() {
    check_text("esc_html", escape::esc_html);
    check_text("esc_attr", escape::esc_attr);
    check_text("esc_js", escape::esc_js);
    check_text("esc_textarea", escape::esc_textarea);
    check_text("esc_xml", escape::esc_xml);
    check_text("wp_specialchars_decode", |t| {
        specialchars::wp_specialchars_decode(t, specialchars::QuoteStyle::Quotes)
    });
    check_text("wp_check_invalid_utf8", |t| {
        Cow::Borrowed(utf8::wp_check_invalid_utf8(t.as_bytes()))
    });
}

#[test]
fn titles() {
    check(FAMILY, &["sanitize_title"], 0, |v| {
        answer(
            v,
            sanitize_title::sanitize_title(v.str(0), v.str(1), locale(v)),
        )
    });
    check(FAMILY, &["sanitize_title_with_dashes"], 0, |v| {
        let context = match v.str(2) {
            "save" => sanitize_title::TitleContext::Save,
            _ => sanitize_title::TitleContext::Display,
        };
        answer(
            v,
            sanitize_title::sanitize_title_with_dashes(v.str(0), context),
        )
    });
    check_text("sanitize_title_for_query", |t| {
        Cow::Owned(sanitize_title::sanitize_title_for_query(t))
    });
    check(FAMILY, &["remove_accents"], 0, |v| {
        let locale = v.arg(1).as_str().unwrap_or(locale(v));
        answer(v, accents::remove_accents(v.str(0), locale))
    });
}

#[test]
fn words() {
    check_text("sanitize_key", sanitize::sanitize_key);
    check_text("sanitize_mime_type", |t| {
        Cow::Owned(sanitize::sanitize_mime_type(t))
    });
    check(FAMILY, &["sanitize_html_class"], 0, |v| {
        answer(v, sanitize::sanitize_html_class(v.str(0), v.str(1)))
    });
    check(FAMILY, &["sanitize_user"], 0, |v| {
        let strict = v.arg(1).as_bool().unwrap_or(false);
        answer(v, sanitize::sanitize_user(v.str(0), strict, locale(v)))
    });
    check(FAMILY, &["sanitize_file_name"], 0, |v| {
        answer(v, file_name::sanitize_file_name(v.str(0), locale(v), false))
    });
    check(FAMILY, &["sanitize_hex_color"], 0, |v| {
        Some(sanitize::sanitize_hex_color(v.str(0)).map_or(Value::Null, Value::from))
    });
    check(FAMILY, &["sanitize_sql_orderby"], 0, |v| {
        text_or_false(sanitize::sanitize_sql_orderby(v.str(0)))
    });
}

#[test]
fn fields() {
    check_text("sanitize_text_field", |t| {
        Cow::Owned(sanitize_field::sanitize_text_field(t))
    });
    check_text("sanitize_textarea_field", |t| {
        Cow::Owned(sanitize_field::sanitize_textarea_field(t))
    });
    check_text("sanitize_email", |t| Cow::Owned(email::sanitize_email(t)));
    check(FAMILY, &["is_email"], 0, |v| {
        text_or_false(email::is_email(v.str(0)))
    });
}

#[test]
fn slashes_and_paths() {
    check_text("wp_slash", slashes::wp_slash);
    check_text("trailingslashit", |t| {
        Cow::Owned(slashes::trailingslashit(t))
    });
    check_text("untrailingslashit", |t| {
        Cow::Borrowed(slashes::untrailingslashit(t))
    });
    check_text("wp_normalize_path", |t| {
        Cow::Owned(path::wp_normalize_path(t))
    });
    check(FAMILY, &["wp_basename"], 0, |v| {
        answer(v, path::wp_basename(v.str(0), v.str(1)))
    });
    check(FAMILY, &["stripslashes_deep"], 0, |v| {
        Some(slashes::stripslashes_deep(v.arg(0).clone()))
    });
    check(FAMILY, &["urlencode_deep"], 0, |v| {
        Some(map_deep::urlencode_deep(v.arg(0).clone()))
    });
    check(FAMILY, &["wp_is_numeric_array"], 0, |v| {
        Some(map_deep::wp_is_numeric_array(v.arg(0)).into())
    });
}

#[test]
fn numbers() {
    let decimals = |v: &Vector| u8::try_from(v.arg(1).as_u64().unwrap_or(0)).unwrap();
    check(FAMILY, &["number_format_i18n"], 0, |v| {
        let number = v.arg(0).as_f64().unwrap();
        answer(
            v,
            number::number_format_i18n(number, decimals(v), &number_format(v)),
        )
    });
    check(FAMILY, &["size_format"], 0, |v| {
        // PHP compares with the integer 0: the text "0" is no size.
        let bytes = match v.arg(0) {
            Value::String(text) => text.parse().ok().filter(|n| *n != 0.0),
            number => number.as_f64(),
        };
        let out = bytes.and_then(|n| number::size_format(n, decimals(v), &number_format(v)));
        text_or_false(out)
    });
    check(FAMILY, &["zeroise"], 0, |v| {
        let number = v
            .arg(0)
            .as_str()
            .map_or_else(|| v.arg(0).to_string(), str::to_owned);
        let threshold = usize::try_from(v.arg(1).as_u64().unwrap()).unwrap();
        answer(v, number::zeroise(&number, threshold))
    });
}

fn protocols(v: &Vector) -> Vec<&str> {
    match v.arg(1).as_array() {
        Some(list) => list.iter().filter_map(Value::as_str).collect(),
        None => WP_ALLOWED_PROTOCOLS.to_vec(),
    }
}

#[test]
fn urls() {
    check(FAMILY, &["esc_url"], 0, |v| {
        answer(v, url::esc_url(v.str(0), &protocols(v)))
    });
    check(FAMILY, &["esc_url_raw"], 0, |v| {
        answer(v, url::esc_url_raw(v.str(0), &protocols(v)))
    });
    check(FAMILY, &["wp_http_validate_url"], 0, |v| {
        // The recording machine resolved no name.
        text_or_false(url::wp_http_validate_url(
            v.str(0),
            "http://127.0.0.1:8081",
            |_| None,
        ))
    });
    check(FAMILY, &["wp_parse_url"], 0, |v| {
        let Some(parts) = url::wp_parse_url(v.str(0)) else {
            return Some(Value::Bool(false));
        };
        let mut out = Map::new();
        for (name, part) in [
            ("scheme", parts.scheme.map(Value::from)),
            ("host", parts.host.map(Value::from)),
            ("port", parts.port.map(Value::from)),
            ("user", parts.user.map(Value::from)),
            ("pass", parts.pass.map(Value::from)),
            ("path", parts.path.map(Value::from)),
            ("query", parts.query.map(Value::from)),
            ("fragment", parts.fragment.map(Value::from)),
        ] {
            if let Some(part) = part {
                out.insert(name.to_owned(), part);
            }
        }
        Some(Value::Object(out))
    });
}

fn query_arg(value: &Value) -> url::QueryArg {
    let list = |items: Vec<(String, &Value)>| {
        url::QueryArg::Array(items.into_iter().map(|(k, v)| (k, query_arg(v))).collect())
    };
    match value {
        Value::Null => url::QueryArg::Null,
        Value::Bool(flag) => (*flag).into(),
        Value::String(text) => text.as_str().into(),
        Value::Number(number) => url::QueryArg::Text(number.to_string()),
        Value::Array(items) => list(
            items
                .iter()
                .enumerate()
                .map(|(i, v)| (i.to_string(), v))
                .collect(),
        ),
        Value::Object(items) => list(items.iter().map(|(k, v)| (k.clone(), v)).collect()),
    }
}

#[test]
fn query_args() {
    check(FAMILY, &["add_query_arg"], 0, |v| {
        let args = v.arg(0).as_object()?;
        let args: Vec<_> = args
            .iter()
            .map(|(k, v)| (k.as_str(), query_arg(v)))
            .collect();
        answer(v, url::add_query_arg(&args, v.str(1)))
    });
    check(FAMILY, &["remove_query_arg"], 0, |v| {
        answer(v, url::remove_query_arg(&[v.str(0)], v.str(1)))
    });
}

#[test]
fn kses() {
    check_text("wp_kses_post", |t| Cow::Owned(kses::wp_kses_post(t)));
    check_text("wp_filter_nohtml_kses", |t| {
        Cow::Owned(kses::wp_filter_nohtml_kses(t))
    });
    check(FAMILY, &["wp_kses"], 0, |v| {
        let mut allowed = kses::AllowedHtml::default();
        for (element, attributes) in v.arg(1).as_object()? {
            let names = attributes
                .as_object()
                .into_iter()
                .flat_map(Map::keys)
                .cloned();
            allowed.allow(element.clone(), names);
        }
        answer(v, kses::wp_kses(v.str(0), &allowed, &WP_ALLOWED_PROTOCOLS))
    });
}

/// The texts of `locale-data.json` as the caller of the product fills them from a translation.
fn date_strings(v: &Vector) -> DateStrings {
    fn words<const N: usize>(list: &Value) -> [String; N] {
        let list = list
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        array(list.map(str::to_owned).collect())
    }
    let data = locale_data(locale(v));
    let meridiem = ["am", "pm", "AM", "PM"];
    DateStrings {
        weekday: words(&data["weekday"]),
        weekday_abbrev: words(&data["weekday_abbrev"]),
        month: words(&data["month"]),
        month_genitive: words(&data["month_genitive"]),
        month_abbrev: words(&data["month_abbrev"]),
        meridiem: meridiem.map(|m| data["meridiem"][m].as_str().unwrap_or_default().to_owned()),
        decline_months: false,
        elide_de: false,
    }
}

fn zone(v: &Vector) -> WpTimezone {
    let name = v.env["timezone"].as_str().unwrap_or("Europe/Madrid");
    WpTimezone::named(name).unwrap_or_else(WpTimezone::utc)
}

#[test]
fn dates() {
    check(FAMILY, &["wp_date"], 0, |v| {
        let zone = v
            .arg(2)
            .as_str()
            .map_or_else(|| zone(v), |name| WpTimezone::named(name).unwrap());
        answer(
            v,
            date::wp_date(v.str(0), v.arg(1).as_i64()?, &zone, &date_strings(v)),
        )
    });
    check(FAMILY, &["mysql2date"], 0, |v| {
        let strings = (v.arg(2) != &Value::Bool(false)).then(|| date_strings(v));
        let out = date::mysql2date(v.str(0), v.str(1), &zone(v), strings.as_ref());
        match (v.str(0), out) {
            ("U" | "G", Some(number)) => Some(json!(number.parse::<i64>().ok()?)),
            (_, out) => text_or_false(out),
        }
    });
    check(FAMILY, &["human_time_diff"], 0, |v| {
        let data = locale_data(locale(v));
        let text = |unit: TimeUnit, number: u64| {
            let name = unit.source_texts().0.strip_prefix("%s ").unwrap();
            let samples = &data["human_time_diff_one_two"][name];
            let (sample, digit) = if number == 1 {
                (&samples[0], "1")
            } else {
                (&samples[1], "2")
            };
            sample.as_str().unwrap().replacen(digit, "%s", 1)
        };
        answer(
            v,
            date::human_time_diff(v.arg(0).as_i64()?, v.arg(1).as_i64()?, text),
        )
    });
}
