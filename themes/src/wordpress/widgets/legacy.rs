//! A classic widget as a block: `core/legacy-widget`.
//!
//! Contract "wordpress-core", section 10.3. Used for widgets of plugins without blocks.

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::widget::legacy_widget;
use serde_json::Value as Json;

use super::kinds::SidebarArgs;
use crate::wordpress::view::Page;

/// The wrappers of `the_widget`, for a widget outside a sidebar.
pub(super) const ALONE: SidebarArgs = SidebarArgs {
    before_widget: "<div class=\"widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h2 class=\"widgettitle\">",
    after_title: "</h2>",
};

/// Renders the widget of a block; empty when it does not exist.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let instance = call.block.attr("instance");
    let text = |name: &str| {
        let own = call.block.attr(name);
        let inner = instance.and_then(|instance| instance.get(name));
        let value = own.or(inner).and_then(Json::as_str)?;
        Some(value.to_owned())
    };
    match legacy_widget(&view.site, &view.salts, text) {
        Some(widget) => view.theme.widgets.print(page, &widget, ALONE),
        None => String::new(),
    }
}
