//! The response type of handlers: status, headers, body, and cache policy. No markup is made here except the web
//! server's plain error pages, whose bytes are recorded.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use compat::wordpress::db::tag::Tags;
use http::header::{CONTENT_TYPE, HeaderName, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode};
use hyper::upgrade::OnUpgrade;

use super::body_source::BodySource;
use super::visitor_cookie::VisitorCookie;

/// How long a response may be served from the page cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorePolicy {
    /// How long it is fresh.
    pub fresh_for: Duration,
    /// How long after that it may be served stale when the handler fails (5xx).
    pub stale_if_error: Duration,
}

/// A response.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: StatusCode,
    /// The headers. `Date`, `Content-Length` and `Connection` are added by the server.
    pub headers: HeaderMap,
    /// The body. For HEAD the server omits it and sends its length.
    pub body: BodySource,
    /// The cache policy; `None`: not cacheable.
    pub store: Option<StorePolicy>,
    /// Why a page is for one visitor, where that keeps it out of the cache.
    pub private_because: Option<&'static str>,
    /// The tags of what a cacheable response was made from; `None`: any change invalidates it.
    pub tags: Option<Tags>,
    /// Whether the connection closes after this response (HTTP/1).
    pub close: bool,
    /// A cookie set for each visitor of the page who does not send it.
    pub visitor_cookie: Option<Arc<VisitorCookie>>,
    /// The connection to another server that a 101 hands over to the client.
    pub tunnel: Option<OnUpgrade>,
}

/// The error for a header value with CR, LF, NUL or another control character (header injection).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a header value may not hold control characters")]
pub struct UnsafeHeader;

/// Makes a header value of untrusted text: refuses CR, LF, NUL and other control characters. Non-ASCII characters are
/// sent as UTF-8.
///
/// # Errors
/// When the text contains a control character.
pub fn header_value(text: &str) -> Result<HeaderValue, UnsafeHeader> {
    HeaderValue::from_bytes(text.as_bytes()).map_err(|_| UnsafeHeader)
}

impl Response {
    /// A response without headers and body.
    #[must_use]
    pub fn new(status: StatusCode) -> Self {
        Response {
            status,
            headers: HeaderMap::new(),
            body: BodySource::Empty,
            store: None,
            private_because: None,
            tags: None,
            close: false,
            visitor_cookie: None,
            tunnel: None,
        }
    }

    /// A response with a body and content type.
    #[must_use]
    pub fn typed(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Self {
        let mut response = Response::new(status);
        response
            .headers
            .insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        response.body = BodySource::Bytes(body.into());
        response
    }

    /// A page, 200.
    #[must_use]
    pub fn html(body: impl Into<Bytes>) -> Self {
        Response::typed(StatusCode::OK, "text/html; charset=UTF-8", body)
    }

    /// JSON, 200.
    #[must_use]
    pub fn json(body: impl Into<Bytes>) -> Self {
        Response::typed(StatusCode::OK, "application/json; charset=UTF-8", body)
    }

    /// Plain text, 200.
    #[must_use]
    pub fn text(body: impl Into<Bytes>) -> Self {
        Response::typed(StatusCode::OK, "text/plain; charset=UTF-8", body)
    }

    /// A redirect; a 500 when the location is not a valid header value.
    #[must_use]
    pub fn redirect(status: StatusCode, location: &str) -> Self {
        match header_value(location) {
            Ok(value) => {
                let mut response =
                    Response::typed(status, "text/html; charset=UTF-8", Bytes::new());
                response.headers.insert(LOCATION, value);
                response
            }
            Err(UnsafeHeader) => Response::error_page(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }

    /// The web server's plain error page, byte for byte that of the recorded site's front server (recordings
    /// static/carpeta and static/mp4-rango-malo).
    #[must_use]
    pub fn error_page(status: StatusCode) -> Self {
        Response::typed(status, "text/html", error_page(status))
    }

    /// Sets the status.
    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Sets a header, replacing one of the same name.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Appends a header.
    #[must_use]
    pub fn and_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.append(name, value);
        self
    }

    /// Sets a header to untrusted text.
    ///
    /// # Errors
    /// When the value contains a control character.
    pub fn with_text(self, name: HeaderName, value: &str) -> Result<Self, UnsafeHeader> {
        Ok(self.with_header(name, header_value(value)?))
    }

    /// Sets the cache policy.
    #[must_use]
    pub fn stored(mut self, policy: StorePolicy) -> Self {
        self.store = Some(policy);
        self
    }

    /// Closes the connection after this response.
    #[must_use]
    pub fn closing(mut self) -> Self {
        self.close = true;
        self
    }
}

/// The reason phrase of a status in an error page.
fn reason(status: StatusCode) -> &'static str {
    match status.as_u16() {
        408 => "Request Time-out",
        405 => "Not Allowed",
        413 => "Request Entity Too Large",
        414 => "Request-URI Too Large",
        416 => "Requested Range Not Satisfiable",
        431 => "Request Header Or Cookie Too Large",
        503 => "Service Temporarily Unavailable",
        504 => "Gateway Time-out",
        _ => status.canonical_reason().unwrap_or("Error"),
    }
}

/// The body of [`Response::error_page`].
#[must_use]
pub fn error_page(status: StatusCode) -> String {
    let title = format!("{} {}", status.as_u16(), reason(status));
    themes::error_page::error_page(&title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_pages_have_the_recorded_lengths() {
        assert_eq!(error_page(StatusCode::FORBIDDEN).len(), 146);
        assert_eq!(error_page(StatusCode::RANGE_NOT_SATISFIABLE).len(), 190);
    }

    #[test]
    fn headers_refuse_what_breaks_out_of_a_line() {
        for bad in ["a\r\nSet-Cookie: x=1", "a\nb", "a\rb", "a\0b", "\u{7f}"] {
            assert_eq!(header_value(bad), Err(UnsafeHeader), "{bad:?}");
            assert_eq!(
                Response::redirect(StatusCode::FOUND, bad).status,
                StatusCode::INTERNAL_SERVER_ERROR
            );
        }
        assert_eq!(
            header_value("/año/").unwrap().as_bytes(),
            "/año/".as_bytes()
        );
    }
}
