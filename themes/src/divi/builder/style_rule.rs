//! A CSS rule with a placeholder for the order class, before it is added to a page's sheet.
//!
//! The minified text is computed once per rule, not per element.

use std::sync::Arc;

use compat::divi::state_selector::ORDER_CLASS;

use super::media::Media;
use crate::minify::minified;

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleRule {
    /// Its media query.
    pub media: Media,
    /// Its selector.
    pub selector: Selector,
    /// Its declarations.
    pub declarations: Arc<Declarations>,
    /// Its priority within the media query.
    pub priority: i32,
}

/// A selector, original and minified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// Original.
    pub written: Pattern,
    /// Minified.
    pub printed: Pattern,
    /// Whether it contains the order class, so that it applies to one element only.
    pub is_own: bool,
    /// Whether it contains a vendor selector, for which other browsers drop the whole rule, or names keyframes.
    pub is_alone: bool,
}

/// The texts between the order class placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<Box<str>>);

/// Declarations, original and minified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declarations {
    /// Original.
    pub written: String,
    /// Minified.
    pub printed: String,
}

impl StyleRule {
    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        let selector = self.selector.written.bytes() + self.selector.printed.bytes();
        let declarations = self.declarations.written.len() + self.declarations.printed.len();
        size_of::<Self>() + size_of::<Declarations>() + selector + declarations
    }
}

impl Selector {
    /// Parses a selector.
    pub fn of(selector: &str) -> Self {
        let dotted = dotted(selector);
        Self {
            written: Pattern::of(&dotted),
            printed: Pattern::of(&minified(&dotted)),
            is_own: dotted.contains(ORDER_CLASS),
            is_alone: dotted.contains(":-") || dotted.starts_with('@'),
        }
    }
}

impl Pattern {
    fn of(text: &str) -> Self {
        Self(text.split(ORDER_CLASS).map(Box::from).collect())
    }

    /// Approximate size in bytes.
    fn bytes(&self) -> usize {
        self.0.iter().map(|text| text.len() + 16).sum()
    }

    /// Appends the text with an order class filled in.
    pub fn put(&self, class: &str, out: &mut String) {
        for (at, text) in self.0.iter().enumerate() {
            if at > 0 {
                out.push_str(class);
            }
            out.push_str(text);
        }
    }
}

impl Declarations {
    /// Parses declarations.
    pub fn of(declarations: &str) -> Self {
        Self {
            written: declarations.to_owned(),
            printed: minified(declarations),
        }
    }

    /// Concatenates declarations.
    pub fn and(&self, others: &Self) -> Self {
        Self::of(&[&self.written, " ", &others.written].concat())
    }
}

/// Adds a dot before each order class placeholder, except in attribute values.
fn dotted(selector: &str) -> String {
    let mut out = String::with_capacity(selector.len() + 8);
    let mut parts = selector.split(ORDER_CLASS);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if !out.ends_with("=\"") {
            out.push('.');
        }
        out.extend([ORDER_CLASS, part]);
    }
    out
}
