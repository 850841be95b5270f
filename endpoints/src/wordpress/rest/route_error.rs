//! Errors sent to clients (`WP_Error`), and the error type of callbacks.

use compat::wordpress::db::DbError;
use compat::wordpress::php::Value;

use crate::request_error::RequestError;

/// An error sent to the client.
#[derive(Debug, Clone)]
pub struct RestError {
    /// `rest_no_route`, …
    pub code: String,
    /// The message, translated.
    pub message: String,
    /// `data`, usually with `status`.
    pub data: Box<Value>,
    /// Earlier `data` of the same error.
    pub additional_data: Vec<Value>,
    /// Further errors of the same failure.
    pub additional_errors: Vec<RestError>,
}

impl RestError {
    /// An error with a status.
    pub fn new(code: &str, message: impl Into<String>, status: u16) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
            data: Box::new(Value::array().with("status", i64::from(status))),
            additional_data: Vec::new(),
            additional_errors: Vec::new(),
        }
    }

    /// An error without `data`: the status is 500.
    pub fn bare(code: &str, message: impl Into<String>) -> Self {
        let mut error = Self::new(code, message, 500);
        *error.data = Value::Null;
        error
    }

    /// Adds an entry to `additional_data`.
    #[must_use]
    pub fn with_additional(mut self, data: impl Into<Value>) -> Self {
        self.additional_data.push(data.into());
        self
    }

    /// Adds an entry to `data`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        let data = std::mem::replace(&mut *self.data, Value::Null);
        *self.data = data.with(key, value);
        self
    }

    /// The HTTP status, that of the last error that has one; 500 without any.
    pub fn status(&self) -> u16 {
        let further = self.additional_errors.iter().rev().map(|e| &*e.data);
        let earlier = self.additional_data.iter().rev();
        let mut all = further.chain([&*self.data]).chain(earlier);
        let status = all.find_map(|data| data.get("status").and_then(Value::as_int));
        status.and_then(|s| u16::try_from(s).ok()).unwrap_or(500)
    }

    /// The error as JSON: `code`, `message`, `data`; `additional_data` and `additional_errors` when there are any.
    pub fn to_value(&self) -> Value {
        let mut value = Value::array()
            .with("code", self.code.as_str())
            .with("message", self.message.as_str())
            .with("data", Value::clone(&self.data));
        if !self.additional_data.is_empty() {
            let data: Value = self.additional_data.iter().cloned().collect();
            value = value.with("additional_data", data);
        }
        if self.additional_errors.is_empty() {
            return value;
        }
        let additional: Value = self.additional_errors.iter().map(Self::to_value).collect();
        value.with("additional_errors", additional)
    }
}

/// An error sent to the client with headers of its own.
#[derive(Debug)]
pub struct Refusal {
    /// The error.
    pub error: RestError,
    /// The headers.
    pub headers: Vec<(&'static str, Value)>,
}

/// The error type of callbacks.
#[derive(Debug)]
pub enum RouteError {
    /// An internal failure.
    Failed(RequestError),
    /// An error sent to the client.
    Error(RestError),
    /// An error sent to the client with headers of its own.
    Refused(Box<Refusal>),
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
