//! State of a client between exchanges: cookies, and values from earlier responses.

use std::collections::{HashMap, VecDeque};
use std::sync::LazyLock;

use regex::Regex;

use crate::client_response::ClientResponse;
use crate::placeholder;
use crate::recording::{Recording, Request, Volatile};

/// How much text before a value must be alike to find the value that we print in its place.
const CONTEXT: usize = 24;

/// The memory of a run.
#[derive(Debug, Default)]
pub struct Rebinder {
    jars: HashMap<String, HashMap<String, String>>,
    /// Recorded bodies and ours, the last ones.
    seen: VecDeque<(String, String)>,
    seen_bytes: usize,
    /// `ETag` and `Last-Modified` of the recorded answers, and ours: the time of a file is that of its copy.
    validators: HashMap<String, String>,
    /// Nonces and tokens of recorded headers, and ours.
    tokens: HashMap<String, String>,
    /// Ids and the like that JSON leaves gave, and ours.
    ids: HashMap<String, String>,
    /// Placeholders of masked values, and what our server gave in their place.
    masked: HashMap<String, String>,
}

/// Bytes of bodies in which values are looked for.
const SEEN: usize = 256 * 1024 * 1024;

/// Headers of conditional requests and the response headers with their validators.
const CONDITIONS: [&str; 3] = ["if-none-match", "if-modified-since", "if-range"];
const VALIDATORS: [&str; 2] = ["etag", "last-modified"];

impl Rebinder {
    /// The recorded request with our own cookies and values in place of the recorded ones.
    pub fn prepare(&self, recording: &Recording) -> Request {
        let mut request = recording.request.clone();
        if let Some(jar) = recording.session.as_ref().and_then(|s| self.jars.get(s)) {
            for (_, value) in request
                .headers
                .iter_mut()
                .filter(|(k, _)| k.eq_ignore_ascii_case("cookie"))
            {
                *value = rebound_cookies(value, jar);
            }
        }
        for (name, value) in &mut request.headers {
            let is_condition = CONDITIONS.iter().any(|c| name.eq_ignore_ascii_case(c));
            if let Some(ours) = self.validators.get(value).filter(|_| is_condition) {
                value.clone_from(ours);
            }
        }
        for v in &recording.volatile {
            if !v.place.starts_with("request") || v.kind == "date" || v.value.len() < 6 {
                continue;
            }
            let sent = self.tokens.get(&v.value).cloned();
            if let Some(ours) = sent.or_else(|| self.find(&v.value)) {
                swap(&mut request, &v.value, &ours);
            }
        }
        for v in &recording.volatile {
            if let Some(ours) = self.ids.get(&v.value).filter(|_| is_id(v)) {
                let part = v.place.strip_prefix("request.").unwrap_or_default();
                swap_word(&mut request, part, &v.value, ours);
            }
        }
        self.unmask(&mut request);
        request
    }

    /// Puts values of our own in the place of placeholders that an earlier response gave.
    fn unmask(&self, request: &mut Request) {
        let mut names: Vec<String> = placeholder::all(&request.path);
        for (_, value) in &request.headers {
            names.extend(placeholder::all(value));
        }
        names.extend(std::str::from_utf8(&request.body).map_or(Vec::new(), placeholder::all));
        for name in names {
            let known = self.masked.get(&name).cloned();
            if let Some(ours) = known.or_else(|| self.find(&name)) {
                swap(request, &name, &ours);
            }
        }
    }

    /// Records a response.
    pub fn learn(&mut self, recording: &Recording, answer: &ClientResponse) {
        if let Some(session) = &recording.session {
            let jar = self.jars.entry(session.clone()).or_default();
            for (_, line) in answer
                .headers
                .iter()
                .filter(|(k, _)| k.eq_ignore_ascii_case("set-cookie"))
            {
                if let Some((name, rest)) = line.split_once('=') {
                    let value = rest.split(';').next().unwrap_or_default();
                    jar.insert(name.trim().to_owned(), value.to_owned());
                }
            }
        }
        for name in VALIDATORS {
            if let (Some(theirs), Some(ours)) =
                (recording.response.header(name), answer.header(name))
            {
                self.validators.insert(theirs.to_owned(), ours.to_owned());
            }
        }
        for v in &recording.volatile {
            let name = v
                .place
                .strip_prefix("response.headers.")
                .unwrap_or_default();
            let is_token = matches!(v.kind.as_str(), "nonce" | "secret");
            if let Some(ours) = answer.header(name).filter(|_| is_token) {
                self.tokens.insert(v.value.clone(), ours.to_owned());
            }
        }
        self.learn_ids(recording, answer);
        for (name, value) in &recording.response.headers {
            if let Some(ours) = answer.header(name) {
                placeholder::same(value, ours, &mut self.masked);
            }
        }
        let bodies = (recording.response.body.clone(), answer.body.clone());
        self.seen_bytes += bodies.0.len() + bodies.1.len();
        self.seen.push_back(bodies);
        while self.seen_bytes > SEEN {
            let Some(first) = self.seen.pop_front() else {
                break;
            };
            self.seen_bytes -= first.0.len() + first.1.len();
        }
    }

    /// Ids, passwords and the like at the JSON pointers that the recording names; the first response that gives one counts.
    fn learn_ids(&mut self, recording: &Recording, answer: &ClientResponse) {
        let named = recording.response.volatile.iter();
        let mut named = named.filter(|v| is_id(v) && v.pointer.is_some()).peekable();
        if named.peek().is_none() {
            return;
        }
        let Ok(ours) = serde_json::from_str::<serde_json::Value>(&answer.body) else {
            return;
        };
        for v in named {
            let leaf = v
                .pointer
                .as_deref()
                .and_then(|pointer| ours.pointer(pointer));
            let text = match leaf {
                Some(serde_json::Value::String(text)) => text.clone(),
                Some(serde_json::Value::Number(number)) => number.to_string(),
                _ => continue,
            };
            let is_plain = |text: &str| {
                text.chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-_ ".contains(c))
            };
            if is_plain(&v.value) && is_plain(&text) && !v.value.is_empty() && v.value != "0" {
                // Application passwords are shown with spaces and sent without.
                let short = (v.value.replace(' ', ""), text.replace(' ', ""));
                self.ids.entry(short.0).or_insert(short.1);
                self.ids.entry(v.value.clone()).or_insert(text);
            }
        }
    }

    /// The value in our response at the position of `value` in the recorded response.
    fn find(&self, value: &str) -> Option<String> {
        self.seen.iter().rev().find_map(|(want, got)| {
            let at = want.find(value)?;
            let mut from = at.saturating_sub(CONTEXT);
            while !want.is_char_boundary(from) {
                from += 1;
            }
            let before = &want[from..at];
            if got.contains(&want[from..at + value.len()]) {
                return Some(value.to_owned());
            }
            // The same one of the places that look alike.
            let index = want[..at].matches(before).count().max(1) - 1;
            let (start, _) = got
                .match_indices(before)
                .nth(index)
                .or_else(|| got.match_indices(before).next())?;
            let ours = &got[start + before.len()..];
            let end = ours
                .find(|c: char| !(c.is_ascii_alphanumeric() || "%|_.=+/-".contains(c)))
                .unwrap_or(ours.len());
            Some(ours[..end.min(value.len())].to_owned()).filter(|v| !v.is_empty())
        })
    }
}

fn rebound_cookies(header: &str, jar: &HashMap<String, String>) -> String {
    let pairs = header.split("; ").filter_map(|c| c.split_once('='));
    let ours = pairs.map(|(n, v)| format!("{n}={}", jar.get(n).map_or(v, String::as_str)));
    ours.collect::<Vec<_>>().join("; ")
}

fn swap(request: &mut Request, old: &str, new: &str) {
    request.path = request.path.replace(old, new);
    for (_, value) in &mut request.headers {
        *value = value.replace(old, new);
    }
    if let Ok(text) = std::str::from_utf8(&request.body) {
        request.body = text.replace(old, new).into_bytes();
    }
}

/// Whether a volatile value is one that requests repeat as it stands.
fn is_id(v: &Volatile) -> bool {
    v.kind
        .split(' ')
        .any(|kind| matches!(kind, "id" | "uuid" | "secret" | "nonce"))
}

static WORD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*").expect("a constant pattern"));

/// Replaces a whole word in one part of a request: `path`, `body`, `parts` or `headers.NAME`.
fn swap_word(request: &mut Request, part: &str, old: &str, new: &str) {
    let swapped = |text: &str| {
        let whole = |found: &regex::Captures<'_>| match &found[0] {
            word if word == old => new.to_owned(),
            word => {
                let parts = word
                    .split('-')
                    .map(|part| if part == old { new } else { part });
                parts.collect::<Vec<_>>().join("-")
            }
        };
        WORD.replace_all(text, whole).into_owned()
    };
    if part == "path" {
        request.path = swapped(&request.path);
    } else if let Some(name) = part.strip_prefix("headers.") {
        for (_, value) in request
            .headers
            .iter_mut()
            .filter(|(n, _)| n.eq_ignore_ascii_case(name))
        {
            *value = match value.strip_prefix("Basic ") {
                Some(coded) => format!("Basic {}", swapped_basic(coded, old, new)),
                None => swapped(value),
            };
        }
    } else if let Ok(text) = std::str::from_utf8(&request.body) {
        request.body = swapped(text).into_bytes();
    }
}

/// The credentials of HTTP Basic with another name or password.
fn swapped_basic(coded: &str, old: &str, new: &str) -> String {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    let plain = STANDARD.decode(coded.trim()).ok();
    let plain = plain.and_then(|bytes| String::from_utf8(bytes).ok());
    plain.map_or_else(
        || coded.to_owned(),
        |text| STANDARD.encode(text.replace(old, new)),
    )
}
