//! Why the legacy upstream gave no response.

use std::time::Duration;

use http::StatusCode;

use super::body::BodyError;
use super::response::Response;
use super::unavailable::retry_later;

/// When a visitor may ask again for what the upstream did not answer.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum UpstreamError {
    /// The visitor's body violated a limit.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// The request cannot be expressed in HTTP/1.1.
    #[error("the request cannot be passed on: {0}")]
    Request(#[from] http::Error),
    /// The connection was refused, or broke before the response.
    #[error("the connection failed: {0}")]
    Connection(#[source] hyper_util::client::legacy::Error),
    /// The time was over.
    #[error("no response in time")]
    TimedOut,
    /// As many requests as allowed are waiting for it.
    #[error("too many requests wait for it")]
    Busy,
}

impl UpstreamError {
    /// The status of the response to the visitor.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Body(error) => error.status(),
            Self::Request(_) => StatusCode::BAD_REQUEST,
            Self::Connection(_) => StatusCode::BAD_GATEWAY,
            Self::TimedOut => StatusCode::GATEWAY_TIMEOUT,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Whether the upstream is at fault, so that what it alone answers is missing for now.
    #[must_use]
    pub fn is_away(&self) -> bool {
        matches!(self, Self::Connection(_) | Self::TimedOut | Self::Busy)
    }

    /// The response in place of the upstream's, with `page` as its body where the upstream is at fault.
    #[must_use]
    pub fn respond(&self, page: impl FnOnce(StatusCode) -> Response) -> Response {
        match self {
            Self::Body(error) => error.respond(),
            Self::Request(_) => Response::error_page(self.status()),
            _ => retry_later(page(self.status()), RETRY_AFTER),
        }
    }
}
