//! Recorded exchanges: requests to the PHP site and its responses.

use std::net::IpAddr;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine as _;
use serde_json::Value;

/// One exchange.
#[derive(Debug, Clone)]
pub struct Recording {
    /// Area and name, as in `comments/ok`.
    pub name: String,
    /// Place in the recorded run.
    pub seq: i64,
    /// Name of the shared cookie jar, when the exchange belongs to a visit.
    pub session: Option<String>,
    /// The request.
    pub request: Request,
    /// The response.
    pub response: Response,
    /// Values that differ from run to run: where, and the recorded one.
    pub volatile: Vec<Volatile>,
    /// Names of the headers that count besides those that always do.
    pub compared_headers: Vec<String>,
}

/// A recorded request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method.
    pub method: String,
    /// Path and query as sent.
    pub path: String,
    /// Headers in order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// The client's loopback address, if not the default.
    pub source_address: Option<IpAddr>,
}

/// A recorded response.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// Headers in order.
    pub headers: Vec<(String, String)>,
    /// The body, possibly truncated or omitted.
    pub body: String,
    /// Whether the body is truncated.
    pub is_excerpt: bool,
    /// Whether the body is omitted.
    pub has_no_body: bool,
}

/// A value that differs from run to run.
#[derive(Debug, Clone)]
pub struct Volatile {
    /// `response.body`, `request.form`, …
    pub place: String,
    /// nonce, hash, date, …
    pub kind: String,
    /// The recorded value.
    pub value: String,
}

impl Response {
    /// A header by its name, the first of several.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(k, _)| k.eq_ignore_ascii_case(name))
            .map(|(_, v)| v.as_str())
    }
}

/// All recordings of a folder, in the order of the recorded run.
pub fn load(dir: &Path) -> Result<Vec<Recording>> {
    let mut recordings = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("{}", dir.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "json") {
            let text = std::fs::read_to_string(&path)?;
            let value =
                serde_json::from_str(&text).with_context(|| format!("{}", path.display()))?;
            recordings.push(parse(&value).with_context(|| format!("{}", path.display()))?);
        }
    }
    recordings.sort_by_key(|r| r.seq);
    anyhow::ensure!(!recordings.is_empty(), "no recording in {}", dir.display());
    Ok(recordings)
}

/// One recording of a column by area and name, as in `recorded("wordpress", "comments/ok")`.
pub fn recorded(column: &str, name: &str) -> Result<Recording> {
    let area = name.split('/').next().unwrap_or_default();
    let folder = crate::fixtures().join("recordings").join(column).join(area);
    let mut all = load(&folder)?.into_iter();
    all.find(|recording| recording.name == name)
        .with_context(|| format!("no recording {name}"))
}

fn parse(v: &Value) -> Result<Recording> {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let (req, res) = (&v["request"], &v["response"]);
    Ok(Recording {
        name: format!("{}/{}", text(&v["area"]), text(&v["name"])),
        seq: v["seq"].as_i64().unwrap_or_default(),
        session: v["session"].as_str().map(str::to_owned),
        request: Request {
            method: text(&req["method"]),
            path: text(&req["path"]),
            headers: headers(&req["headers"]),
            body: request_body(req)?,
            source_address: req["source_address"].as_str().and_then(|a| a.parse().ok()),
        },
        response: Response {
            status: u16::try_from(res["status"].as_u64().unwrap_or_default())?,
            headers: headers(&res["headers"]),
            body: text(&res["body"]),
            is_excerpt: res.get("body_excerpt").is_some() || res.get("body_truncated").is_some(),
            has_no_body: res.get("body_note").is_some() || res["body"].is_null(),
        },
        volatile: v["volatile"]
            .as_array()
            .into_iter()
            .flatten()
            .map(volatile)
            .collect(),
        compared_headers: v["compare_headers"]
            .as_array()
            .into_iter()
            .flatten()
            .map(text)
            .collect(),
    })
}

fn volatile(v: &Value) -> Volatile {
    let text = |k: &str| v[k].as_str().unwrap_or_default().to_owned();
    Volatile {
        place: text("in"),
        kind: text("kind"),
        value: text("a"),
    }
}

fn headers(v: &Value) -> Vec<(String, String)> {
    let pair = |p: &Value| {
        Some((
            p.get(0)?.as_str()?.to_owned(),
            p.get(1)?.as_str()?.to_owned(),
        ))
    };
    v.as_array()
        .into_iter()
        .flatten()
        .filter_map(pair)
        .collect()
}

fn request_body(req: &Value) -> Result<Vec<u8>> {
    let Some(parts) = req["parts"].as_array().filter(|p| !p.is_empty()) else {
        return Ok(req["body"].as_str().unwrap_or_default().as_bytes().to_vec());
    };
    let content_type = headers(&req["headers"])
        .into_iter()
        .find(|(k, _)| k.eq_ignore_ascii_case("content-type"));
    let content_type = content_type.map(|(_, v)| v).unwrap_or_default();
    let boundary = content_type
        .split_once("boundary=")
        .map(|(_, b)| b.trim_matches('"'))
        .context("boundary")?;
    let mut body = Vec::new();
    for part in parts {
        let name = part["name"].as_str().unwrap_or_default();
        body.extend_from_slice(
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"").as_bytes(),
        );
        if let Some(filename) = part["filename"].as_str() {
            let kind = part["content_type"]
                .as_str()
                .unwrap_or("application/octet-stream");
            body.extend_from_slice(
                format!("; filename=\"{filename}\"\r\nContent-Type: {kind}\r\n\r\n").as_bytes(),
            );
            body.extend(file(part)?);
        } else {
            let value = part["value"].as_str().unwrap_or_default();
            body.extend_from_slice(format!("\r\n\r\n{value}").as_bytes());
        }
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok(body)
}

/// A recorded file, or for a made-up one as many bytes as it had.
fn file(part: &Value) -> Result<Vec<u8>> {
    match part["base64"].as_str() {
        Some(text) => Ok(base64::engine::general_purpose::STANDARD.decode(text)?),
        None => Ok(vec![
            b'x';
            usize::try_from(
                part["size"].as_u64().unwrap_or_default()
            )?
        ]),
    }
}
