//! What can be followed of a request: spans of one target, which nobody looks at unless they are sent somewhere.

/// The target of all spans.
pub const SPANS: &str = "oxipress::trace";
