//! Regular expressions that are part of the program.
//!
//! A pattern stands in the source as a literal: `StaticRegex::new(r"…")`. A test reads all sources and compiles each of
//! these literals (`tests-contract/tests/floors`), so a pattern that does not compile never reaches a site. Patterns made
//! of a site's own data are no such constants: see [`super::rewrite`].

use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;

/// A constant pattern, compiled on first use.
#[derive(Debug)]
pub struct StaticRegex {
    text: &'static str,
    regex: OnceLock<Regex>,
}

impl StaticRegex {
    /// A pattern of a literal, in the syntax of the crate `regex`.
    pub const fn new(text: &'static str) -> Self {
        Self {
            text,
            regex: OnceLock::new(),
        }
    }
}

impl Deref for StaticRegex {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        self.regex
            .get_or_init(|| compiled(self.text, Regex::new(self.text)))
    }
}

/// A constant pattern on bytes that is put together of constants. A test of the caller must force it.
pub fn bytes_pattern(text: &str) -> regex::bytes::Regex {
    compiled(text, regex::bytes::Regex::new(text))
}

#[expect(
    clippy::panic,
    reason = "the text is a constant of the program, which a test compiles"
)]
fn compiled<R>(text: &str, regex: Result<R, regex::Error>) -> R {
    regex.unwrap_or_else(|error| panic!("{text}: {error}"))
}
