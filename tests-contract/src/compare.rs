//! Compares a response with the recorded one.

use serde_json::Value;

use crate::client::ClientResponse;
use crate::markup::{self, mask};
use crate::recording::Response;

/// Compares status, relevant headers and body; returns one line per difference: path, expected, actual.
#[must_use]
pub fn compare(want: &Response, got: &ClientResponse) -> Vec<String> {
    let mut lines = Vec::new();
    equal(
        &mut lines,
        "status",
        &want.status.to_string(),
        &got.status.to_string(),
    );
    for name in ["content-type", "location"] {
        let fold = |v: Option<&str>| {
            let text = mask(&v.unwrap_or_default().replace("; ", ";").to_lowercase());
            // Ids of new rows depend on what was replayed before.
            text.split_once("#comment-")
                .map_or(text.clone(), |(url, _)| format!("{url}#comment-ID"))
        };
        equal(
            &mut lines,
            name,
            &fold(want.header(name)),
            &fold(got.header(name)),
        );
    }
    let content_type = want.header("content-type").unwrap_or_default();
    body(&mut lines, content_type, want, got);
    lines
}

fn equal(lines: &mut Vec<String>, place: &str, want: &str, got: &str) {
    if want != got {
        lines.push(format!("{place}: wanted {want:?}, got {got:?}"));
    }
}

fn body(lines: &mut Vec<String>, content_type: &str, want: &Response, got: &ClientResponse) {
    if want.has_no_body || want.is_excerpt {
        return;
    }
    if content_type.contains("json") {
        json(lines, &want.body, &got.body);
    } else if content_type.contains("html") && want.body.len() > 200 {
        let score = markup::compare(&markup::body(&want.body), &markup::body(&got.body));
        let found = score.differences.iter();
        lines.extend(found.map(|d| format!("{}: wanted {}, got {}", d.place, d.want, d.got)));
    } else if want.header("content-encoding").is_none() && !want.body.contains("[elided ") {
        equal(
            lines,
            "body",
            &mask(want.body.trim()),
            &mask(got.body.trim()),
        );
    }
}

fn json(lines: &mut Vec<String>, want: &str, got: &str) {
    let Ok(want) = serde_json::from_str::<Value>(want) else {
        return equal(lines, "body", want, got);
    };
    let Ok(got) = serde_json::from_str::<Value>(got) else {
        let start: String = got.chars().take(120).collect();
        lines.push(format!("not JSON: {start:?}"));
        return;
    };
    leaves("", &want, &got, &mut |place, want, got| {
        if want != got {
            let (want, got) = around_difference(want, got);
            lines.push(format!("{place}: wanted {want}, got {got}"));
        }
    });
}

fn leaves(place: &str, want: &Value, got: &Value, see: &mut impl FnMut(&str, &str, &str)) {
    const NOTHING: Value = Value::Null;
    match (want, got) {
        (Value::Object(w), Value::Object(g)) => {
            for (k, v) in w {
                leaves(
                    &format!("{place}/{k}"),
                    v,
                    g.get(k).unwrap_or(&NOTHING),
                    see,
                );
            }
            for (k, v) in g.iter().filter(|(k, _)| !w.contains_key(*k)) {
                see(&format!("{place}/{k}"), "nothing", &text(v));
            }
        }
        (Value::Array(w), Value::Array(g)) => {
            for i in 0..w.len().max(g.len()) {
                leaves(
                    &format!("{place}/{i}"),
                    w.get(i).unwrap_or(&NOTHING),
                    g.get(i).unwrap_or(&NOTHING),
                    see,
                );
            }
        }
        _ => see(place, &text(want), &text(got)),
    }
}

fn text(value: &Value) -> String {
    mask(&value.to_string())
}

/// Number of characters printed of a value, and of those before the difference.
const PRINTED: usize = 200;
const BEFORE: usize = 40;

/// The parts of two texts to print: their starts, or what surrounds the first difference when it comes later.
fn around_difference(want: &str, got: &str) -> (String, String) {
    let pairs = want.chars().zip(got.chars());
    let same = pairs.take_while(|(w, g)| w == g).count();
    let from = if same < PRINTED { 0 } else { same - BEFORE };
    let part = |text: &str| text.chars().skip(from).take(PRINTED).collect();
    (part(want), part(got))
}
