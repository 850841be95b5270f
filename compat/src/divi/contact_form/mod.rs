//! The builder's contact form: validation of a POST to its page, and its mail.
//!
//! Contract "divi-ajax", section 3; recordings divi-contact/*, vectors divi-email-fields. Rendering the page declares the
//! form as [`ContactForm`]. Not here: the honeypot (another column), the markup.

mod mail;
mod submission;

pub use mail::{MailFacts, MailWording, contact_mail, subject};
pub use submission::{ContactError, ContactValue, Outcome, PostedForm, Visit};

/// A field as the module declares it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContactField {
    /// Its id, in lower case.
    pub id: String,
    /// `field_type`: `input`, `email`, `text`, `checkbox`, …
    pub kind: String,
    /// Whether it must be filled.
    pub is_required: bool,
    /// Whether its rules may hide it.
    pub is_conditional: bool,
}

/// A contact form as its page declares it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContactForm {
    /// Its number among the page's contact forms.
    pub number: usize,
    /// The class and default id of its element.
    pub order_class: String,
    /// `_unique_id`.
    pub unique_id: String,
    /// The post whose content holds it; 0 for none.
    pub post_id: i64,
    /// Its fields in order.
    pub fields: Vec<ContactField>,
    /// Whether it has the sum captcha.
    pub wants_captcha: bool,
    /// Whether it uses a spam protection service.
    pub uses_spam_service: bool,
    /// The account at the service.
    pub spam_account: String,
    /// The lowest accepted score.
    pub spam_min_score: String,
    /// `email`: the recipient; empty: the site's administrator.
    pub email: String,
    /// Its title as printed, with its tag; empty: none.
    pub title: String,
    /// `custom_message`: the pattern of the mail; empty: the default one.
    pub custom_message: String,
}

/// The results of the forms that were posted to a page, for rendering.
#[derive(Debug, Clone, Default)]
pub struct ContactFormResults {
    results: Vec<(String, Outcome)>,
}

impl ContactFormResults {
    /// Adds the result of the form with this order class.
    pub fn push(&mut self, order_class: &str, outcome: Outcome) {
        self.results.push((order_class.to_owned(), outcome));
    }

    /// The result of a form; `None` when it was not posted.
    pub fn of(&self, order_class: &str) -> Option<&Outcome> {
        self.results
            .iter()
            .find(|(class, _)| class == order_class)
            .map(|(_, outcome)| outcome)
    }
}
