//! The request type of handlers: raw target, headers, client address, and a body with limits. Paths, queries and
//! forms are decoded by the columns.

use std::net::IpAddr;

use bytes::Bytes;
use http::header::HOST;
use http::{HeaderMap, Method, Uri, Version};

use super::answer_limit::AnswerLimit;
use super::body::{BodyError, RequestBody};
use super::proxy::TrustedProxies;
use super::scheme::Scheme;

/// One request.
#[derive(Debug)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The raw target (HTTP/2: with scheme and authority).
    pub uri: Uri,
    /// The protocol version.
    pub version: Version,
    /// All headers.
    pub headers: HeaderMap,
    /// `http` or `https`, from the visitor's point of view.
    pub scheme: Scheme,
    /// The visitor's address: that of the connection, or the one sent by a trusted proxy.
    pub remote_addr: IpAddr,
    /// The other end of the connection.
    pub peer_addr: IpAddr,
    /// Whether the other end of the connection is a trusted proxy.
    pub peer_is_trusted: bool,
    /// The time limit of the answer.
    pub answer_limit: AnswerLimit,
    forwarded_host: Option<String>,
    body: RequestBody,
}

impl Request {
    /// Makes a request and applies a trusted proxy's headers.
    #[must_use]
    pub fn new(
        parts: http::request::Parts,
        body: RequestBody,
        peer_addr: IpAddr,
        scheme: Scheme,
        trusted: &TrustedProxies,
    ) -> Self {
        let mut request = Request {
            method: parts.method,
            uri: parts.uri,
            version: parts.version,
            headers: parts.headers,
            scheme,
            remote_addr: peer_addr,
            peer_addr,
            peer_is_trusted: trusted.trusts(peer_addr),
            answer_limit: AnswerLimit::default(),
            forwarded_host: None,
            body,
        };
        if request.peer_is_trusted {
            let said = trusted.forwarded(&request.headers);
            request.remote_addr = said.remote_addr.unwrap_or(peer_addr);
            request.scheme = said.scheme.unwrap_or(scheme);
            request.forwarded_host = said.host;
        }
        request
    }

    /// A GET request without a connection, for tests and internal requests.
    ///
    /// # Errors
    /// When the target is not a valid request target.
    pub fn get(target: &str) -> Result<Self, http::Error> {
        let (parts, ()) = http::Request::get(target).body(())?.into_parts();
        let nobody = IpAddr::from([127, 0, 0, 1]);
        let body = RequestBody::from_bytes(Bytes::new());
        Ok(Request::new(
            parts,
            body,
            nobody,
            Scheme::Http,
            &TrustedProxies::none(),
        ))
    }

    /// The raw path, percent-encoded, without the query.
    #[must_use]
    pub fn path(&self) -> &str {
        self.uri.path()
    }

    /// The raw query, without the question mark.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.uri.query()
    }

    /// Raw path and query: PHP's `REQUEST_URI`.
    #[must_use]
    pub fn target(&self) -> &str {
        self.uri
            .path_and_query()
            .map_or("/", http::uri::PathAndQuery::as_str)
    }

    /// The requested host, with its port if one was sent.
    #[must_use]
    pub fn host(&self) -> &str {
        if let Some(host) = &self.forwarded_host {
            return host;
        }
        if let Some(authority) = self.uri.authority() {
            return authority.as_str();
        }
        self.header(HOST.as_str())
    }

    /// The first value of a header as text; empty when it is missing or not ASCII.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("")
    }

    /// A header's value with letters beyond ASCII: UTF-8, else taken for ISO 8859-1, as `remove_accents` takes it. Empty
    /// when it was not sent.
    pub fn header_text(&self, name: &str) -> String {
        let bytes = self.headers.get(name).map_or(&b""[..], |v| v.as_bytes());
        match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().copied().map(char::from).collect(),
        }
    }

    /// Whether the method is GET or HEAD.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.method == Method::GET || self.method == Method::HEAD
    }

    /// Reads the whole body, at most `limit` bytes (and never more than the server's limit).
    ///
    /// # Errors
    /// When the body is too large, too slow, or malformed.
    pub async fn body_bytes(&mut self, limit: u64) -> Result<Bytes, BodyError> {
        self.body.bytes(limit).await
    }

    /// The beginning of the body, which stays unread; see [`RequestBody::peek`].
    ///
    /// # Errors
    /// When the body is too slow or malformed.
    pub async fn peek_body(&mut self, length: usize) -> Result<(Bytes, bool), BodyError> {
        self.body.peek(length).await
    }

    /// A copy without a body, for a request that has none.
    #[must_use]
    pub fn copied(&self) -> Self {
        Request {
            method: self.method.clone(),
            uri: self.uri.clone(),
            version: self.version,
            headers: self.headers.clone(),
            scheme: self.scheme,
            remote_addr: self.remote_addr,
            peer_addr: self.peer_addr,
            peer_is_trusted: self.peer_is_trusted,
            answer_limit: self.answer_limit.clone(),
            forwarded_host: self.forwarded_host.clone(),
            body: RequestBody::from_bytes(Bytes::new()),
        }
    }

    /// Replaces the body by bytes that were read before.
    #[must_use]
    pub fn with_body(mut self, body: Bytes) -> Self {
        self.body = RequestBody::from_bytes(body);
        self
    }

    /// Takes the body, to read it as a stream; the server's limits still apply.
    #[must_use]
    pub fn take_body(&mut self) -> RequestBody {
        std::mem::replace(&mut self.body, RequestBody::from_bytes(Bytes::new()))
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn letters_of_headers() {
        for bytes in [&b"enga\xc3\xb1o"[..], b"enga\xf1o"] {
            let mut request = Request::get("/").unwrap();
            let value = HeaderValue::from_bytes(bytes).unwrap();
            request.headers.insert("content-disposition", value);
            assert_eq!(request.header_text("content-disposition"), "enga\u{f1}o");
            assert_eq!(request.header_text("content-md5"), "");
        }
    }
}
