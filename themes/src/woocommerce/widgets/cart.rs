//! The cart widget: an empty container filled by the cart fragments script.
//!
//! Contract "woocommerce" (globals). Not printed on the cart and checkout pages.

use compat::wordpress::widget::Widget;

use crate::wordpress::view::{Page, View};
use crate::wordpress::widgets::{WidgetOutput, widget_title};

/// `woocommerce_widget_cart`.
pub(super) fn widget_cart(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    if is_page(&view, "woocommerce_cart_page_id") || is_page(&view, "woocommerce_checkout_page_id")
    {
        return None;
    }
    crate::woocommerce::assets::enqueue_cart_fragments(page);
    let shell = "<div class=\"widget_shopping_cart_content\"></div>";
    let content = if widget.settings.at("hide_if_empty").to_bool() {
        format!("<div class=\"hide_cart_widget_if_empty\">{shell}</div>")
    } else {
        shell.to_owned()
    };
    let default = view.locale.domain("woocommerce").translate("Cart");
    Some(WidgetOutput {
        title: widget_title(&view, widget, default),
        content,
        ..WidgetOutput::default()
    })
}

fn is_page(view: &View, option: &str) -> bool {
    let id = view.site.options.int(option);
    id > 0 && view.query.queried_post_id().is_some_and(|p| p.0 == id)
}
