//! The error type of the request path, for failures without a page, REST body or ajax response.
//!
//! Its kind determines the status. Results that a legacy client expects (a `WP_Error`, `0` of admin-ajax, the JSON of
//! a form) are responses of their column, not errors.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use compat::wordpress::db::DbError;
use compat::wordpress::user::attempts::AttemptError;
use http::StatusCode;
use themes::render::RenderError;

use crate::server::{Response, retry_later};

/// The kind of a [`RequestError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestErrorKind {
    /// The database is unavailable: 503.
    DatabaseUnavailable,
    /// The database refused a statement, or a row has an unexpected shape: 500.
    Database,
    /// There is no room on the disk for what was to be written: 507.
    DiskFull,
    /// A template failed: 500.
    Render,
    /// A handler panicked: 500.
    Panic,
    /// All render threads are busy and the queue is full: 503.
    Overloaded,
    /// The request timed out: 503.
    Timeout,
    /// Only the legacy upstream answers such a request: 500 where there is none.
    LegacyOnly,
    /// The visitor made too many attempts to log in, or to open something else: 429.
    TooManyAttempts {
        /// The value of `Retry-After`.
        retry_after: Duration,
    },
}

impl RequestErrorKind {
    /// The status of the response.
    pub fn status(self) -> StatusCode {
        match (self, self.retry_after()) {
            (Self::TooManyAttempts { .. }, _) => StatusCode::TOO_MANY_REQUESTS,
            (Self::DiskFull, _) => StatusCode::INSUFFICIENT_STORAGE,
            (_, Some(_)) => StatusCode::SERVICE_UNAVAILABLE,
            (_, None) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The value of `Retry-After`; `None` when a retry does not help.
    pub fn retry_after(self) -> Option<Duration> {
        let seconds = match self {
            Self::DatabaseUnavailable => 5,
            Self::Overloaded => 2,
            Self::Timeout => 10,
            Self::TooManyAttempts { retry_after } => return Some(retry_after),
            Self::Database | Self::DiskFull | Self::Render | Self::Panic | Self::LegacyOnly => {
                return None;
            }
        };
        Some(Duration::from_secs(seconds))
    }
}

/// A failure of the request path.
#[derive(Debug)]
pub struct RequestError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: RequestErrorKind,
    detail: String,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl RequestError {
    /// A failure without an underlying error.
    pub fn new(kind: RequestErrorKind, detail: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            detail: detail.into(),
            source: None,
        }))
    }

    fn with_source(
        kind: RequestErrorKind,
        source: impl Into<Box<dyn Error + Send + Sync>> + fmt::Display,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            detail: source.to_string(),
            source: Some(source.into()),
        }))
    }

    /// The kind.
    pub fn kind(&self) -> RequestErrorKind {
        self.0.kind
    }

    /// Whether a retry may succeed: `Retry-After` is sent.
    pub fn is_unavailable(&self) -> bool {
        self.kind().retry_after().is_some()
    }

    /// Logs the failure with its cause and makes the response: an error page that is never cached.
    pub fn into_response(self) -> Response {
        let status = self.kind().status();
        if status.is_server_error() {
            tracing::error!(status = status.as_u16(), kind = ?self.kind(), error = %self, "a request failed");
        }
        match self.kind().retry_after() {
            Some(retry_after) => retry_later(Response::error_page(status), retry_after),
            None => Response::error_page(status),
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.detail)
    }
}

impl Error for RequestError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl From<DbError> for RequestError {
    fn from(error: DbError) -> Self {
        let kind = if error.is_unavailable() {
            RequestErrorKind::DatabaseUnavailable
        } else if error.is_disk_full() {
            RequestErrorKind::DiskFull
        } else {
            RequestErrorKind::Database
        };
        Self::with_source(kind, error)
    }
}

impl From<AttemptError> for RequestError {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::Db(error) => error.into(),
            AttemptError::TooMany { retry_after } => {
                Self::with_source(RequestErrorKind::TooManyAttempts { retry_after }, error)
            }
        }
    }
}

impl From<RenderError> for RequestError {
    fn from(error: RenderError) -> Self {
        Self::with_source(RequestErrorKind::Render, error)
    }
}

#[cfg(test)]
mod tests {
    use http::header::RETRY_AFTER;

    use super::*;

    #[test]
    fn the_kind_decides_the_status_and_nothing_is_stored() {
        use RequestErrorKind as Kind;
        for (kind, status, may_retry) in [
            (Kind::DatabaseUnavailable, 503, true),
            (Kind::Database, 500, false),
            (Kind::DiskFull, 507, false),
            (Kind::Render, 500, false),
            (Kind::Panic, 500, false),
            (Kind::Overloaded, 503, true),
            (Kind::Timeout, 503, true),
            (
                Kind::TooManyAttempts {
                    retry_after: Duration::from_secs(9),
                },
                429,
                true,
            ),
        ] {
            let response = RequestError::new(kind, "a test").into_response();
            assert_eq!(response.status.as_u16(), status, "{kind:?}");
            assert_eq!(
                response.headers.contains_key(RETRY_AFTER),
                may_retry,
                "{kind:?}"
            );
            assert!(response.store.is_none(), "{kind:?}");
        }
    }
}
