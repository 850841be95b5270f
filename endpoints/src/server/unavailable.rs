//! The response of a server that cannot answer now.

use std::time::Duration;

use http::header::RETRY_AFTER;
use http::{HeaderValue, StatusCode};

use super::response::Response;

/// 503 with `Retry-After`.
pub fn unavailable(retry_after: Duration) -> Response {
    retry_later(
        Response::error_page(StatusCode::SERVICE_UNAVAILABLE),
        retry_after,
    )
}

/// A response with `Retry-After`.
pub fn retry_later(response: Response, retry_after: Duration) -> Response {
    response.with_header(RETRY_AFTER, HeaderValue::from(retry_after.as_secs().max(1)))
}
