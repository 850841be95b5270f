//! Texts that are rendered on the page itself: shortcodes find their scope in the page.

use std::sync::Arc;

use crate::wordpress::view::Page;

use super::render_state::RenderState;
use super::rendered::Rendered;
use super::scope::Scope;

/// Renders elements in the page's current scope; everything but the markup is added to the scope.
pub fn from_page(
    page: &mut Page,
    render: impl FnOnce(&mut Scope, &mut Page) -> Rendered,
) -> String {
    let mut scope = std::mem::take(&mut RenderState::of(page).scope);
    let mut collected = std::mem::take(&mut scope.collected);
    let mut rendered = render(&mut scope, page);
    let html = std::mem::take(&mut rendered.html);
    collected.append(rendered);
    RenderState::of(page).scope = Scope { collected, ..scope };
    html
}

/// Calls code that may render other content in a scope; what that collects is added to the result.
pub fn on_page(
    scope: &mut Scope,
    page: &mut Page,
    print: impl FnOnce(&mut Page) -> String,
) -> Rendered {
    let outer = std::mem::replace(&mut RenderState::of(page).scope, std::mem::take(scope));
    let html = print(page);
    *scope = std::mem::replace(&mut RenderState::of(page).scope, outer);
    std::mem::take(&mut scope.collected).with_html(html)
}

/// Runs the shortcodes of a text in a scope.
pub fn do_shortcode(text: &str, scope: &mut Scope, page: &mut Page) -> Rendered {
    on_page(scope, page, |page| {
        let theme = Arc::clone(&page.view.theme);
        theme.shortcodes.do_shortcode(text, page).into_owned()
    })
}
