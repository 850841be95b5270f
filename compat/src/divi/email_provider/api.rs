//! Requests to services and their answers, as data.

use crate::wordpress::php::Value;
use crate::wordpress::php::json::{json_decode_assoc, json_encode};

/// A request to a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiRequest {
    /// `GET`, `POST`, `PUT`.
    pub method: &'static str,
    /// Where.
    pub url: String,
    /// Headers beside those that every request has.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for none.
    pub body: String,
    /// Whether it does not matter what becomes of it.
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

    /// With a header.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// With JSON.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        let mut with = self.header("Content-Type", "application/json");
        with.body = json_encode(body, 0).unwrap_or_default();
        with
    }

    /// With a form.
    #[must_use]
    pub fn form(self, body: String) -> Self {
        let mut with = self.header("Content-Type", "application/x-www-form-urlencoded");
        with.body = body;
        with
    }

    /// Nobody waits for its answer.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }
}

/// A service's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApiAnswer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl ApiAnswer {
    /// Whether the service took it.
    pub fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether it says that it cannot answer now, or that too many ask: the same request may be taken later.
    pub fn is_for_later(&self) -> bool {
        self.status >= 500 || matches!(self.status, 408 | 425 | 429)
    }

    /// Its JSON; null for what is none.
    pub fn json(&self) -> Value {
        json_decode_assoc(&self.body).unwrap_or(Value::Null)
    }

    /// A text in its JSON; empty when it is not there.
    pub fn text(&self, key: &str) -> String {
        let json = self.json();
        let text = json.at(key).as_str_lossy();
        text.unwrap_or_default().into_owned()
    }

    /// Done for a taken request, else the text under this key.
    pub(super) fn step(&self, error_key: &str) -> Step {
        if self.is_ok() {
            return Step::Done;
        }
        Step::refused(self.text(error_key))
    }
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The address is subscribed.
    Done,
    /// There is more to send.
    Then(Box<ApiRequest>),
    /// It is not, and the visitor is told why.
    Refused(String),
}

impl Step {
    /// A refusal; without a reason the builder's own words.
    pub(super) fn refused(reason: String) -> Self {
        Self::Refused(if reason.is_empty() {
            super::TRY_LATER.to_owned()
        } else {
            reason
        })
    }

    /// Another request.
    pub(super) fn then(request: ApiRequest) -> Self {
        Self::Then(Box::new(request))
    }
}
