//! Requests to services and their responses, as data.

use crate::wordpress::php::Value;
use crate::wordpress::php::json::{json_decode_assoc, json_encode};

/// The builder's error text when a service gives no reason; never translated.
pub const TRY_LATER: &str = "An error occurred, please try later.";

/// A request to a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiRequest {
    /// `GET`, `POST`, `PUT`.
    pub method: &'static str,
    /// The URL.
    pub url: String,
    /// Additional headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for none.
    pub body: String,
    /// Whether its response is ignored.
    pub is_optional: bool,
}

impl ApiRequest {
    /// A request without a body.
    pub fn new(method: &'static str, url: String) -> Self {
        Self {
            method,
            url,
            headers: vec![("Accept", "application/json".to_owned())],
            body: String::new(),
            is_optional: false,
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Sets a JSON body.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        let mut with = self.header("Content-Type", "application/json");
        with.body = json_encode(body, 0).unwrap_or_default();
        with
    }

    /// Sets a form-encoded body.
    #[must_use]
    pub fn form(self, body: String) -> Self {
        let mut with = self.header("Content-Type", "application/x-www-form-urlencoded");
        with.body = body;
        with
    }

    /// Ignores the response.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }
}

/// A response of a service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApiResponse {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl ApiResponse {
    /// Whether the status is a success.
    pub fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether the request may be retried: the service is unavailable or limits the rate.
    pub fn is_for_later(&self) -> bool {
        self.status >= 500 || matches!(self.status, 408 | 425 | 429)
    }

    /// The body as JSON; null when it is invalid.
    pub fn json(&self) -> Value {
        json_decode_assoc(&self.body).unwrap_or(Value::Null)
    }

    /// A text in the JSON body; empty when missing.
    pub fn text(&self, key: &str) -> String {
        let json = self.json();
        let text = json.at(key).as_str_lossy();
        text.unwrap_or_default().into_owned()
    }

    /// Done for a success, else a refusal with the text under this key.
    pub(super) fn step(&self, error_key: &str) -> Step {
        if self.is_ok() {
            return Step::Done;
        }
        Step::refused(self.text(error_key))
    }
}

/// The meaning of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The address is subscribed.
    Done,
    /// Another request must be sent.
    Then(Box<ApiRequest>),
    /// The subscription is refused, with the text for the visitor.
    Refused(String),
}

impl Step {
    /// A refusal; without a reason with the builder's text.
    pub(super) fn refused(reason: String) -> Self {
        Self::Refused(if reason.is_empty() {
            TRY_LATER.to_owned()
        } else {
            reason
        })
    }

    /// Another request.
    pub(super) fn then(request: ApiRequest) -> Self {
        Self::Then(Box::new(request))
    }
}
