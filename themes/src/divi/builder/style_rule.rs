//! A rule of an element before it goes into the sheet of its page: its selector holds the place of the order class.
//!
//! What is printed of it is made once, however many elements of a page it is about.

use std::sync::Arc;

use compat::divi::state_selector::ORDER_CLASS;

use super::media::Media;
use crate::minify::minified;

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleRule {
    /// For which windows.
    pub media: Media,
    /// Whom it is about.
    pub selector: Selector,
    /// What it says.
    pub declarations: Arc<Declarations>,
    /// Its place among the rules of its windows.
    pub priority: i32,
}

/// A selector, as it is written and as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    /// As it is written.
    pub written: Pattern,
    /// As it is printed.
    pub printed: Pattern,
    /// Whether it names the element's own class, so that no other element says it.
    pub is_own: bool,
    /// Whether browsers may drop a whole rule for it, because they do not know it.
    pub is_alone: bool,
}

/// The texts between the places for the order class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<Box<str>>);

/// What a rule says, as it is written and as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declarations {
    /// As they are written.
    pub written: String,
    /// As they are printed.
    pub printed: String,
}

impl StyleRule {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let selector = self.selector.written.bytes() + self.selector.printed.bytes();
        let declarations = self.declarations.written.len() + self.declarations.printed.len();
        size_of::<Self>() + size_of::<Declarations>() + selector + declarations
    }
}

impl Selector {
    /// That of a text.
    pub fn of(selector: &str) -> Self {
        let dotted = dotted(selector);
        Self {
            written: Pattern::of(&dotted),
            printed: Pattern::of(&minified(&dotted)),
            is_own: dotted.contains(ORDER_CLASS),
            is_alone: dotted.contains(":-"),
        }
    }
}

impl Pattern {
    fn of(text: &str) -> Self {
        Self(text.split(ORDER_CLASS).map(Box::from).collect())
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        self.0.iter().map(|text| text.len() + 16).sum()
    }

    /// Writes the text down with a class in place.
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
    /// Those of a text.
    pub fn of(declarations: &str) -> Self {
        Self {
            written: declarations.to_owned(),
            printed: minified(declarations),
        }
    }

    /// These and others behind them.
    pub fn and(&self, others: &Self) -> Self {
        Self::of(&[&self.written, " ", &others.written].concat())
    }
}

/// A selector with a dot before the places for the class, except where it is the value of an attribute.
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
