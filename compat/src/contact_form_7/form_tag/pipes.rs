//! Pipes: `"Cueva A|a@example.org"` shows the one and mails the other.
//!
//! Contract "contact-form-7" section 3.5.

use crate::contact_form_7::canonicalize::{LetterCase, canonicalize};
use crate::contact_form_7::whitespace::strip_whitespaces;

/// One value with its meaning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pipe {
    /// What is shown and posted.
    pub before: String,
    /// What it stands for.
    pub after: String,
}

impl Pipe {
    /// Splits at the first `|`; without one both sides are equal.
    pub fn new(text: &str) -> Self {
        let (before, after) = text.split_once('|').unwrap_or((text, text));
        Self {
            before: strip_whitespaces(before).to_owned(),
            after: strip_whitespaces(after).to_owned(),
        }
    }
}

/// The pipes of a tag, or of all tags with one name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pipes(pub Vec<Pipe>);

impl Pipes {
    /// A pipe for each value.
    pub fn new<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        Self(values.into_iter().map(Pipe::new).collect())
    }

    /// Adds the pipes of another tag of the same name.
    pub fn merge(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    /// Translates a posted value: the first pipe with the same canonicalized left side, else the input.
    pub fn do_pipe(&self, input: &str) -> String {
        let spelled = |text: &str| canonicalize(text, LetterCase::AsIs, false);
        let wanted = spelled(input);
        let found = self.0.iter().find(|p| spelled(&p.before) == wanted);
        found.map_or_else(|| input.to_owned(), |p| p.after.clone())
    }

    /// The first sides.
    pub fn collect_befores(&self) -> Vec<String> {
        self.0.iter().map(|p| p.before.clone()).collect()
    }

    /// The second sides.
    pub fn collect_afters(&self) -> Vec<String> {
        self.0.iter().map(|p| p.after.clone()).collect()
    }
}
