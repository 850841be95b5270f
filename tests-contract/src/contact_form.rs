//! Posts contact forms: multipart bodies written out byte by byte.

use std::net::SocketAddr;

use anyhow::Result;
use serde_json::Value;

use crate::client::{ClientResponse, send};
use crate::recording::Request;

/// The boundary of all bodies.
pub const BOUNDARY: &str = "----OxipressBoundary";

/// A part of a body.
#[derive(Debug, Clone)]
pub enum Part {
    /// Name and value.
    Field(String, String),
    /// Name, file name, content.
    File(String, String, Vec<u8>),
}

/// Text fields.
pub fn fields(pairs: &[(&str, &str)]) -> Vec<Part> {
    let field = |(name, value): &(&str, &str)| Part::Field((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(field).collect()
}

/// The bytes of a multipart body.
pub fn body(parts: &[Part]) -> Vec<u8> {
    let mut body = Vec::new();
    for part in parts {
        let (head, content) = match part {
            Part::Field(name, value) => (format!("name=\"{name}\""), value.as_bytes()),
            Part::File(name, file, content) => (
                format!("name=\"{name}\"; filename=\"{file}\"\r\nContent-Type: text/plain"),
                content.as_slice(),
            ),
        };
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

/// The path of a route of a form.
pub fn route(form: i64, end: &str) -> String {
    format!("/wp-json/contact-form-7/v1/contact-forms/{form}/{end}")
}

/// A request with these headers beside the usual ones.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Request {
    let usual = [
        ("Host", "127.0.0.1:8081"),
        ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64)"),
    ];
    let is_given = |name: &str| headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
    let usual = usual.iter().filter(|(name, _)| !is_given(name));
    let all = usual
        .chain(headers)
        .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
    Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: all.collect(),
        body,
        source_address: None,
    }
}

/// Posts parts to a path.
///
/// # Errors
/// When the server does not answer.
pub fn post(
    addr: SocketAddr,
    path: &str,
    parts: &[Part],
    headers: &[(&str, &str)],
) -> Result<ClientResponse> {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let mut all = vec![("Content-Type", kind.as_str())];
    all.extend_from_slice(headers);
    send(addr, &request("POST", path, &all, body(parts)))
}

/// The JSON of an answer; null when it is none.
pub fn json(answer: &ClientResponse) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_default()
}
