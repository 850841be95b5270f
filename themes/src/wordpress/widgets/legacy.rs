//! A classic widget as a block: `core/legacy-widget`.
//!
//! Contract "wordpress-core", section 10.3. How a plugin without blocks of its own stands in a block editor's page.

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::widget::legacy_widget;
use serde_json::Value as Json;

use super::kinds::SidebarArgs;
use crate::wordpress::view::Page;

/// How `the_widget` wraps a widget that stands in no area.
const ALONE: SidebarArgs = SidebarArgs {
    before_widget: "<div class=\"widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h2 class=\"widgettitle\">",
    after_title: "</h2>",
};

/// Prints the widget that a block names; nothing when there is none.
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
