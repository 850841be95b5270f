//! HTML for the head, the beginning and the end of the body.
//!
//! Contract "cookie-consent", sections 5.1 and 6.1.

use super::settings::Settings;
use crate::wordpress::php::{Value, maybe_unserialize};

/// HTML for three places of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Positions {
    /// In the head.
    pub header: String,
    /// At the beginning of the body.
    pub body: String,
    /// At the end of the body.
    pub footer: String,
}

impl Positions {
    /// What a category's three settings hold.
    pub(super) fn stored(settings: &Settings, prefix: &str) -> Self {
        let code = |place: &str| {
            let key = format!("moove_gdpr_{prefix}_{place}_scripts");
            settings.get(&key).map(script_text).unwrap_or_default()
        };
        Self {
            header: code("header"),
            body: code("body"),
            footer: code("footer"),
        }
    }

    /// Reads the form of [`Self::value`].
    pub(super) fn of_value(value: &Value) -> Self {
        let text = |key: &str| value.at(key).to_string_lossy().into_owned();
        Self {
            header: text("header"),
            body: text("body"),
            footer: text("footer"),
        }
    }

    /// The three texts under their names.
    pub(super) fn value(&self) -> Value {
        Value::array()
            .with("header", &self.header)
            .with("body", &self.body)
            .with("footer", &self.footer)
    }

    /// Appends each text to the one of the same place.
    pub(super) fn append(&mut self, other: &Self) {
        self.header.push_str(&other.header);
        self.body.push_str(&other.body);
        self.footer.push_str(&other.footer);
    }
}

/// A stored snippet, which may be serialised a second time; what only looks serialised counts as empty.
fn script_text(value: &Value) -> String {
    maybe_unserialize(&value.to_bytes())
        .to_string_lossy()
        .into_owned()
}
