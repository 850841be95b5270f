//! Redirects that WordPress itself sends (`wp_redirect`).

use http::{HeaderName, HeaderValue, StatusCode};

use crate::server::Response;

/// A redirect with WordPress's mark on it.
pub fn by_wordpress(status: StatusCode, location: &str) -> Response {
    Response::redirect(status, location).with_header(
        HeaderName::from_static("x-redirect-by"),
        HeaderValue::from_static("WordPress"),
    )
}
