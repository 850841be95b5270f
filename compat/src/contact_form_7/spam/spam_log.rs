//! The spam log of a submission.
//!
//! Contract "contact-form-7", section 16.

/// The spam log of a submission, as shown by Flamingo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpamLogEntry {
    /// The check that found it: `wpcf7`, `recaptcha`, `disallowed_list`, …
    pub agent: &'static str,
    /// Why.
    pub reason: String,
}
