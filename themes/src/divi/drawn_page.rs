//! The forms and split tests of a page that is rendered for them.

use compat::divi::contact_form::ContactForm;

use crate::render::RenderError;
use crate::wordpress::view::Page;

use super::builder::RenderState;
use super::drawn::Drawn;

impl Drawn {
    /// That of a page.
    pub fn of(page: &mut Page) -> &mut Self {
        &mut RenderState::of(page).scope.collected.drawn
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
