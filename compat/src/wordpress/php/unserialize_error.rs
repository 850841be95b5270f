//! Why stored bytes are not a serialised value.

use std::fmt;

/// Where and why stored bytes are not a serialised value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a serialised value at byte {offset}: {reason}")]
pub struct UnserializeError {
    /// Byte offset of the item that is wrong.
    pub offset: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a serialised value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The input stops before the value does.
    Truncated,
    /// No value starts with this letter.
    UnknownType,
    /// A byte is not what the form of the value demands.
    Malformed,
    /// A stated length or count is more than the input holds.
    TooLong,
    /// A key that is neither an integer nor a string.
    BadKey,
    /// A class name with bytes that PHP does not allow.
    BadClassName,
    /// A back reference to nothing, to itself, or to something that is not an object.
    BadReference,
    /// Nested deeper than [`super::unserialize::MAX_DEPTH`].
    TooDeep,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "the input ends early",
            Self::UnknownType => "unknown type letter",
            Self::Malformed => "malformed item",
            Self::TooLong => "length beyond the input",
            Self::BadKey => "key is neither integer nor string",
            Self::BadClassName => "bad class name",
            Self::BadReference => "reference to nothing usable",
            Self::TooDeep => "nested too deep",
        })
    }
}
