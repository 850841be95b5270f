//! Refused comments.
//!
//! Contract "wordpress-core", section 17.2.

/// Why a comment is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An empty response.
    Silent,
    /// The error page for comments, with a back link.
    Error {
        /// WordPress's source text.
        message: &'static str,
        /// The status.
        status: u16,
    },
    /// A column's message, unchanged, on the plain error page.
    Died(String),
    /// A column's source text of its domain, on the plain error page.
    DiedWith {
        /// The text domain.
        domain: &'static str,
        /// The source text.
        message: &'static str,
    },
}

impl Refusal {
    pub(super) const fn error(message: &'static str, status: u16) -> Self {
        Self::Error { message, status }
    }
}
