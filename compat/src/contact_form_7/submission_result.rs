//! How a form that was posted to a page ended, for the page that shows it.
//!
//! Contract "contact-form-7", section 21. Requests put it into [`crate::wordpress::posted::Posted`]; the form whose
//! unit tag is the same prints it, and, unless its mail was sent, the posted values again.

use super::contact_form::FormId;
use super::submission::{InvalidFields, Status};

/// The result.
#[derive(Debug, Clone)]
pub struct SubmissionResult {
    /// The form that was posted.
    pub form: FormId,
    /// The instance that was posted.
    pub unit_tag: String,
    /// How it ended.
    pub status: Status,
    /// The message shown to the visitor.
    pub message: String,
    /// The fields that are not right.
    pub invalid_fields: InvalidFields,
}

impl SubmissionResult {
    /// Whether posted values stand in the controls again.
    pub fn shows_values(&self) -> bool {
        self.status != Status::MailSent
    }
}
