//! The spam log of a submission.
//!
//! Contract "contact-form-7", section 16.

/// Why a submission was taken for spam, as Flamingo shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpamLogEntry {
    /// The check that found it: `wpcf7`, `recaptcha`, `disallowed_list`, …
    pub agent: &'static str,
    /// Why.
    pub reason: String,
}
