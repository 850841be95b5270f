//! How the Store API refuses: code, status, text.

use crate::woocommerce::cart::{Argument, CartMessage};
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::l10n::TextDomain;

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError {
    /// `woocommerce_rest_…`.
    pub code: &'static str,
    /// Status of the response.
    pub status: u16,
    /// The texts, which make one message.
    messages: Vec<CartMessage>,
    /// Further texts by name (`data.details`).
    pub details: Vec<(&'static str, CartMessage)>,
}

impl StoreError {
    /// A refusal with a text.
    pub fn new(code: &'static str, status: u16, message: CartMessage) -> Self {
        Self {
            code,
            status,
            messages: vec![message],
            details: Vec::new(),
        }
    }

    /// Status 400, with a source text of domain `woocommerce`.
    pub fn bad_request(code: &'static str, id: &'static str) -> Self {
        Self::new(code, 400, CartMessage::error(id))
    }

    /// With one argument more for the last text.
    #[must_use]
    pub fn with(mut self, argument: impl Into<Argument>) -> Self {
        if let Some(last) = self.messages.pop() {
            self.messages.push(last.with(argument));
        }
        self
    }

    /// With a further text.
    #[must_use]
    pub fn and(mut self, message: CartMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// The message in a language, without elements. `texts`: domain `woocommerce`.
    pub fn text(&self, texts: TextDomain<'_>) -> String {
        let messages = self.messages.iter().map(|m| plain(m, texts));
        messages.collect::<Vec<_>>().join(" ")
    }

    /// A further text by its name.
    pub fn detail(message: &CartMessage, texts: TextDomain<'_>) -> String {
        plain(message, texts)
    }
}

fn plain(message: &CartMessage, texts: TextDomain<'_>) -> String {
    let text = message.text(texts);
    if text.contains('<') {
        wp_strip_all_tags(&text, false)
    } else {
        text
    }
}
