//! Recordings written to files, as [`super::read`] reads them.

use std::collections::{HashMap, VecDeque};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::without_volatile::hex;
use crate::masking::{Exchange, Masker};
use crate::multipart;

/// Bytes of earlier responses in which values of requests are looked for.
const EARLIER: usize = 32 * 1024 * 1024;
/// Sessions that are told apart.
const COOKIES: usize = 10_000;

/// Masks exchanges and writes them to a folder, numbered in their order.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    area: String,
    masker: Option<Masker>,
    seq: i64,
    sessions: Sessions,
    earlier: VecDeque<String>,
    earlier_bytes: usize,
}

impl Recorder {
    /// A recorder that goes on after what is in the folder; without a masker nothing is masked.
    ///
    /// # Errors
    /// When the folder cannot be made or read.
    pub fn open(folder: &Path, area: &str, masker: Option<Masker>) -> Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let mut seq = 0;
        for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            let number = name.split('-').next().and_then(|n| n.parse::<i64>().ok());
            seq = seq.max(number.unwrap_or_default());
        }
        Ok(Self {
            folder: folder.to_owned(),
            area: area.to_owned(),
            masker,
            seq,
            sessions: Sessions::default(),
            earlier: VecDeque::new(),
            earlier_bytes: 0,
        })
    }

    /// How many values of each kind were masked.
    #[must_use]
    pub fn masked(&self) -> Vec<(String, u64)> {
        let counts = self.masker.as_ref().map(Masker::counts);
        let counts = counts.into_iter().flatten();
        counts.map(|(kind, count)| (kind.clone(), *count)).collect()
    }

    /// Stores an exchange.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn record(&mut self, mut exchange: Exchange) -> Result<PathBuf> {
        let session = self.sessions.of(&exchange);
        if let Some(masker) = &mut self.masker {
            masker.mask(&mut exchange);
        }
        self.seq += 1;
        let name = format!("{:04}-{}", self.seq, slug(&exchange));
        let body = String::from_utf8_lossy(&exchange.response_body).into_owned();
        let recording = json!({
            "name": name,
            "area": self.area,
            "seq": self.seq,
            "session": session,
            "description": format!("{} {}", exchange.method, exchange.path),
            "request": request(&exchange),
            "response": response(&exchange),
            "volatile": self.taken(&exchange),
        });
        self.remember(body);
        let path = self.folder.join(format!("{name}.json"));
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(serde_json::to_string_pretty(&recording)?.as_bytes())?;
        file.write_all(b"\n")?;
        file.persist(&path)
            .with_context(|| path.display().to_string())?;
        Ok(path)
    }

    fn remember(&mut self, body: String) {
        self.earlier_bytes += body.len();
        self.earlier.push_back(body);
        while self.earlier_bytes > EARLIER {
            let Some(first) = self.earlier.pop_front() else {
                break;
            };
            self.earlier_bytes -= first.len();
        }
    }

    /// The values of a request that an earlier response gave: a replay takes them from its own responses.
    fn taken(&self, exchange: &Exchange) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        for (place, value) in sent_values(exchange) {
            let is_known = found.iter().any(|one| one["a"].as_str() == Some(&value));
            let is_token = value.len() >= 6
                && value.len() <= 400
                && value.bytes().any(|b| b.is_ascii_digit())
                && value
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"%|_.=+/-:".contains(&b));
            if is_known || !is_token {
                continue;
            }
            if self.earlier.iter().any(|body| body.contains(&value)) {
                let is_nonce = value.len() == 10 && value.bytes().all(|b| b.is_ascii_hexdigit());
                let kind = if is_nonce { "nonce" } else { "id" };
                found.push(json!({"in": place, "kind": kind, "a": value}));
            }
        }
        found
    }
}

/// Values that a request sends, with their places.
fn sent_values(exchange: &Exchange) -> Vec<(String, String)> {
    let mut values = Vec::new();
    let decoded = |text: &str| {
        percent_decode_str(&text.replace('+', " "))
            .decode_utf8_lossy()
            .into_owned()
    };
    let pairs = |text: &str, place: &str, values: &mut Vec<(String, String)>| {
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        values.extend(pairs.map(|(_, value)| (place.to_owned(), decoded(value))));
    };
    if let Some((_, query)) = exchange.path.split_once('?') {
        pairs(query, "request.path", &mut values);
    }
    let path = exchange.path.split('?').next().unwrap_or_default();
    values.extend(
        path.split('/')
            .map(|part| ("request.path".to_owned(), part.to_owned())),
    );
    let kind = Exchange::header(&exchange.request_headers, "content-type");
    if let Some((_, boundary)) = kind.split_once("boundary=") {
        for part in multipart::parts(&exchange.request_body, boundary.trim_matches('"')) {
            let value = String::from_utf8_lossy(part.content).into_owned();
            values.push(("request.parts".to_owned(), value));
        }
    } else if let Ok(text) = std::str::from_utf8(&exchange.request_body) {
        match serde_json::from_str::<Value>(text) {
            Ok(value) => crate::json::leaves("", Some(&value), None, &mut |_, value, _| {
                leaf_texts(value, &mut values);
            }),
            Err(_) => pairs(text, "request.form", &mut values),
        }
    }
    for (name, value) in &exchange.request_headers {
        if name.to_ascii_lowercase().ends_with("nonce") {
            values.push((format!("request.headers.{name}"), value.clone()));
        }
    }
    values
}

fn leaf_texts(value: Option<&Value>, values: &mut Vec<(String, String)>) {
    match value {
        Some(Value::String(text)) => values.push(("request.body".to_owned(), text.clone())),
        Some(Value::Object(map)) => map.values().for_each(|v| leaf_texts(Some(v), values)),
        Some(Value::Array(list)) => list.iter().for_each(|v| leaf_texts(Some(v), values)),
        Some(Value::Number(number)) => values.push(("request.body".to_owned(), number.to_string())),
        _ => {}
    }
}

fn request(exchange: &Exchange) -> Value {
    let mut request = json!({
        "method": exchange.method,
        "path": exchange.path,
        "headers": exchange.request_headers,
    });
    let kind = Exchange::header(&exchange.request_headers, "content-type").to_owned();
    let body = &exchange.request_body;
    if body.is_empty() {
        return request;
    }
    let boundary = kind
        .split_once("boundary=")
        .map(|(_, b)| b.split(';').next().unwrap_or_default());
    if let Some(boundary) = boundary.filter(|_| kind.contains("multipart/")) {
        request["parts"] = multipart::parts(body, boundary.trim_matches('"'))
            .iter()
            .map(part)
            .collect();
        return request;
    }
    match std::str::from_utf8(body) {
        Ok(text) => {
            if kind.contains("x-www-form-urlencoded") {
                request["form"] = form(text);
            }
            request["body"] = text.into();
        }
        Err(_) => request["body"] = json!({"base64": STANDARD.encode(body)}),
    }
    request
}

fn part(part: &multipart::Part<'_>) -> Value {
    match &part.filename {
        None => json!({"name": part.name, "value": String::from_utf8_lossy(part.content)}),
        // What was in a file is not recorded: a replay sends as many bytes.
        Some(filename) => json!({
            "name": part.name,
            "filename": filename,
            "content_type": part.content_type,
            "size": part.content.len(),
            "base64": null,
            "generator": "as many letters x",
        }),
    }
}

fn form(text: &str) -> Value {
    let decoded = |text: &str| {
        percent_decode_str(&text.replace('+', " "))
            .decode_utf8_lossy()
            .into_owned()
    };
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        json!([decoded(name), decoded(value)])
    });
    pairs.collect()
}

fn response(exchange: &Exchange) -> Value {
    let body = &exchange.response_body;
    let mut response = json!({
        "status": exchange.status,
        "reason": "",
        "headers": exchange.response_headers,
        "body_bytes": body.len(),
        "body_sha256": hex(&Sha256::digest(body)),
    });
    let kind = Exchange::header(&exchange.response_headers, "content-type").to_ascii_lowercase();
    let is_text = ["text/", "json", "xml", "javascript"]
        .iter()
        .any(|text| kind.contains(text))
        || kind.is_empty();
    match (std::str::from_utf8(body), &exchange.body_note) {
        (_, Some(note)) => {
            response["body"] = Value::Null;
            response["body_note"] = note.as_str().into();
            response["body_sha256"] = "".into();
        }
        (Ok(text), None) if is_text || kind.contains("svg") => response["body"] = text.into(),
        _ => {
            response["body"] = Value::Null;
            response["body_note"] = "no text: its length and digest only".into();
        }
    }
    response
}

/// A name for a file: method and path.
fn slug(exchange: &Exchange) -> String {
    let path = exchange.path.split(['?', '#']).next().unwrap_or_default();
    let plain = path.chars().map(|c| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split('-').filter(|w| !w.is_empty()).collect();
    let path: String = words.join("-").chars().take(60).collect();
    let path = if path.is_empty() {
        "home".to_owned()
    } else {
        path
    };
    format!("{}-{path}", exchange.method.to_ascii_lowercase())
}

/// Visits, told apart by the cookies that responses set. Values are kept as digests, in memory.
#[derive(Debug, Default)]
struct Sessions {
    of_cookie: HashMap<[u8; 8], String>,
    count: usize,
}

impl Sessions {
    fn of(&mut self, exchange: &Exchange) -> Option<String> {
        let digest = |pair: &str| {
            let digest = Sha256::digest(pair.trim().as_bytes());
            let mut short = [0; 8];
            short
                .iter_mut()
                .zip(digest.iter())
                .for_each(|(to, from)| *to = *from);
            short
        };
        let sent = Exchange::header(&exchange.request_headers, "cookie");
        let known = sent
            .split(';')
            .find_map(|pair| self.of_cookie.get(&digest(pair)));
        let known = known.cloned();
        let set = exchange.response_headers.iter();
        let set = set.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let set: Vec<&str> = set.filter_map(|(_, line)| line.split(';').next()).collect();
        if known.is_none() && set.is_empty() && sent.is_empty() {
            return None;
        }
        let name = known.unwrap_or_else(|| {
            self.count += 1;
            format!("visit-{}", self.count)
        });
        if self.of_cookie.len() < COOKIES {
            let pairs = sent.split(';').filter(|pair| !pair.is_empty()).chain(set);
            for pair in pairs.map(digest) {
                self.of_cookie.entry(pair).or_insert_with(|| name.clone());
            }
        }
        Some(name)
    }
}
