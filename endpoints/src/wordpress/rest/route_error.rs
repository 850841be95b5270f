//! Errors of the API as clients see them (`WP_Error`), and what stops a route.

use compat::wordpress::db::DbError;
use compat::wordpress::php::Value;

use crate::request_error::RequestError;

/// An error that a client sees.
#[derive(Debug, Clone)]
pub struct RestError {
    /// `rest_no_route`, …
    pub code: String,
    /// The message, translated.
    pub message: String,
    /// `data`, usually with `status`.
    pub data: Box<Value>,
}

impl RestError {
    /// An error with a status.
    pub fn new(code: &str, message: impl Into<String>, status: u16) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
            data: Box::new(Value::array().with("status", i64::from(status))),
        }
    }

    /// Adds something to the data.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        let data = std::mem::replace(&mut *self.data, Value::Null);
        *self.data = data.with(key, value);
        self
    }

    /// The status of the answer, 500 when the error names none.
    pub fn status(&self) -> u16 {
        let status = self.data.get("status").and_then(Value::as_int);
        status.and_then(|s| u16::try_from(s).ok()).unwrap_or(500)
    }

    /// `code`, `message`, `data`.
    pub fn to_value(&self) -> Value {
        Value::array()
            .with("code", self.code.as_str())
            .with("message", self.message.as_str())
            .with("data", Value::clone(&self.data))
    }
}

/// What stops a route.
#[derive(Debug)]
pub enum RouteError {
    /// No answer can be made.
    Failed(RequestError),
    /// Something that the client is told.
    Error(RestError),
}

impl From<RequestError> for RouteError {
    fn from(error: RequestError) -> Self {
        Self::Failed(error)
    }
}

impl From<DbError> for RouteError {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<RestError> for RouteError {
    fn from(error: RestError) -> Self {
        Self::Error(error)
    }
}
