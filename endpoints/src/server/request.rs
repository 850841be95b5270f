//! A request as handlers see it: raw target, headers, client address, and a body that is read within its limits.
//! Decoding of paths, queries and forms belongs to the columns.

use std::net::IpAddr;

use bytes::Bytes;
use http::header::HOST;
use http::{HeaderMap, Method, Uri, Version};

use super::body::{BodyError, RequestBody};
use super::proxy::TrustedProxies;

/// How the visitor reached the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Without TLS.
    Http,
    /// With TLS, ours or that of a trusted proxy.
    Https,
}

impl Scheme {
    /// `http` or `https`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }
}

/// One request.
#[derive(Debug)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The target as it was sent (HTTP/2: with scheme and authority).
    pub uri: Uri,
    /// The protocol version.
    pub version: Version,
    /// All headers.
    pub headers: HeaderMap,
    /// `http` or `https`, as the visitor sees it.
    pub scheme: Scheme,
    /// The visitor's address: that of the connection, or what a trusted proxy said.
    pub remote_addr: IpAddr,
    /// The other end of the connection.
    pub peer_addr: IpAddr,
    /// Whether the other end of the connection is a trusted proxy.
    pub peer_is_trusted: bool,
    forwarded_host: Option<String>,
    body: RequestBody,
}

impl Request {
    /// Puts a request together and applies what a trusted proxy said.
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

    /// A GET request without a connection, for tests and for pages that we ask of ourselves.
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

    /// The path as it was sent, still percent-encoded, without the query.
    #[must_use]
    pub fn path(&self) -> &str {
        self.uri.path()
    }

    /// The query as it was sent, without the question mark.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.uri.query()
    }

    /// Path and query as they were sent: PHP's `REQUEST_URI`.
    #[must_use]
    pub fn target(&self) -> &str {
        self.uri
            .path_and_query()
            .map_or("/", http::uri::PathAndQuery::as_str)
    }

    /// The host that the visitor asked for, with its port if one was given.
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

    /// Whether GET or HEAD was asked.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.method == Method::GET || self.method == Method::HEAD
    }

    /// Reads the whole body, at most `limit` bytes of it (and never more than the server's bound).
    ///
    /// # Errors
    /// When the body is too large, comes too slowly, or is broken.
    pub async fn body_bytes(&mut self, limit: u64) -> Result<Bytes, BodyError> {
        self.body.bytes(limit).await
    }

    /// The same request with a body that was read before.
    #[must_use]
    pub fn with_body(mut self, body: Bytes) -> Self {
        self.body = RequestBody::from_bytes(body);
        self
    }

    /// Takes the body out, to read it piece by piece; the server's bounds stay on it.
    #[must_use]
    pub fn take_body(&mut self) -> RequestBody {
        std::mem::replace(&mut self.body, RequestBody::from_bytes(Bytes::new()))
    }
}
