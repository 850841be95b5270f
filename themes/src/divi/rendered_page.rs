//! The forms and split tests of a page that is rendered for them.

use compat::divi::contact_form::ContactForm;

use crate::render::RenderError;
use crate::wordpress::view::Page;

use super::builder::RenderState;
use super::collected_forms::CollectedForms;

impl CollectedForms {
    /// The state of a page.
    pub fn of(page: &mut Page) -> &mut Self {
        &mut RenderState::of(page).scope.collected.extras().forms
    }
}

/// Renders the page and returns its contact forms in document order.
///
/// # Errors
/// When the page cannot be rendered.
pub fn contact_forms(page: &mut Page) -> Result<Vec<ContactForm>, RenderError> {
    let theme = page.view.theme.clone();
    theme.render(page)?;
    Ok(std::mem::take(&mut CollectedForms::of(page).contact_forms))
}
