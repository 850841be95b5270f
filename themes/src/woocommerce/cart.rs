//! The page of the cart: shortcode `[woocommerce_cart]`, and its parts.
//!
//! Contract "woocommerce", sections 7.4 and 15.3.

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
use super::list_beside::chosen;
use super::notices::{notices_wrapper, repeated_notices};
use super::shop::Shop;
use crate::markup::markup;
use crate::shop_parts::{Beside, CartPart};
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Most products beside the cart.
const CROSS_SELLS: usize = 2;

/// The shortcode.
pub fn cart(page: &mut Page) -> String {
    page.keep_for_one_visitor("it shows a cart");
    let notices = notices_wrapper(page);
    let view = page.view.clone();
    let visit = view.page_data.get::<Visit>();
    let content = if visit.cart.is_empty() {
        empty(page)
    } else {
        form(page, visit, None, |page, cross_sells| {
            cross_sells + &cart_totals(page)
        })
    };
    format!("<div class=\"woocommerce\">{notices}{content}</div>")
}

/// A part of the page.
pub fn cart_part(page: &mut Page, part: CartPart) -> String {
    page.keep_for_one_visitor("it shows a cart");
    let view = page.view.clone();
    let visit = view.page_data.get::<Visit>();
    let is_empty = visit.cart.is_empty();
    match part {
        CartPart::Notices => {
            let notices = repeated_notices(page);
            let text = if is_empty { empty(page) } else { String::new() };
            notices + &text
        }
        _ if is_empty => String::new(),
        CartPart::Form { quantity } => form(page, visit, quantity, |_, cross_sells| cross_sells),
        CartPart::Totals => cart_totals(page),
        CartPart::CrossSells(beside) => cross_sells(page, &Shop::of(&view), visit, beside),
    }
}

/// What is printed for an empty cart.
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

/// The form with the lines. `quantity`: the theme's template for a quantity; `beside`: what is printed beside the form,
/// from the products that are bought with those of the cart.
fn form(
    page: &mut Page,
    visit: &Visit,
    quantity: Option<&'static str>,
    beside: impl FnOnce(&mut Page, String) -> String,
) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let mut rows = Vec::new();
    for item in items(visit) {
        rows.push(row(page, &shop, visit, &item, quantity));
    }
    let cross_sells = cross_sells(page, &shop, visit, Beside::default());
    let collaterals = beside(page, cross_sells);
    let has_coupons = shop.is_yes("woocommerce_enable_coupons", "yes");
    let nonce = nonce_fields(&view, CART_ACTION, "woocommerce-cart-nonce");
    view.render(
        "woocommerce/cart.html",
        context! {
            action => markup(url(&cart_url(&view))),
            items => rows,
            nonce => markup(nonce),
            collaterals => markup(collaterals),
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

fn row(
    page: &mut Page,
    shop: &Shop,
    visit: &Visit,
    item: &CartItem<'_>,
    template: Option<&'static str>,
) -> Value {
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
        template,
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
fn cross_sells(page: &mut Page, shop: &Shop, visit: &Visit, beside: Beside) -> String {
    let named = visit.cross_sells().into_iter();
    let shown = named
        .filter_map(|id| visit.goods.get(id))
        .filter(|product| product.is_visible(shop.options(), false, shop.may_edit()));
    let shown = chosen(shown.cloned().collect(), beside, CROSS_SELLS);
    if shown.is_empty() {
        return String::new();
    }
    let heading = shop.text("You may be interested in&hellip;");
    let columns = beside.columns.unwrap_or(CROSS_SELLS);
    // The variations of these products, and so their prices, are the visit's.
    let goods = Shop::of(&shop.view).with_products(visit.goods.catalogue.clone());
    let list = list(page, &goods, &shown, columns);
    format!("<div class=\"cross-sells\">\n\t\t\t\t\t<h2>{heading}</h2>\n\t\t{list}\n\t</div>\n\t")
}
