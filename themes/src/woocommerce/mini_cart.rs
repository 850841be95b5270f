//! The mini cart: the content of the cart widget.
//!
//! Contract "woocommerce", section 7.5.

use compat::woocommerce::shopping::Visit;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use minijinja::context;

use super::addresses::cart_url;
use super::cart_amount::amount;
use super::cart_item::items;
use super::cart_totals::checkout_url;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// The content of the cart widget.
pub fn widget_content(page: &mut Page) -> String {
    let view = page.view.clone();
    let (shop, visit) = (Shop::of(&view), view.page_data.get::<Visit>());
    let mut rows = Vec::new();
    for item in items(visit) {
        let name = wp_strip_all_tags(&item.product.name, false);
        let with_name = |source: &str| shop.text(source).replacen("%s", &name, 1);
        rows.push(context! {
            key => item.line.key.as_str(),
            remove_url => markup(url(&item.remove_url(&view))),
            remove_label => with_name("Remove %s from cart"),
            removed => markup(with_name("&ldquo;%s&rdquo; has been removed from your cart")),
            product_id => item.line.product_id.0,
            sku => item.own.sku.as_str(),
            href => item.permalink(&shop, visit).map(|link| markup(url(&link))),
            picture => markup(item.picture(page, &shop)),
            name => markup(item.name()),
            details => markup(item.details(&shop, visit)),
            quantity => item.line.quantity,
            price => markup(item.price(&shop)),
        });
    }
    let sums = visit.sums.as_ref();
    let subtotal = sums.map(|sums| amount(&shop, sums.totals.shown_subtotal(&sums.scene())));
    let content = view.render(
        "woocommerce/mini_cart.html",
        context! {
            items => rows,
            subtotal => markup(subtotal.unwrap_or_default()),
            cart => markup(url(&cart_url(&view))),
            checkout => markup(url(&checkout_url(&view))),
            words => context! {
                subtotal => shop.text("Subtotal:"),
                view_cart => shop.text("View cart"),
                checkout => shop.text("Checkout"),
                empty => shop.text("No products in the cart."),
            },
        },
    );
    content.trim_end().to_owned()
}
