//! `wpcf7_format_atts`: prints HTML attributes.
//!
//! Contract "contact-form-7" section 4.

use std::fmt;

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::php::trim::trim_str;

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeValue {
    /// The attribute is left out.
    Omitted,
    /// A boolean attribute, printed as `name="name"`.
    True,
    /// A text.
    Text(String),
}

impl From<&str> for AttributeValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for AttributeValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for AttributeValue {
    fn from(number: i64) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<bool> for AttributeValue {
    fn from(is_on: bool) -> Self {
        if is_on { Self::True } else { Self::Omitted }
    }
}

impl<T: Into<Self>> From<Option<T>> for AttributeValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Omitted, Into::into)
    }
}

/// Attributes in the order of their first assignment.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    list: Vec<(String, AttributeValue)>,
}

impl Attributes {
    /// No attribute.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an attribute; setting it again keeps its position. Invalid names are ignored.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<AttributeValue>) -> Self {
        self.set(name, value);
        self
    }

    /// Assigns an attribute.
    pub fn set(&mut self, name: &str, value: impl Into<AttributeValue>) {
        let name = trim_str(name).to_ascii_lowercase();
        if !is_attribute_name(&name) {
            return;
        }
        let value = value.into();
        match self.list.iter_mut().find(|(n, _)| *n == name) {
            Some(known) => known.1 = value,
            None => self.list.push((name, value)),
        }
    }
}

/// Boolean attributes, omitted when their text is empty.
fn is_boolean(name: &str) -> bool {
    matches!(
        name,
        "checked" | "disabled" | "inert" | "multiple" | "readonly" | "required" | "selected"
    )
}

fn is_attribute_name(name: &str) -> bool {
    let starts = |b: u8| b.is_ascii_lowercase() || matches!(b, b'_' | b':');
    name.bytes().next().is_some_and(starts)
        && name
            .bytes()
            .all(|b| starts(b) || b.is_ascii_digit() || matches!(b, b'.' | b'-'))
}

impl fmt::Display for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for (name, value) in &self.list {
            let text = match value {
                AttributeValue::Omitted => continue,
                AttributeValue::True => name.as_str(),
                AttributeValue::Text(text) => trim_str(text),
            };
            if text.is_empty() && is_boolean(name) {
                continue;
            }
            write!(f, "{space}{name}=\"{}\"", esc_attr(text))?;
            space = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_printed_as_the_plugin_does() {
        let mut attributes = Attributes::new()
            .with("bad name", "1")
            .with("HREF", "/x")
            .with("readonly", "")
            .with("checked", true)
            .with("data-x", "")
            .with("id", None::<&str>)
            .with("title", " a&amp;b \"<' ");
        attributes.set("href", "/y");
        assert_eq!(
            attributes.to_string(),
            "href=\"/y\" checked=\"checked\" data-x=\"\" title=\"a&amp;b &quot;&lt;&#039;\""
        );
    }
}
