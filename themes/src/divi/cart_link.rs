//! The link to the shop's cart.
//!
//! Contract "divi-theme", section 3. Printed if WooCommerce is active; the number of items is part of the view.

use compat::wordpress::column::is_plugin_active;
use compat::wordpress::formatting::number::number_format_i18n;
use compat::wordpress::post::PostId;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// The link, with or without the number of items; empty without WooCommerce.
pub fn cart_link(view: &View, has_text: bool) -> String {
    if !is_plugin_active(&view.site.options, "woocommerce/woocommerce.php") {
        return String::new();
    }
    let text = if has_text {
        items(view, "Divi")
    } else {
        String::new()
    };
    format!(
        "<a href=\"{}\" class=\"et-cart-info\">\n\t\t\t\t<span>{text}</span>\n\t\t\t</a>",
        url(&cart_url(view))
    )
}

/// The URL of the cart page, else of the front page.
fn cart_url(view: &View) -> String {
    let id = PostId(view.site.options.int("woocommerce_cart_page_id"));
    view.page_url(id).unwrap_or_else(|| view.home_url())
}

/// The number of items in the cart, in the words of a text domain.
pub fn items(view: &View, domain: &str) -> String {
    let count = view.visitor.cart_contents_count;
    let pattern = view.locale.domain(domain).ngettext_with_context(
        "%1$s Item",
        "%1$s Items",
        count,
        "WooCommerce items number",
    );
    #[expect(clippy::cast_precision_loss, reason = "a cart holds few things")]
    let number = number_format_i18n(count as f64, 0, &view.locale.wp_locale().number_format());
    pattern.replace("%1$s", &number)
}
