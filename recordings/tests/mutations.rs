//! Random changes of recorded responses, each of which must be found and named.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeMap;
use std::path::Path;

use recordings::client_response::ClientResponse;
use recordings::compare::compare;
use recordings::difference::Kind;
use recordings::recording::{Recording, Response, read_tree};
use recordings::rules::Rules;
use regex::Regex;
use serde_json::Value;

/// Changes of each kind.
const EACH: usize = 45;

/// A reproducible source of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % count.max(1) as u64).unwrap()
    }
}

fn all() -> Vec<Recording> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/recordings");
    let (found, problems) = read_tree(&folder).unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    found.into_iter().map(|(_, recording)| recording).collect()
}

fn answer(recording: &Recording) -> ClientResponse {
    let response = &recording.response;
    ClientResponse {
        status: response.status,
        headers: response.headers.clone(),
        body: response.body.clone(),
        bytes: response.body.clone().into_bytes(),
    }
}

/// Whether two texts begin to differ inside of a `noscript` element.
fn is_in_noscript(body: &str, made: &str) -> bool {
    let same = body.bytes().zip(made.bytes()).take_while(|(a, b)| a == b);
    let before = body.as_bytes().get(..same.count()).unwrap_or_default();
    let before = String::from_utf8_lossy(before);
    before.rfind("<noscript") > before.rfind("</noscript")
}

fn is_html(r: &Recording) -> bool {
    let kind = r.response.header("content-type").unwrap_or_default();
    kind.contains("html")
        && r.response.body.len() > 2000
        && !r.response.is_excerpt
        && !r.response.has_no_body
}

/// The text with one match of a pattern replaced, outside of scripts and style sheets when these do not count.
fn replace(
    text: &str,
    random: &mut Random,
    pattern: &str,
    with: impl Fn(&regex::Captures<'_>) -> String,
) -> Option<String> {
    let pattern = Regex::new(pattern).unwrap();
    let code =
        Regex::new(r"(?s)<(script|style|noscript)\b.*?</(script|style|noscript)>|<!--.*?-->")
            .unwrap();
    let taken: Vec<_> = code.find_iter(text).map(|m| m.range()).collect();
    let found: Vec<_> = pattern
        .captures_iter(text)
        .filter(|c| {
            let at = c.get(0).unwrap().range();
            !taken.iter().any(|t| t.start < at.end && at.start < t.end)
        })
        .collect();
    if found.is_empty() {
        return None;
    }
    splice(text, &found[random.below(found.len())], with)
}

fn splice(
    text: &str,
    one: &regex::Captures<'_>,
    with: impl Fn(&regex::Captures<'_>) -> String,
) -> Option<String> {
    let range = one.get(0).unwrap().range();
    let new = with(one);
    (new != text[range.clone()])
        .then(|| format!("{}{new}{}", &text[..range.start], &text[range.end..]))
}

fn in_code(
    text: &str,
    random: &mut Random,
    outer: &str,
    inner: &str,
    with: impl Fn(&regex::Captures<'_>) -> String,
) -> Option<String> {
    let outer = Regex::new(outer).unwrap();
    let parts: Vec<_> = outer
        .captures_iter(text)
        .map(|c| c.get(1).unwrap().range())
        .collect();
    let part = parts.get(random.below(parts.len()))?.clone();
    let inner = Regex::new(inner).unwrap();
    let found: Vec<_> = inner.captures_iter(&text[part.clone()]).collect();
    let changed = splice(
        &text[part.clone()],
        found.get(random.below(found.len()))?,
        with,
    )?;
    Some(format!(
        "{}{changed}{}",
        &text[..part.start],
        &text[part.end..]
    ))
}

fn json_leaf(value: &mut Value, random: &mut Random) -> bool {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = random.below(map.len());
            json_leaf(map.values_mut().nth(at).unwrap(), random)
        }
        Value::Array(list) if !list.is_empty() => {
            let at = random.below(list.len());
            json_leaf(&mut list[at], random)
        }
        Value::String(text) => {
            text.push_str("·x");
            true
        }
        Value::Number(number) => {
            *value = Value::from(number.as_f64().unwrap_or_default() + 1.5);
            true
        }
        Value::Bool(b) => {
            *value = Value::Bool(!*b);
            true
        }
        Value::Null => {
            *value = Value::from(1);
            true
        }
        _ => false,
    }
}

#[expect(clippy::too_many_lines, reason = "an arm for each kind")]
/// A response with one change of a kind; `None` when it has nothing to change.
fn changed(kind: Kind, recording: &Recording, random: &mut Random) -> Option<ClientResponse> {
    let mut answer = answer(recording);
    let body = &recording.response.body;
    let with_body = |body: Option<String>, mut answer: ClientResponse| {
        answer.body = body?;
        Some(answer)
    };
    let html =
        |random: &mut Random, pattern: &str, with: &dyn Fn(&regex::Captures<'_>) -> String| {
            is_html(recording)
                .then(|| replace(body, random, pattern, with))
                .flatten()
        };
    match kind {
        Kind::Class => with_body(
            html(random, r#"( class=["'])([\w-]+)"#, &|c| {
                format!("{}{}-changed", &c[1], &c[2])
            }),
            answer,
        ),
        Kind::Attribute => with_body(
            html(
                random,
                r#"( (?:href|src|alt|title|content|value|id|name|data-[\w-]+)=["'])([^"'<>&]+)"#,
                &|c| format!("{}{}x", &c[1], &c[2]),
            ),
            answer,
        ),
        Kind::Text => with_body(
            html(random, r">(\s*[^<>\s&][^<>&]{3,})<", &|c| {
                format!(">{} changed<", &c[1])
            }),
            answer,
        ),
        Kind::MissingElement => with_body(
            html(random, r"<(?:img|input|meta|link)\b[^<>]*>", &|_| {
                String::new()
            }),
            answer,
        ),
        Kind::ExtraElement => with_body(
            html(random, r"</(?:p|li|div|span|h2|a)>", &|c| {
                format!("<b>x</b>{}", &c[0])
            }),
            answer,
        ),
        Kind::Order => with_body(
            html(
                random,
                r"(?s)(<(?:meta|link|li|p|option|h\d|span|a)\b[^<>]*>(?:[^<>]*</(?:li|p|option|h\d|span|a)>)?)\s*(<(?:meta|link|li|p|option|h\d|span|a)\b[^<>]*>(?:[^<>]*</(?:li|p|option|h\d|span|a)>)?)",
                &|c| {
                    // Only whole elements that differ can be put in another order.
                    let is_whole = |e: &str| {
                        e.starts_with("<meta") || e.starts_with("<link") || e.contains("</")
                    };
                    match is_whole(&c[1]) && is_whole(&c[2]) {
                        true => format!("{}\n{}", &c[2], &c[1]),
                        false => c[0].to_owned(),
                    }
                },
            ),
            answer,
        ),
        Kind::ScriptGlobal if is_html(recording) => with_body(
            in_code(
                body,
                random,
                r"(?s)var \w+ = (\{[^\n]*?\});",
                r#"(:")([^"\\]*)"#,
                |c| format!("{}{}x", &c[1], &c[2]),
            ),
            answer,
        ),
        Kind::CssRule if is_html(recording) => {
            let made = in_code(
                body,
                random,
                r"(?s)<style[^>]*>([^<]*\{[^<]*)</style>",
                r"(:\s*)([\w#][^;{}]*)([;}])",
                |c| format!("{}{}1{}", &c[1], &c[2], &c[3]),
            );
            // What browsers without scripts alone read is compared as text.
            with_body(made.filter(|made| !is_in_noscript(body, made)), answer)
        }
        Kind::JsonLeaf => {
            let mut value = serde_json::from_str::<Value>(body).ok()?;
            let is_json = recording
                .response
                .header("content-type")
                .unwrap_or_default()
                .contains("json");
            let is_changed = is_json && json_leaf(&mut value, random);
            with_body(is_changed.then(|| value.to_string()), answer)
        }
        Kind::Status => {
            answer.status = if answer.status == 500 { 200 } else { 500 };
            Some(answer)
        }
        Kind::MissingPage if recording.response.status < 300 => {
            answer.status = 404;
            answer.body = "<html><body class='error404'>Nothing</body></html>".to_owned();
            Some(answer)
        }
        Kind::Redirect => {
            let (_, value) = answer
                .headers
                .iter_mut()
                .find(|(n, _)| n.eq_ignore_ascii_case("location"))?;
            value.push_str(if random.below(2) == 0 { "x" } else { "?more=1" });
            Some(answer)
        }
        Kind::Header => {
            let counts = [
                "content-type",
                "cache-control",
                "link",
                "x-robots-tag",
                "allow",
                "x-wp-total",
                "vary",
                "x-redirect-by",
                "expires",
            ];
            let found: Vec<usize> = (0..answer.headers.len())
                .filter(|at| {
                    counts
                        .iter()
                        .any(|c| answer.headers[*at].0.eq_ignore_ascii_case(c))
                })
                .collect();
            let at = *found.get(random.below(found.len()))?;
            match random.below(3) {
                0 => drop(answer.headers.remove(at)),
                1 => answer.headers[at].1.push_str("; x=1"),
                _ => answer.headers.push(("X-More".to_owned(), "1".to_owned())),
            }
            Some(answer)
        }
        Kind::Cookie => {
            let found: Vec<usize> = (0..answer.headers.len())
                .filter(|at| answer.headers[*at].0.eq_ignore_ascii_case("set-cookie"))
                .collect();
            match found.get(random.below(found.len())) {
                None => answer
                    .headers
                    .push(("Set-Cookie".to_owned(), "more=1; path=/".to_owned())),
                Some(at) => match random.below(3) {
                    0 => drop(answer.headers.remove(*at)),
                    1 => answer.headers[*at].1.push_str("; SameSite=Strict"),
                    _ => answer.headers[*at].1 = answer.headers[*at].1.replacen('=', "=changed", 1),
                },
            }
            Some(answer)
        }
        _ => None,
    }
}

#[test]
fn every_change_is_found_and_named() {
    let recordings = all();
    let kinds = [
        Kind::Class,
        Kind::Attribute,
        Kind::Text,
        Kind::Order,
        Kind::ScriptGlobal,
        Kind::Header,
        Kind::Cookie,
        Kind::Status,
        Kind::Redirect,
        Kind::JsonLeaf,
        Kind::MissingPage,
        Kind::MissingElement,
        Kind::ExtraElement,
        Kind::CssRule,
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut figures, mut missed) = (BTreeMap::new(), Vec::new());
    for kind in kinds {
        let (mut injected, mut found, mut named, mut tries) = (0, 0, 0, 0);
        while injected < EACH && tries < EACH * 400 {
            tries += 1;
            let recording = &recordings[random.below(recordings.len())];
            let Some(mut got) = changed(kind, recording, &mut random) else {
                continue;
            };
            got.bytes = got.body.clone().into_bytes();
            injected += 1;
            let want = Response {
                has_no_body: recording.response.has_no_body,
                is_excerpt: recording.response.is_excerpt,
                ..Response::of(&answer(recording))
            };
            let differences = compare(&want, &got, &mut Rules::everything().with_masks(false));
            found += usize::from(!differences.is_empty());
            let is_named = differences.iter().any(|d| d.kind == kind);
            named += usize::from(is_named);
            if !is_named {
                let shown = differences.first().map(ToString::to_string);
                missed.push(format!("{kind:?} in {}: {shown:?}", recording.name));
            }
        }
        figures.insert(kind.name(), (found, named, injected));
    }
    let sum = |of: fn(&(usize, usize, usize)) -> usize| figures.values().map(of).sum::<usize>();
    println!(
        "found {} / named {} / injected {}: {figures:?}",
        sum(|f| f.0),
        sum(|f| f.1),
        sum(|f| f.2)
    );
    assert!(sum(|f| f.2) >= 500, "{figures:?}");
    assert!(
        missed.is_empty(),
        "{} of {}:\n{}",
        missed.len(),
        sum(|f| f.2),
        missed.join("\n")
    );
}

#[test]
fn a_response_is_no_difference_to_itself() {
    for recording in all() {
        let want = Response::of(&answer(&recording));
        let found = compare(
            &want,
            &answer(&recording),
            &mut Rules::everything().with_masks(false),
        );
        assert!(found.is_empty(), "{}: {}", recording.name, found[0]);
    }
}
