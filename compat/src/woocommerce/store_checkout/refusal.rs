//! Why a checkout is refused.

use crate::wordpress::php::Value;

/// A refusal, in the language of the request.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckoutRefusal {
    /// `woocommerce_rest_…`.
    pub code: &'static str,
    /// Status of the response.
    pub status: u16,
    /// The message.
    pub message: String,
    /// Further entries of `data`.
    pub data: Vec<(&'static str, Value)>,
}

impl CheckoutRefusal {
    /// A refusal with a message.
    pub fn new(code: &'static str, status: u16, message: impl Into<String>) -> Self {
        Self {
            code,
            status,
            message: message.into(),
            data: Vec::new(),
        }
    }

    /// With an entry of `data`.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.data.push((key, value.into()));
        self
    }
}
