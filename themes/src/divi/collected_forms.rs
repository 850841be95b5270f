//! Forms and split test subjects found while rendering a page, for use by `endpoints::divi`.
//!
//! Contract "divi-ajax", sections 1.4, 2 and 3. A form's attributes depend on presets, library items and dynamic
//! content, and its number on its position, so both are known only after rendering.

use compat::divi::contact_form::{ContactField, ContactForm};

use super::lists::append;

/// A sign-up form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signup {
    /// The checksum of its attributes.
    pub checksum: String,
    /// Whether spam protection is enabled.
    pub uses_spam_service: bool,
}

/// The markup of a subject replaced by a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The post with the test.
    pub post_id: i64,
    /// Its id.
    pub id: String,
    /// Its markup.
    pub html: String,
}

/// What was collected.
#[derive(Clone, Debug, Default)]
pub struct CollectedForms {
    /// The fields of the contact form being rendered.
    pub(super) contact_fields: Vec<ContactField>,
    /// Contact forms.
    pub contact_forms: Vec<ContactForm>,
    /// Sign-up forms.
    pub signups: Vec<Signup>,
    /// Subjects of split tests.
    pub subjects: Vec<Subject>,
}

impl CollectedForms {
    /// Appends others.
    pub fn append(&mut self, next: Self) {
        append(&mut self.contact_fields, next.contact_fields);
        append(&mut self.contact_forms, next.contact_forms);
        append(&mut self.signups, next.signups);
        append(&mut self.subjects, next.subjects);
    }
}
