//! Differential fuzzing against the vectors: inputs whose results PHP recorded are put together by rules that PHP keeps
//! (two variables of a form, two shortcodes of a text, a URL and its fragment), and the result must be that of the parts.

use std::collections::HashSet;

use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::shortcode::{AttKey, shortcode_parse_atts};
use compat::wordpress::url;
use proptest::prelude::*;
use proptest::sample::Index;

use super::harness::{Vector, load};
use super::php_serialize::typed;
use super::shortcodes::registered;

/// The vectors of a function that a rule may put together.
fn parts(family: &str, function: &str, fits: impl Fn(&Vector) -> bool) -> Vec<Vector> {
    let mut vectors = load(family);
    vectors.retain(|v| v.function == function && !v.base64 && fits(v));
    assert!(vectors.len() > 20, "{function}: {} parts", vectors.len());
    vectors
}

fn picks() -> impl Strategy<Value = Vec<Index>> {
    proptest::collection::vec(any::<Index>(), 1..8)
}

/// Shortcodes that are whole: nothing in one part can close or open something in another.
fn is_whole(text: &str) -> bool {
    let brackets = text.matches('[').count();
    brackets == text.matches(']').count()
        && !text.contains(['<', '>', '"', '\''])
        && !text.contains("[[")
        && !text.contains("&#")
        && (!text.contains("[/") || (text.starts_with('[') && text.ends_with(']')))
        && text.matches("[/").count() * 2 >= brackets
}

#[test]
fn shortcodes_beside_each_other() {
    let parts = parts("wordpress-shortcodes", "do_shortcode", |v| {
        v.args.as_array().is_some_and(|args| args.len() == 1) && is_whole(v.str(0))
    });
    proptest!(|(picks in picks(), between in "[a-z0-9 .,\n&;]{0,6}")| {
        let chosen: Vec<_> = picks.iter().map(|pick| pick.get(&parts)).collect();
        let texts: Vec<_> = chosen.iter().map(|v| v.str(0)).collect();
        let results: Vec<_> = chosen.iter().filter_map(|v| v.out.as_str()).collect();
        let text = texts.join(&between);
        let got = registered(chosen[0]).do_shortcode(&text, &mut ());
        prop_assert_eq!(got, results.join(&between));
    });
}

#[test]
fn attributes_behind_each_other() {
    let parts = parts("wordpress-shortcodes", "shortcode_parse_atts", |v| {
        let text = v.str(0);
        // A number as a name would be a position of the whole.
        let keys = v.out.as_array().into_iter().flatten();
        let mut positions = keys.filter_map(|pair| pair[0].as_u64()).zip(0..);
        positions.all(|(position, next)| position == next)
            && v.out.is_array()
            && !text.trim().starts_with('=')
            && !text.trim().ends_with('=')
            && !text.contains(['<', '['])
            && text.matches(['"', '\'']).count() % 2 == 0
    });
    let found = |text: &str| -> Vec<(Option<String>, String)> {
        shortcode_parse_atts(text)
            .iter()
            .map(|(key, value)| match key {
                AttKey::Name(name) => (Some(name.to_owned()), value.to_owned()),
                AttKey::Position(_) => (None, value.to_owned()),
            })
            .collect()
    };
    proptest!(|(picks in picks())| {
        let chosen: Vec<_> = picks.iter().map(|pick| pick.get(&parts)).collect();
        // A name that stands twice keeps its first place.
        let mut names = HashSet::new();
        let mut wanted = Vec::new();
        let mut texts = Vec::new();
        for v in chosen {
            let pairs: Vec<_> = v.out.as_array().into_iter().flatten().collect();
            let of_part: Vec<_> = pairs.iter().filter_map(|pair| pair[0].as_str()).collect();
            if of_part.iter().any(|name| names.contains(*name)) {
                continue;
            }
            names.extend(of_part);
            texts.push(v.str(0));
            let value = |pair: &serde_json::Value| pair[1].as_str().unwrap_or_default().to_owned();
            wanted.extend(pairs.iter().map(|pair| (pair[0].as_str().map(str::to_owned), value(pair))));
        }
        prop_assert_eq!(found(&texts.join(" ")), wanted);
    });
}

#[test]
fn variables_of_a_form() {
    let parts = parts("php-serialize", "parse_str", |v| {
        !v.str(0).is_empty() && v.str(0).split('&').count() < 20
    });
    proptest!(|(picks in picks())| {
        let mut wanted = Array::new();
        let mut bodies = Vec::new();
        for pick in picks {
            let v = pick.get(&parts);
            let Value::Array(variables) = typed::value(&v.out) else {
                continue;
            };
            if variables.iter().any(|(key, _)| wanted.get(key).is_some()) {
                continue;
            }
            for (key, value) in variables.iter() {
                wanted.insert(key.clone(), value.clone());
            }
            bodies.push(typed::bytes(v, 0));
        }
        let got = Value::Array(parse_str(&bodies.join(&b'&')));
        prop_assert_eq!(typed::notation(&got), typed::notation(&Value::Array(wanted)));
    });
}

#[test]
fn urls_with_more_arguments() {
    let parts = parts("wordpress-formatting", "esc_url", |v| {
        let url = v.str(0);
        url.starts_with("http")
            && url.contains("://")
            && !url.ends_with(['%', '0', ' ', '\n'])
            && !url.contains('[')
            && v.out.as_str().is_some_and(|out| !out.is_empty())
            && v.arg(1).is_null()
    });
    proptest!(|(pick in any::<Index>(), name in "[a-z]{1,5}", value in "[A-Za-z0-9_.~-]{0,6}")| {
        let v = pick.get(&parts);
        let longer = format!("{}&{name}={value}", v.str(0));
        let got = url::esc_url(&longer, &WP_ALLOWED_PROTOCOLS);
        let wanted = format!("{}&#038;{name}={value}", v.out.as_str().unwrap_or_default());
        prop_assert_eq!(got, wanted);
    });
}
