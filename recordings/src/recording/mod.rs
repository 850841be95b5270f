//! Recorded exchanges: requests to a site and its responses.
//!
//! An exchange is a JSON file; `docs/schemas/recording.schema.json` says what it holds.

mod read;
mod without_volatile;
mod write;

use std::net::IpAddr;

pub use read::{Problem, load, parse, read_tree, utf8};
pub use write::Recorder;

/// One exchange.
#[derive(Debug, Clone, Default)]
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
#[derive(Debug, Clone, Default)]
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
#[derive(Debug, Clone, Default)]
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
    /// The digest of the whole body, in hexadecimal; empty when it is not known.
    pub body_sha256: String,
    /// Those of the recording's volatile values that belong to the response.
    pub volatile: Vec<Volatile>,
}

/// A value that differs from run to run.
#[derive(Debug, Clone, Default)]
pub struct Volatile {
    /// `response.body`, `request.form`, …
    pub place: String,
    /// nonce, hash, date, …
    pub kind: String,
    /// The recorded value.
    pub value: String,
    /// The text before it.
    pub before: String,
    /// The text behind it.
    pub after: String,
    /// In JSON, the leaf that holds it, as a JSON pointer.
    pub pointer: Option<String>,
}

impl Response {
    /// A header by its name, the first of several.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(k, _)| k.eq_ignore_ascii_case(name))
            .map(|(_, v)| v.as_str())
    }
}
