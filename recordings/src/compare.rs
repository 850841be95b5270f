//! Compares a response with the one that is wanted: status, headers, cookies, JSON leaf by leaf, markup as a tree, scripts
//! and style sheets by what they say.

use serde_json::Value;

use crate::client_response::ClientResponse;
use crate::difference::{Difference, Kind};
use crate::markup::{self, body, page};
use crate::recording::Response;
use crate::rules::Rules;
use crate::volatile::mask;
use crate::{code, headers, json};

/// Compares status, headers and body.
#[must_use]
pub fn compare(want: &Response, got: &ClientResponse, rules: &mut Rules) -> Vec<Difference> {
    match rules.is_contract() {
        true => contract(want, got),
        false => everything(want, got, rules),
    }
}

fn contract(want: &Response, got: &ClientResponse) -> Vec<Difference> {
    let mut found = Vec::new();
    let status = (want.status.to_string(), got.status.to_string());
    equal(&mut found, Kind::Status, "status", (&status.0, &status.1));
    for (name, kind) in [("content-type", Kind::Header), ("location", Kind::Redirect)] {
        let fold = |v: Option<&str>| {
            let text = mask(&v.unwrap_or_default().replace("; ", ";").to_lowercase());
            // Ids of new rows depend on what was replayed before.
            text.split_once("#comment-")
                .map_or(text.clone(), |(url, _)| format!("{url}#comment-ID"))
        };
        let both = (fold(want.header(name)), fold(got.header(name)));
        equal(&mut found, kind, name, (&both.0, &both.1));
    }
    if want.has_no_body || want.is_excerpt {
        return found;
    }
    let content_type = want.header("content-type").unwrap_or_default();
    if content_type.contains("json") {
        json_of_contract(&mut found, &want.body, &got.body);
    } else if content_type.contains("html") && want.body.len() > 200 {
        let score = markup::compare(&body(&want.body), &body(&got.body));
        found.extend(score.differences);
    } else if want.header("content-encoding").is_none() && !want.body.contains("[elided ") {
        let both = (mask(want.body.trim()), mask(got.body.trim()));
        equal(&mut found, Kind::Body, "body", (&both.0, &both.1));
    }
    found
}

fn equal(found: &mut Vec<Difference>, kind: Kind, place: &str, (want, got): (&str, &str)) {
    if want != got {
        found.push(Difference::new(kind, place, Some(want), Some(got)));
    }
}

fn everything(want: &Response, got: &ClientResponse, rules: &mut Rules) -> Vec<Difference> {
    let mut found = Vec::new();
    if want.status != got.status {
        let kind = match got.status {
            404 | 410 if want.status < 400 => Kind::MissingPage,
            _ => Kind::Status,
        };
        let status = (want.status.to_string(), got.status.to_string());
        equal(&mut found, kind, "status", (&status.0, &status.1));
    }
    if want.status / 100 != got.status / 100 {
        // Another kind of answer: what else differs in it follows from that.
        return found;
    }
    headers::compare(&mut found, want, got, rules);
    if !want.has_no_body {
        found.extend(bodies(want, got, rules));
    }
    found
}

/// Compares bodies by the type of the wanted one.
fn bodies(want: &Response, got: &ClientResponse, rules: &mut Rules) -> Vec<Difference> {
    let kind = want.header("content-type").unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let wanted = want.body_without_volatile();
    let is_text = kind.starts_with("text/") || kind.contains("xml") || kind.contains("script");
    if want.is_excerpt {
        return Vec::new();
    }
    if kind.contains("json") {
        return json_body(want, &got.body, rules);
    }
    if kind.contains("html") {
        return html(&wanted, &got.body, rules);
    }
    if kind.contains("css") {
        return code::style(&wanted, &got.body, rules);
    }
    if kind.contains("javascript") {
        return code::script(&wanted, &got.body, rules);
    }
    if is_text || wanted.len() < 200 {
        return lines(&wanted, &got.body, rules);
    }
    match want.is_body_of(&got.bytes) {
        true => Vec::new(),
        false => vec![Difference::new(
            Kind::Body,
            "body",
            Some(&want.body_summary()),
            Some(&format!("{} bytes", got.bytes.len())),
        )],
    }
}

fn html(want: &str, got: &str, rules: &mut Rules) -> Vec<Difference> {
    let mut found = Vec::new();
    let doctypes = (markup::has_doctype(want), markup::has_doctype(got));
    if doctypes.0 != doctypes.1 {
        let name = |has: bool| has.then_some("doctype");
        let one = Difference::new(Kind::Body, "doctype", name(doctypes.0), name(doctypes.1));
        found.push(one);
    }
    let score = markup::compare_pages(&page(want), &page(got), rules);
    found.extend(score.differences);
    found
}

/// Compares texts of other types line by line; the first line that differs, and how many do.
fn lines(want: &str, got: &str, rules: &mut Rules) -> Vec<Difference> {
    let (want, got) = (want.trim(), got.trim());
    if rules.same(want, got) {
        return Vec::new();
    }
    let (mut wanted, mut found) = (want.lines(), got.lines());
    for number in 1.. {
        let (w, g) = (wanted.next(), found.next());
        let is_same = match (w, g) {
            (None, None) => break,
            (Some(w), Some(g)) => rules.same(w.trim(), g.trim()),
            _ => false,
        };
        if !is_same {
            let cut = |line: Option<&str>| line.map(|l| l.chars().take(2000).collect::<String>());
            let place = format!("body, line {number}");
            let (w, g) = (cut(w), cut(g));
            let one = Difference::new(Kind::Body, &place, w.as_deref(), g.as_deref());
            return vec![one];
        }
    }
    Vec::new()
}

fn json_of_contract(found: &mut Vec<Difference>, want: &str, got: &str) {
    let Ok(wanted) = serde_json::from_str::<Value>(want) else {
        return equal(found, Kind::Body, "body", (want, got));
    };
    let Ok(actual) = serde_json::from_str::<Value>(got) else {
        return found.push(not_json(got));
    };
    json::leaves("", Some(&wanted), Some(&actual), &mut |place, want, got| {
        let is_null = |value: Option<&Value>| value.is_none_or(Value::is_null);
        if is_null(want) && is_null(got) {
            return;
        }
        let text = |value: Option<&Value>| value.map(|v| mask(&v.to_string()));
        let (want, got) = (text(want), text(got));
        if want != got {
            found.push(json::leaf(place, want.as_deref(), got.as_deref()));
        }
    });
}

fn not_json(got: &str) -> Difference {
    let start: String = got.chars().take(120).collect();
    Difference::new(Kind::Body, "body", Some("JSON"), Some(&start))
}

/// Compares the JSON body of a recorded response. Values that the recording names as volatile need only be alike.
fn json_body(want: &Response, got: &str, rules: &mut Rules) -> Vec<Difference> {
    let Ok(wanted) = serde_json::from_str::<Value>(&want.body) else {
        return lines(&want.body_without_volatile(), got, rules);
    };
    let Ok(actual) = serde_json::from_str::<Value>(got) else {
        return vec![not_json(got)];
    };
    json::values(&wanted, &actual, rules, &|place, value| {
        want.leaf_without_volatile(place, value)
    })
}
