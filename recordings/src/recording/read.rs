//! Recordings read from files. A file that is none is a problem with its line and a reason; nothing in it is believed.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use super::{Recording, Request, Response, Volatile};

/// Bytes of one file.
const FILE_LIMIT: u64 = 64 * 1024 * 1024;
/// Bytes of one made-up or decoded body.
const BODY_LIMIT: u64 = 64 * 1024 * 1024;
/// Folders in folders.
const DEPTH: usize = 16;

/// Why a file is no recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.reason),
            line => write!(f, "{}, line {line}: {}", self.file.display(), self.reason),
        }
    }
}

impl std::error::Error for Problem {}

#[derive(Deserialize)]
struct RawRecording {
    name: String,
    area: String,
    #[serde(default)]
    seq: i64,
    #[serde(default)]
    session: Option<String>,
    request: RawRequest,
    response: RawResponse,
    #[serde(default)]
    volatile: Vec<RawVolatile>,
    #[serde(default)]
    compare_headers: Vec<String>,
}

#[derive(Deserialize)]
struct RawRequest {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: Value,
    #[serde(default)]
    parts: Option<Vec<RawPart>>,
    #[serde(default)]
    source_address: Option<String>,
}

#[derive(Deserialize)]
struct RawPart {
    name: String,
    #[serde(default)]
    value: Option<String>,
    #[serde(default)]
    filename: Option<String>,
    #[serde(default)]
    content_type: Option<String>,
    #[serde(default)]
    size: u64,
    #[serde(default)]
    base64: Option<String>,
}

#[derive(Deserialize)]
struct RawResponse {
    status: u16,
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    body_excerpt: Value,
    #[serde(default)]
    body_truncated: Value,
    #[serde(default)]
    body_note: Value,
    #[serde(default)]
    body_sha256: Option<String>,
}

#[derive(Deserialize)]
struct RawVolatile {
    #[serde(rename = "in")]
    place: String,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    a: Value,
    #[serde(default)]
    before: Option<String>,
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    pointer: Option<String>,
}

/// All recordings of a folder, in the order of the recorded run.
///
/// # Errors
/// When a file cannot be read or is no recording, or there is none.
pub fn load(dir: &Path) -> Result<Vec<Recording>> {
    let mut recordings = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("{}", dir.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "json") {
            recordings.push(read_file(&path)?);
        }
    }
    recordings.sort_by_key(|r| r.seq);
    anyhow::ensure!(!recordings.is_empty(), "no recording in {}", dir.display());
    Ok(recordings)
}

/// Recordings with their files, and what is wrong with other files.
pub type Tree = (Vec<(PathBuf, Recording)>, Vec<Problem>);

/// The recordings of a folder and of the folders in it, in the order of the recorded run, and the files that are none.
/// JSON files without a request (indexes, lists of differences) are passed over.
///
/// # Errors
/// When a folder cannot be read.
pub fn read_tree(dir: &Path) -> Result<Tree> {
    let mut files = Vec::new();
    files_below(dir, 0, &mut files)?;
    files.sort();
    let (mut recordings, mut problems) = (Vec::new(), Vec::new());
    for file in files {
        match read_file(&file) {
            Ok(recording) => recordings.push((file, recording)),
            Err(problem) if problem.reason == NO_REQUEST => {}
            Err(problem) => problems.push(problem),
        }
    }
    recordings.sort_by_key(|(_, recording)| recording.seq);
    Ok((recordings, problems))
}

fn files_below(dir: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() && depth < DEPTH {
            files_below(&path, depth + 1, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|e| e == "json") {
            files.push(path);
        }
    }
    Ok(())
}

fn read_file(path: &Path) -> std::result::Result<Recording, Problem> {
    let problem = |reason: String| Problem {
        file: path.to_owned(),
        line: 0,
        reason,
    };
    let size = std::fs::metadata(path).map_err(|e| problem(e.to_string()))?;
    if size.len() > FILE_LIMIT {
        let text = format!("{} bytes are more than {FILE_LIMIT}", size.len());
        return Err(problem(text));
    }
    let bytes = std::fs::read(path).map_err(|e| problem(e.to_string()))?;
    let text = utf8(bytes).map_err(|(line, reason)| Problem {
        line,
        ..problem(reason)
    })?;
    parse(&text).map_err(|(line, reason)| Problem {
        line,
        ..problem(reason)
    })
}

/// The text of a file.
///
/// # Errors
/// The line of what is not UTF-8, and the reason.
pub fn utf8(bytes: Vec<u8>) -> std::result::Result<String, (usize, String)> {
    String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to());
        let lines = before.unwrap_or_default().iter().filter(|b| **b == b'\n');
        (lines.count() + 1, "not UTF-8".to_owned())
    })
}

/// The reason of JSON that is something else.
const NO_REQUEST: &str = "no request in it";

/// Parses the text of a recording.
///
/// # Errors
/// The line, and the reason.
pub fn parse(text: &str) -> std::result::Result<Recording, (usize, String)> {
    let raw: RawRecording = serde_json::from_str(text).map_err(|error| {
        let is_other = error.is_data()
            && serde_json::from_str::<Value>(text)
                .is_ok_and(|v| v.get("request").is_none() && v.get("response").is_none());
        match is_other {
            true => (0, NO_REQUEST.to_owned()),
            false => (error.line(), error.to_string()),
        }
    })?;
    let at = |key: &str, reason: String| (line_of(text, key), format!("{key}: {reason}"));
    check(&raw).map_err(|(key, reason)| at(key, reason))?;
    let body = request_body(&raw.request).map_err(|(key, reason)| at(key, reason))?;
    Ok(recording(raw, body))
}

/// The line of a key's first place.
fn line_of(text: &str, key: &str) -> usize {
    let quoted = format!("\"{key}\"");
    let before = text.find(&quoted).and_then(|at| text.get(..at));
    before.map_or(1, |before| before.matches('\n').count() + 1)
}

type Wrong = (&'static str, String);

/// Refuses what cannot be sent as it stands, or would be sent as something else.
fn check(raw: &RawRecording) -> std::result::Result<(), Wrong> {
    let method = &raw.request.method;
    if method.is_empty() || method.len() > 20 || !method.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Err(("method", format!("{method:?} is no method")));
    }
    let path = &raw.request.path;
    if !path.starts_with('/') || path.chars().any(|c| c.is_control() || c == ' ') {
        let start: String = path.chars().take(100).collect();
        return Err(("path", format!("{start:?} is no path")));
    }
    let headers = raw.request.headers.iter().chain(&raw.response.headers);
    for (name, value) in headers {
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(("headers", format!("{name:?} is no header")));
        }
        if value.chars().any(|c| c.is_control() && c != '\t') {
            return Err((
                "headers",
                format!("{name}: control characters in its value"),
            ));
        }
    }
    if !(100..=599).contains(&raw.response.status) {
        return Err(("status", format!("{} is no status", raw.response.status)));
    }
    Ok(())
}

fn recording(raw: RawRecording, body: Vec<u8>) -> Recording {
    let (req, res) = (raw.request, raw.response);
    let volatile: Vec<Volatile> = raw.volatile.into_iter().map(volatile).collect();
    let is_given = |value: &Value| !value.is_null();
    Recording {
        name: format!("{}/{}", raw.area, raw.name),
        seq: raw.seq,
        session: raw.session,
        request: Request {
            method: req.method,
            path: req.path,
            headers: req.headers,
            body,
            source_address: req.source_address.and_then(|a| a.parse().ok()),
        },
        response: Response {
            status: res.status,
            headers: res.headers,
            is_excerpt: is_given(&res.body_excerpt) || is_given(&res.body_truncated),
            has_no_body: is_given(&res.body_note) || res.body.is_none(),
            body: res.body.unwrap_or_default(),
            body_sha256: res.body_sha256.unwrap_or_default(),
            volatile: {
                let of_response = volatile.iter();
                let of_response = of_response.filter(|v| v.place.starts_with("response."));
                of_response.cloned().collect()
            },
        },
        volatile,
        compared_headers: raw.compare_headers,
    }
}

fn volatile(raw: RawVolatile) -> Volatile {
    Volatile {
        place: raw.place,
        kind: raw.kind.unwrap_or_default(),
        value: match raw.a {
            Value::String(text) => text,
            Value::Null => String::new(),
            other => other.to_string(),
        },
        before: raw.before.unwrap_or_default(),
        after: raw.after.unwrap_or_default(),
        pointer: raw.pointer,
    }
}

fn request_body(req: &RawRequest) -> std::result::Result<Vec<u8>, Wrong> {
    let Some(parts) = req.parts.as_ref().filter(|p| !p.is_empty()) else {
        return match &req.body {
            Value::Null => Ok(Vec::new()),
            Value::String(text) => Ok(text.as_bytes().to_vec()),
            Value::Object(map) => match map.get("base64").and_then(Value::as_str) {
                Some(text) => decoded(text, "body"),
                None => Err(("body", "neither a text nor base64".to_owned())),
            },
            _ => Err(("body", "neither a text nor base64".to_owned())),
        };
    };
    let content_type = req.headers.iter();
    let mut content_type = content_type.filter(|(k, _)| k.eq_ignore_ascii_case("content-type"));
    let boundary = content_type
        .next()
        .and_then(|(_, value)| value.split_once("boundary="))
        .map(|(_, b)| b.split(';').next().unwrap_or_default().trim_matches('"'))
        .ok_or_else(|| ("parts", "no boundary in Content-Type".to_owned()))?;
    let mut body = Vec::new();
    for part in parts {
        let name = &part.name;
        let head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"");
        body.extend_from_slice(head.as_bytes());
        if let Some(filename) = &part.filename {
            let kind = part.content_type.as_deref();
            let kind = kind.unwrap_or("application/octet-stream");
            let head = format!("; filename=\"{filename}\"\r\nContent-Type: {kind}\r\n\r\n");
            body.extend_from_slice(head.as_bytes());
            body.extend(file(part)?);
        } else {
            let value = part.value.as_deref().unwrap_or_default();
            body.extend_from_slice(format!("\r\n\r\n{value}").as_bytes());
        }
        body.extend_from_slice(b"\r\n");
        if body.len() as u64 > BODY_LIMIT {
            return Err(("parts", format!("more than {BODY_LIMIT} bytes")));
        }
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok(body)
}

/// A recorded file, or for a made-up one as many bytes as it had.
fn file(part: &RawPart) -> std::result::Result<Vec<u8>, Wrong> {
    match &part.base64 {
        Some(text) => decoded(text, "base64"),
        None if part.size > BODY_LIMIT => Err(("size", format!("more than {BODY_LIMIT} bytes"))),
        None => Ok(vec![b'x'; usize::try_from(part.size).unwrap_or_default()]),
    }
}

fn decoded(text: &str, key: &'static str) -> std::result::Result<Vec<u8>, Wrong> {
    let wrong = |error: base64::DecodeError| (key, format!("no base64: {error}"));
    STANDARD.decode(text).map_err(wrong)
}
