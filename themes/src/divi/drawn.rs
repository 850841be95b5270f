//! What drawing a page tells of its forms and split tests: the endpoints' part of the work needs it.
//!
//! Contract "divi-ajax", sections 1.4, 2 and 3. A form is known only when its page is drawn: presets, library items and
//! dynamic content decide on its attributes, its place on its number.

use compat::divi::contact_form::{ContactField, ContactForm};

use crate::render::RenderError;
use crate::wordpress::view::Page;

use super::builder::RenderState;
use super::builder::rendered::append;

/// A form to subscribe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signup {
    /// The checksum of its attributes.
    pub checksum: String,
    /// Whether a service tells people from robots.
    pub uses_spam_service: bool,
}

/// The markup of a subject that stands behind a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The post that holds the test.
    pub post_id: i64,
    /// Its id.
    pub id: String,
    /// Its markup.
    pub html: String,
}

/// What was drawn so far.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The fields of the contact form that is drawn.
    pub(super) contact_fields: Vec<ContactField>,
    /// Contact forms.
    pub contact_forms: Vec<ContactForm>,
    /// Forms to subscribe.
    pub signups: Vec<Signup>,
    /// Subjects of split tests.
    pub subjects: Vec<Subject>,
}

impl Drawn {
    /// That of a page.
    pub fn of(page: &mut Page) -> &mut Self {
        &mut RenderState::of(page).scope.collected.drawn
    }

    /// Puts others behind these.
    pub fn append(&mut self, next: Self) {
        append(&mut self.contact_fields, next.contact_fields);
        append(&mut self.contact_forms, next.contact_forms);
        append(&mut self.signups, next.signups);
        append(&mut self.subjects, next.subjects);
    }
}

/// The contact forms of a page in document order. The page is rendered for it.
///
/// # Errors
/// When the page cannot be rendered.
pub fn contact_forms(page: &mut Page) -> Result<Vec<ContactForm>, RenderError> {
    let theme = page.view.theme.clone();
    theme.render(page)?;
    Ok(std::mem::take(&mut Drawn::of(page).contact_forms))
}
