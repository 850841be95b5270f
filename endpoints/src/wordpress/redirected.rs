//! Redirects sent by WordPress (`wp_redirect`).

use http::{HeaderName, HeaderValue, StatusCode};

use crate::server::Response;

/// A redirect with the header `X-Redirect-By: WordPress`.
pub fn by_wordpress(status: StatusCode, location: &str) -> Response {
    Response::redirect(status, location).with_header(
        HeaderName::from_static("x-redirect-by"),
        HeaderValue::from_static("WordPress"),
    )
}
