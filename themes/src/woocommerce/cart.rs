//! The page of the cart: shortcode `[woocommerce_cart]`.
//!
//! Contract "woocommerce", section 7.4.

use std::sync::Arc;

use compat::woocommerce::product::Product;
use compat::woocommerce::shopping::{CART_ACTION, Visit};
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::php::cast::int_to_float;
use compat::wordpress::post::PostId;
use minijinja::{Value, context};

use super::add_to_cart::{Quantity, quantity_input};
use super::addresses::cart_url;
use super::cart_item::{CartItem, items, nonce_fields};
use super::cart_totals::cart_totals;
use super::list::list;
use super::notices::notices_wrapper;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Most products beside the cart.
const CROSS_SELLS: usize = 2;

/// The shortcode.
pub fn cart(page: &mut Page) -> String {
    page.is_for_one_visitor = true;
    let notices = notices_wrapper(page);
    let view = page.view.clone();
    let visit = view.page_data.get::<Visit>();
    let content = if visit.cart.is_empty() {
        empty(page)
    } else {
        full(page, visit)
    };
    format!("<div class=\"woocommerce\">{notices}{content}</div>")
}

fn empty(page: &mut Page) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let id = PostId(shop.options().int("woocommerce_shop_page_id"));
    let address = Some(id)
        .filter(|id| id.0 > 0)
        .and_then(|id| view.page_url(id));
    view.render(
        "woocommerce/cart_empty.html",
        context! {
            message => shop.text("Your cart is currently empty."),
            shop => address.map(|address| markup(url(&address))),
            label => shop.text("Return to shop"),
        },
    )
}

fn full(page: &mut Page, visit: &Visit) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let mut rows = Vec::new();
    for item in items(visit) {
        rows.push(row(page, &shop, visit, &item));
    }
    let cross_sells = cross_sells(page, &shop, visit);
    let totals = cart_totals(page);
    let has_coupons = shop.is_yes("woocommerce_enable_coupons", "yes");
    let nonce = nonce_fields(&view, CART_ACTION, "woocommerce-cart-nonce");
    view.render(
        "woocommerce/cart.html",
        context! {
            action => markup(url(&cart_url(&view))),
            items => rows,
            nonce => markup(nonce),
            cross_sells => markup(cross_sells),
            totals => markup(totals),
            words => context! {
                remove => shop.text("Remove item"),
                thumbnail => shop.text("Thumbnail image"),
                product => shop.text("Product"),
                price => shop.text("Price"),
                quantity => shop.text("Quantity"),
                subtotal => shop.text("Subtotal"),
                coupon => has_coupons.then(|| shop.text("Coupon:")),
                coupon_code => shop.text("Coupon code"),
                apply => shop.text("Apply coupon"),
                update => shop.text("Update cart"),
            },
        },
    )
}

fn row(page: &mut Page, shop: &Shop, visit: &Visit, item: &CartItem<'_>) -> Value {
    let name = wp_strip_all_tags(&item.product.name, false);
    let label = shop.text("Remove %s from cart").replacen("%s", &name, 1);
    let is_single = item.product.is_sold_individually;
    let quantity = Quantity {
        name: format!("cart[{}][qty]", item.line.key),
        value: Some(int_to_float(item.line.quantity)),
        min: if is_single { 1.0 } else { 0.0 },
        max: item.own.max_purchase_quantity(shop.options()),
        placeholder: "",
        product_name: item.product.name.clone(),
    };
    let link = item.permalink(shop, visit);
    context! {
        remove_url => markup(url(&item.remove_url(&shop.view))),
        remove_label => label,
        product_id => item.line.product_id.0,
        sku => item.own.sku.as_str(),
        href => link.map(|link| markup(url(&link))),
        picture => markup(item.picture(page, shop)),
        name => markup(item.name()),
        details => markup(item.details(shop, visit)),
        backorder => item.backorder(shop),
        price => markup(item.price(shop)),
        quantity => markup(quantity_input(page, shop, &quantity)),
        subtotal => markup(item.subtotal(shop)),
    }
}

/// `woocommerce_cross_sell_display`.
fn cross_sells(page: &mut Page, shop: &Shop, visit: &Visit) -> String {
    let named = visit.cross_sells().into_iter();
    let shown = named
        .filter_map(|id| visit.goods.get(id))
        .filter(|product| product.is_visible(shop.options(), false, shop.may_edit()));
    let shown: Vec<Arc<Product>> = shown.take(CROSS_SELLS).cloned().collect();
    if shown.is_empty() {
        return String::new();
    }
    let heading = shop.text("You may be interested in&hellip;");
    let list = list(page, shop, &shown, CROSS_SELLS);
    format!("<div class=\"cross-sells\">\n\t\t\t\t\t<h2>{heading}</h2>\n\t\t{list}\n\t</div>\n\t")
}
