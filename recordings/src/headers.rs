//! Headers and cookies.

use std::collections::BTreeSet;

use crate::client_response::ClientResponse;
use crate::difference::{Difference, Kind};
use crate::recording::Response;
use crate::rules::Rules;
use crate::volatile::mask_dates;

/// Headers that describe the connection, the moment or the server's software.
const OF_THE_SERVER: [&str; 16] = [
    "age",
    "alt-svc",
    "connection",
    "content-encoding",
    "content-length",
    "date",
    "etag",
    "keep-alive",
    "last-modified",
    "server",
    "server-timing",
    "set-cookie",
    "trailer",
    "transfer-encoding",
    "via",
    "x-powered-by",
];

/// Headers whose values differ between servers; that they are there counts.
const PRESENT: [&str; 2] = ["etag", "last-modified"];

pub(crate) fn compare(
    found: &mut Vec<Difference>,
    want: &Response,
    got: &ClientResponse,
    rules: &mut Rules,
) {
    let names = want.headers.iter().chain(&got.headers);
    let names: BTreeSet<String> = names.map(|(name, _)| name.to_ascii_lowercase()).collect();
    for name in names {
        let is_counted = rules.counts_header(&name);
        let (w, g) = (all(&want.headers, &name), all(&got.headers, &name));
        if PRESENT.contains(&&*name) && !is_counted {
            if w.is_some() != g.is_some() {
                found.push(one(Kind::Header, &name, w.as_deref(), g.as_deref()));
            }
        } else if is_counted || !OF_THE_SERVER.contains(&&*name) {
            let is_same = match (&w, &g) {
                (Some(w), Some(g)) => {
                    let w = want.header_without_volatile(&name, w);
                    rules.same(&folded(&w), &folded(g))
                }
                _ => w == g,
            };
            if !is_same {
                let kind = match &*name {
                    "location" => Kind::Redirect,
                    _ => Kind::Header,
                };
                found.push(one(kind, &name, w.as_deref(), g.as_deref()));
            }
        }
    }
    cookies(found, want, got, rules);
}

fn one(kind: Kind, place: &str, want: Option<&str>, got: Option<&str>) -> Difference {
    Difference::new(kind, place, want, got)
}

/// All values of a header, joined as a list.
fn all(headers: &[(String, String)], name: &str) -> Option<String> {
    let values = headers
        .iter()
        .filter(|(n, _)| n.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim());
    let values: Vec<&str> = values.collect();
    (!values.is_empty()).then(|| values.join(", "))
}

/// A value without dates and without white space behind separators; what a parameter is called in lower case.
fn folded(value: &str) -> String {
    let value = mask_dates(value);
    let value = value.replace("; ", ";").replace(", ", ",");
    match value.split_once("charset=") {
        Some((start, charset)) => format!("{start}charset={}", charset.to_ascii_lowercase()),
        None => value,
    }
}

/// A cookie that is set: value and attributes in a fixed order.
struct SetCookie {
    name: String,
    value: String,
    attributes: Vec<String>,
}

fn set_cookies(headers: &[(String, String)]) -> Vec<SetCookie> {
    let lines = headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    let parsed = lines.filter_map(|(_, line)| {
        let mut parts = line.split(';');
        let (name, value) = parts.next()?.split_once('=')?;
        let attributes = parts.map(|part| attribute(part.trim()));
        let mut attributes: Vec<String> = attributes.filter(|a| !a.is_empty()).collect();
        attributes.sort_unstable();
        Some(SetCookie {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
            attributes,
        })
    });
    parsed.collect()
}

/// An attribute; of a date only that it is there, and whether it deletes the cookie is told by `Max-Age` or the value.
fn attribute(text: &str) -> String {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let name = name.to_ascii_lowercase();
    match &*name {
        "expires" => name,
        "samesite" => format!("{name}={}", value.to_ascii_lowercase()),
        _ if value.is_empty() => name,
        _ => format!("{name}={value}"),
    }
}

fn cookies(found: &mut Vec<Difference>, want: &Response, got: &ClientResponse, rules: &mut Rules) {
    let wanted = set_cookies(&want.headers);
    let mut left = set_cookies(&got.headers);
    for cookie in wanted {
        let name = &cookie.name;
        let Some(at) = left.iter().position(|c| rules.same(name, &c.name)) else {
            let value = cookie.value;
            found.push(one(Kind::Cookie, name, Some(&value), None));
            continue;
        };
        let other = left.remove(at);
        let value = want.header_without_volatile("set-cookie", &cookie.value);
        if !rules.same(&value, &other.value) {
            let both = (Some(cookie.value.as_str()), Some(other.value.as_str()));
            found.push(one(Kind::Cookie, name, both.0, both.1));
        }
        if cookie.attributes != other.attributes {
            let place = format!("{name}, attributes");
            let (w, g) = (cookie.attributes.join("; "), other.attributes.join("; "));
            found.push(one(Kind::Cookie, &place, Some(&w), Some(&g)));
        }
    }
    for cookie in left {
        found.push(one(Kind::Cookie, &cookie.name, None, Some(&cookie.value)));
    }
}
