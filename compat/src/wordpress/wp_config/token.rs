//! Tokens of PHP source, as far as a configuration file needs.

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// `$name`, without the dollar sign.
    Variable(String),
    /// A word: keyword, function or constant, without a leading backslash.
    Word(String),
    /// A text without variables in it.
    Text(String),
    /// A text with variables in it.
    Template(Vec<Part>),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// An operator or bracket.
    Op(&'static str),
}

/// A piece of a text with variables in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// Plain text.
    Text(String),
    /// `$name` or `{$name}`.
    Variable(String),
    /// Anything else between braces, as written.
    Other(String),
}

/// A token and the line that it begins on.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: usize,
    /// For an opening bracket: the index of its closing one.
    pub(super) closer: usize,
}

/// PHP's letters: ASCII, underscore, and everything above.
pub(super) fn is_word_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_' || b >= 0x80
}
