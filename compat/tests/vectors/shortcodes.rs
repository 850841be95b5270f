//! Vectors of the family wordpress-shortcodes: shortcodes found, parsed, run, stripped.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::wordpress::shortcode::{
    AttKey, Atts, ShortcodeCall, Shortcodes, shortcode_atts, shortcode_parse_atts,
    shortcode_parse_atts_bytes, unescape_invalid_shortcodes,
};
use serde_json::{Map, Value, json};

use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "wordpress-shortcodes";

fn pairs(atts: &Atts) -> Vec<(Value, &str)> {
    atts.iter()
        .map(|(key, value)| match key {
            AttKey::Name(name) => (json!(name), value),
            AttKey::Position(i) => (json!(i), value),
        })
        .collect()
}

fn key_text(key: &Value) -> String {
    key.as_str().map_or_else(|| key.to_string(), str::to_owned)
}

/// The handlers that `env.handlers` describes.
pub(super) fn registered(v: &Vector) -> Shortcodes<()> {
    let mut shortcodes = Shortcodes::new();
    for tag in v.env["registered"].as_array().into_iter().flatten() {
        let tag = tag.as_str().unwrap_or_default();
        match tag {
            "gal" => shortcodes.register(tag, |call: &ShortcodeCall<'_, ()>, ctx: &mut ()| {
                format!("{{gal:{}}}", call.do_content(ctx))
            }),
            "x_y" => shortcodes.register(tag, |call: &ShortcodeCall<'_, ()>, _: &mut ()| {
                let atts: Vec<_> = pairs(&call.atts)
                    .iter()
                    .map(|(k, v)| format!("{}={v}", key_text(k)))
                    .collect();
                format!("{};{}", atts.join(","), call.content)
            }),
            _ => shortcodes.register(tag, |call: &ShortcodeCall<'_, ()>, _: &mut ()| {
                let atts: Map<String, Value> = pairs(&call.atts)
                    .iter()
                    .map(|(k, v)| (key_text(k), json!(v)))
                    .collect();
                json!({"tag": call.tag, "atts": atts, "content": call.content}).to_string()
            }),
        };
    }
    shortcodes
}

#[test]
fn parse_atts() {
    check(FAMILY, &["shortcode_parse_atts"], 0, |v| {
        if v.base64 {
            let bytes = STANDARD.decode(v.str(0)).unwrap_or_default();
            return Some(json!(pairs(&shortcode_parse_atts_bytes(&bytes))));
        }
        let text = v.str(0);
        let blank =
            |c: char| c.is_ascii_whitespace() || matches!(c, '\x0b' | '\u{a0}' | '\u{200b}');
        if text.chars().all(blank) {
            assert!(shortcode_parse_atts(text).is_empty());
            return Some(json!(""));
        }
        Some(json!(pairs(&shortcode_parse_atts(text))))
    });
}

#[test]
fn defaults() {
    check(FAMILY, &["shortcode_atts"], 0, |v| {
        let text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
        let map = |i: usize| -> Vec<(String, Value)> {
            let map = v.arg(i).as_object();
            map.into_iter()
                .flatten()
                .map(|(k, v)| (k.clone(), v.clone()))
                .collect()
        };
        let mut atts = Atts::default();
        for (name, value) in map(1) {
            atts.insert(&name, text(&value));
        }
        let defaults: Vec<_> = map(0).into_iter().map(|(k, v)| (k, text(&v))).collect();
        let borrowed: Vec<_> = defaults
            .iter()
            .map(|(k, v)| (k.as_str(), v.as_str()))
            .collect();
        let out: Map<String, Value> = pairs(&shortcode_atts(&borrowed, &atts))
            .iter()
            .map(|(k, v)| (key_text(k), json!(v)))
            .collect();
        Some(Value::Object(out))
    });
}

#[test]
fn matches_of_the_expression() {
    check(FAMILY, &["shortcode_regex_matches"], 0, |v| {
        let content = v.str(0);
        let text = |on: bool, text: &'static str| if on { text } else { "" };
        let all: Vec<_> = registered(v)
            .matches(content)
            .map(|m| {
                json!({
                    "match": content[m.start..m.end], "byte_offset": m.start,
                    "open_escape": text(m.open_escape, "["), "tag": m.tag, "attrs": m.attrs,
                    "self_close": text(m.self_closing, "/"),
                    "content": m.content.unwrap_or_default(),
                    "close_escape": text(m.close_escape, "]"),
                })
            })
            .collect();
        Some(json!(all))
    });
}

#[test]
fn run() {
    check(FAMILY, &["do_shortcode"], 0, |v| {
        let shortcodes = registered(v);
        let out = if v.arg(1).as_bool() == Some(true) {
            shortcodes.do_shortcode_ignoring_html(v.str(0), &mut ())
        } else {
            shortcodes.do_shortcode(v.str(0), &mut ())
        };
        Some(json!(out))
    });
}

#[test]
fn stripped() {
    check(FAMILY, &["strip_shortcodes"], 0, |v| {
        Some(json!(registered(v).strip_shortcodes(v.str(0))))
    });
}

#[test]
fn has() {
    check(FAMILY, &["has_shortcode"], 0, |v| {
        Some(json!(registered(v).has_shortcode(v.str(0), v.str(1))))
    });
}

#[test]
fn unescaped() {
    check(FAMILY, &["unescape_invalid_shortcodes"], 0, |v| {
        Some(json!(unescape_invalid_shortcodes(v.str(0))))
    });
}
