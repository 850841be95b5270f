//! Vectors of the family cf7-form-tags that stand on this floor: tags, options, text functions. The markup of the
//! controls is `themes/tests/contact_form_7.rs`.

use compat::contact_form_7::canonicalize::{LetterCase, canonicalize};
use compat::contact_form_7::file_name::antiscript_file_name;
use compat::contact_form_7::file_types::{
    acceptable_extensions, acceptable_filetypes, convert_mime_to_ext,
};
use compat::contact_form_7::form_tag::{
    DefaultSources, FormTag, FormTagTypes, OptionPattern, scan_form_tags, strip_quote,
};
use compat::contact_form_7::text::{anonymize_ip_addr, count_code_units, flat_join, mask_password};
use compat::contact_form_7::unit_tag::sanitize_unit_tag;
use compat::contact_form_7::whitespace::{
    normalize_newline, strip_end, strip_newline, strip_start, strip_whitespaces,
};
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::query_string::{BuildQuery, http_build_query};
use jiff::Zoned;
use serde_json::{Value, json};

use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "cf7-form-tags";

fn first_tag(template: &str) -> FormTag {
    let tags = scan_form_tags(template, &FormTagTypes::default());
    tags.into_iter().next().unwrap_or_default()
}

fn shown(tag: &FormTag) -> Value {
    let pipes: Vec<_> = tag.pipes.0.iter().map(|p| [&p.before, &p.after]).collect();
    json!({
        "type": tag.tag_type, "basetype": tag.basetype, "raw_name": tag.raw_name, "name": tag.name,
        "options": tag.options, "raw_values": tag.raw_values, "values": tag.values, "labels": tag.labels,
        "pipes": pipes, "attr": tag.attr, "content": tag.content,
    })
}

fn php_value(json: &Value) -> compat::wordpress::php::Value {
    json_decode_assoc(json.to_string().as_bytes()).unwrap_or_default()
}

#[test]
fn scan() {
    check(FAMILY, &["scan_form_tags"], 0, |v| {
        let tags = scan_form_tags(v.str(0), &FormTagTypes::default());
        Some(tags.iter().map(shown).collect())
    });
}

#[test]
fn options() {
    check(FAMILY, &["form_tag_options"], 0, |v| Some(options_of(v)));
}

/// `false` for a missing option, as PHP answers.
fn or_false<T: Into<Value>>(value: Option<T>) -> Value {
    value.map_or(Value::Bool(false), Into::into)
}

fn or_default(value: Option<&str>) -> Value {
    json!(value.unwrap_or("D"))
}

fn options_of(v: &Vector) -> Value {
    let tag = first_tag(v.str(0));
    let now: jiff::Timestamp = v.env["now"]
        .as_str()
        .expect("a clock")
        .parse()
        .expect("a time");
    let now: Zoned = now
        .in_tz(v.env["timezone"].as_str().expect("a zone"))
        .expect("a known zone");
    let sources = DefaultSources::default();
    let list = |name: &str, pattern| {
        let all = tag.get_options(name, pattern);
        or_false((!all.is_empty()).then(|| json!(all)))
    };
    // The second half of the file asks for fewer answers, with another class in front.
    let is_short = v.out["has"].is_null();
    let class = if is_short {
        "k"
    } else {
        "wpcf7-form-control k"
    };
    let mut all = json!({
        "has": {
            "optional": tag.has_option("optional"), "readonly": tag.has_option("readonly"),
            "class": tag.has_option("class"), "min": tag.has_option("min"),
            "consent_for": tag.has_option("consent_for"),
        },
        "size": or_default(tag.get_size_option()),
        "maxlength": or_default(tag.get_maxlength_option()),
        "minlength": or_default(tag.get_minlength_option()),
        "cols": or_default(tag.get_cols_option()),
        "rows": or_default(tag.get_rows_option()),
        "class": tag.get_class_option(class),
        "autocomplete": or_false(tag.get_autocomplete_option()),
        "date_min": or_false(tag.get_date_option("min", &now)),
        "date_max": or_false(tag.get_date_option("max", &now)),
        "default": tag.get_default_option(&sources).unwrap_or_else(|| "D".to_owned()),
        "default_multiple": tag.get_default_options(&sources, false),
        "default_shifted": tag.get_default_options(&sources, true),
        "limit": tag.get_limit_option(),
        "min_num": or_false(tag.get_option("min", OptionPattern::SignedNum)),
        "max_num": or_false(tag.get_option("max", OptionPattern::SignedNum)),
        "step_num": or_false(tag.get_option("step", OptionPattern::Num)),
        "opt_class_all": list("class", OptionPattern::Id),
        "opt_int_all": list("size", OptionPattern::Int),
    });
    if let (true, Some(all), Some(asked)) = (is_short, all.as_object_mut(), v.out.as_object()) {
        all.retain(|key, _| asked.contains_key(key));
    }
    all
}

#[test]
fn texts() {
    check(FAMILY, &["wpcf7_canonicalize"], 0, |v| {
        let case = match v.arg(1)["strto"].as_str() {
            Some("as-is") => LetterCase::AsIs,
            Some("upper") => LetterCase::Upper,
            _ => LetterCase::Lower,
        };
        let strip = v.arg(1)["strip_separators"].as_bool().unwrap_or(false);
        Some(json!(canonicalize(v.str(0), case, strip)))
    });
    check(FAMILY, &["wpcf7_strip_whitespaces"], 0, |v| {
        Some(json!(match v.str(1) {
            "start" => strip_start(v.str(0)),
            "end" => strip_end(v.str(0)),
            _ => strip_whitespaces(v.str(0)),
        }))
    });
    check(FAMILY, &["wpcf7_normalize_newline"], 0, |v| {
        Some(json!(normalize_newline(v.str(0))))
    });
    check(FAMILY, &["wpcf7_strip_newline"], 0, |v| {
        Some(json!(strip_newline(v.str(0))))
    });
    check(FAMILY, &["wpcf7_strip_quote"], 0, |v| {
        Some(json!(strip_quote(v.str(0))))
    });
    check(FAMILY, &["wpcf7_sanitize_unit_tag"], 0, |v| {
        Some(json!(sanitize_unit_tag(v.str(0))))
    });
    check(FAMILY, &["wpcf7_count_code_units"], 0, |v| {
        Some(json!(count_code_units(v.str(0))))
    });
    check(FAMILY, &["wpcf7_anonymize_ip_addr"], 0, |v| {
        Some(json!(anonymize_ip_addr(v.str(0))))
    });
    check(FAMILY, &["wpcf7_mask_password"], 0, |v| {
        let count = |i| usize::try_from(v.arg(i).as_u64().unwrap_or(0)).unwrap_or(0);
        Some(json!(mask_password(v.str(0), count(1), count(2))))
    });
    check(FAMILY, &["wpcf7_flat_join"], 0, |v| {
        let separator = v.arg(1)["separator"].as_str().unwrap_or(", ");
        Some(json!(flat_join(&php_value(v.arg(0)), separator)))
    });
    check(FAMILY, &["wpcf7_build_query"], 0, |v| {
        let value = php_value(v.arg(0));
        Some(json!(http_build_query(&value, BuildQuery::default())))
    });
}

#[test]
fn files() {
    check(FAMILY, &["wpcf7_convert_mime_to_ext"], 0, |v| {
        Some(json!(convert_mime_to_ext(v.str(0))))
    });
    check(FAMILY, &["wpcf7_antiscript_file_name"], 0, |v| {
        Some(json!(antiscript_file_name(v.str(0))))
    });
    check(FAMILY, &["wpcf7_acceptable_filetypes"], 0, |v| {
        let types: Vec<&str> = v.arg(0).as_array().map_or_else(Vec::new, |list| {
            list.iter().filter_map(Value::as_str).collect()
        });
        Some(json!(match v.str(1) {
            "attr" => acceptable_filetypes(&types).join(","),
            _ => acceptable_extensions(&types).join("|"),
        }))
    });
}
