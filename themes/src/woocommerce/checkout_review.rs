//! The order on the checkout's page: lines and sums.
//!
//! Contract "woocommerce", section 9.1: fragment `.woocommerce-checkout-review-order-table`.

use compat::woocommerce::shopping::Visit;
use minijinja::context;

use super::addresses::cart_url;
use super::cart_amount::amount;
use super::cart_item::items;
use super::cart_shipping::checkout_shipping;
use super::cart_totals::{checkout_url, coupons, includes, tax_rows};
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::view::Page;

/// What stands in place of the form when the cart is gone.
pub const EXPIRED: &str =
    "Sorry, your session has expired. <a href=\"%s\" class=\"wc-backward\">Return to shop</a>";

/// The table as a part of the checkout's page.
pub fn review(page: &mut Page) -> String {
    let url = cart_url(&page.view);
    table(page, &url)
}

/// The table as the checkout's script asks for it: its links lead to the checkout.
pub fn review_fragment(page: &mut Page) -> String {
    let url = checkout_url(&page.view);
    table(page, &url)
}

/// The table; empty for a cart that was not calculated. `remove_page`: the page that removes coupons.
fn table(page: &mut Page, remove_page: &str) -> String {
    let view = page.view.clone();
    let (shop, visit) = (Shop::of(&view), view.page_data.get::<Visit>());
    let Some(sums) = visit.sums.as_deref() else {
        return String::new();
    };
    let rows = items(visit).map(|item| {
        context! {
            name => markup(item.name()),
            quantity => item.line.quantity,
            details => markup(item.details(&shop, visit)),
            subtotal => markup(item.subtotal(&shop)),
        }
    });
    let rows: Vec<_> = rows.collect();
    let shipping = if sums.needs_shipping && sums.shows_shipping {
        checkout_shipping(&shop, sums)
    } else {
        String::new()
    };
    let table = view.render(
        "woocommerce/checkout_review.html",
        context! {
            items => rows,
            subtotal => markup(amount(&shop, sums.totals.shown_subtotal(&sums.scene()))),
            coupons => coupons(&shop, visit, sums, remove_page),
            shipping => markup(shipping),
            taxes => tax_rows(&shop, visit, sums),
            total => markup(shop.settings.price(sums.totals.total)),
            includes => markup(includes(&shop, visit, sums)),
            words => context! {
                product => shop.text("Product"),
                subtotal => shop.text("Subtotal"),
                remove => shop.text("[Remove]"),
                total => shop.text("Total"),
            },
        },
    );
    format!("{}\n", table.trim_end())
}
