//! Notices that wait for the next page: session key `wc_notices`.
//!
//! Contract "woocommerce", section 3.4.

use crate::wordpress::php::{Array, Value};

/// Kinds of notices, in the order in which they are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoticeKind {
    /// Something failed.
    Error,
    /// Something was done.
    Success,
    /// Something has to be known.
    Notice,
}

impl NoticeKind {
    /// All of them, in the order in which they are printed.
    pub const ALL: [Self; 3] = [Self::Error, Self::Success, Self::Notice];

    /// As stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Success => "success",
            Self::Notice => "notice",
        }
    }
}

/// A notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// HTML.
    pub html: String,
    /// Attributes `data-…`; only `id`, the field that it is about, is used.
    pub data: Vec<(String, String)>,
}

/// Notices that were not printed yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notices(Vec<(NoticeKind, Notice)>);

impl Notices {
    /// The notices of the session's value.
    pub fn from_value(value: &Value) -> Self {
        let mut notices = Self::default();
        for kind in NoticeKind::ALL {
            for stored in value.at(kind.name()).values() {
                let data = stored.at("data").iter();
                let data = data.map(|(key, value)| {
                    (key.to_string_lossy(), value.to_string_lossy().into_owned())
                });
                // Before version 3.9 a notice was its text.
                let html = if stored.as_array().is_some() {
                    stored.at("notice")
                } else {
                    stored
                };
                let html = html.to_string_lossy().into_owned();
                let data = data.collect();
                notices.0.push((kind, Notice { html, data }));
            }
        }
        notices
    }

    /// The session's value.
    pub fn to_value(&self) -> Value {
        let mut kinds = Array::new();
        for (kind, notice) in &self.0 {
            let data = notice.data.iter();
            let data = data.fold(Array::new(), |data, (key, value)| {
                data.with(key.as_str(), value.as_str())
            });
            let stored = Array::new()
                .with("notice", notice.html.as_str())
                .with("data", data);
            kinds.entry_array(kind.name().into()).push(stored);
        }
        kinds.into()
    }

    /// Adds a notice.
    pub fn add(&mut self, kind: NoticeKind, html: impl Into<String>) {
        let notice = Notice {
            html: html.into(),
            data: Vec::new(),
        };
        self.0.push((kind, notice));
    }

    /// Adds a notice about a field.
    pub fn add_about(&mut self, kind: NoticeKind, html: impl Into<String>, field: &str) {
        let notice = Notice {
            html: html.into(),
            data: vec![("id".to_owned(), field.to_owned())],
        };
        self.0.push((kind, notice));
    }

    /// The notices of a kind, in the order in which they were added.
    pub fn of(&self, kind: NoticeKind) -> impl Iterator<Item = &Notice> {
        self.0
            .iter()
            .filter(move |(own, _)| *own == kind)
            .map(|(_, notice)| notice)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_stored_by_kind() {
        let mut notices = Notices::default();
        notices.add(NoticeKind::Success, "Done.");
        notices.add_about(NoticeKind::Error, "<b>Phone</b>", "billing_phone");
        let value = notices.to_value();
        let first = value.at("error").at(0);
        assert_eq!(first.at("data").at("id").as_str(), Some("billing_phone"));
        let read = Notices::from_value(&value);
        assert_eq!(read.of(NoticeKind::Success).next().unwrap().html, "Done.");
        assert_eq!(read.to_value().at("error"), value.at("error"));
        assert!(Notices::from_value(&Value::Null).is_empty());
    }
}
