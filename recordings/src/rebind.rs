//! State of a client between exchanges: cookies, and values from earlier responses.

use std::collections::HashMap;

use crate::client_response::ClientResponse;
use crate::recording::{Recording, Request};

/// How much text before a value must be alike to find the value that we print in its place.
const CONTEXT: usize = 24;

/// The memory of a run.
#[derive(Debug, Default)]
pub struct Rebinder {
    jars: HashMap<String, HashMap<String, String>>,
    seen: Vec<(String, String)>,
    /// `ETag` and `Last-Modified` of the recorded answers, and ours: the time of a file is that of its copy.
    validators: HashMap<String, String>,
    /// Nonces and tokens of recorded headers, and ours.
    tokens: HashMap<String, String>,
}

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
        request
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
        self.seen
            .push((recording.response.body.clone(), answer.body.clone()));
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
            let ours = &got[got.find(before)? + before.len()..];
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
