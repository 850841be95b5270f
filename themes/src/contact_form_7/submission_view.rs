//! What a page shows about a form that was posted to it without script.
//!
//! Contract "contact-form-7" section 21. The floor of requests puts one into `View::posted` after it carried the
//! submission out; the form instance with the same unit tag shows it.

use compat::contact_form_7::submission::{InvalidField, Status};

/// The outcome of a submission.
#[derive(Debug, Clone)]
pub struct SubmissionView {
    /// `_wpcf7_unit_tag`, as posted: which instance of the form on the page it was.
    pub unit_tag: String,
    /// How it ended.
    pub status: Status,
    /// What the visitor is told.
    pub message: String,
    /// The fields that are not right, in the order in which they were found.
    pub invalid_fields: Vec<InvalidField>,
}

impl SubmissionView {
    /// Why a field is not right.
    pub fn validation_error(&self, name: &str) -> Option<&str> {
        let field = self.invalid_fields.iter().find(|f| f.name == name)?;
        Some(&field.reason)
    }

    /// Whether the controls show what was posted: they do unless the mail was sent.
    pub fn keeps_posted(&self) -> bool {
        self.status != Status::MailSent
    }
}
