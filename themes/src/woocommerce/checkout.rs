//! The page of the checkout: shortcode `[woocommerce_checkout]`.
//!
//! Contract "woocommerce", sections 9.1, 9.8 and 9.9.

use compat::woocommerce::checkout::{CheckoutPageData, CheckoutSettings, CheckoutView};
use compat::woocommerce::shopping::Visit;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::addresses::cart_url;
use super::cart_totals::checkout_url;
use super::checkout_form::checkout_form;
use super::login_form::{login_form, login_toggle};
use super::notices::notices_wrapper;
use super::order_pay::order_pay;
use super::order_received::order_received;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// The shortcode.
pub fn checkout(page: &mut Page) -> String {
    page.is_for_one_visitor = true;
    let view = page.view.clone();
    let data = view.page_data.get::<CheckoutPageData>();
    let content = match &data.view {
        CheckoutView::Form => form(page),
        CheckoutView::Received { access, order } => order_received(page, *access, order.as_deref()),
        CheckoutView::Pay { access, order } => order_pay(page, *access, order.as_deref()),
    };
    format!("<div class=\"woocommerce\">{content}</div>")
}

/// The form with what stands above it; nothing for an empty cart, whose page leads to the cart.
fn form(page: &mut Page) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let visit = view.page_data.get::<Visit>();
    if visit.cart.is_empty() {
        return String::new();
    }
    let first_notices = notices_wrapper(page);
    let data = view.page_data.get::<CheckoutPageData>();
    if data.has_cart_errors {
        let notices = notices_wrapper(page);
        return format!("{first_notices}{}{notices}", cart_errors(&shop));
    }
    let settings = CheckoutSettings::from_options(shop.options());
    let is_guest = view.visitor.user.is_none();
    let login = if is_guest && settings.reminds_of_login {
        const MESSAGE: &str = "If you have shopped with us before, please enter your details below. If you are a new customer, please proceed to the Billing section.";
        let form = login_form(page, MESSAGE, &checkout_url(&view), true);
        format!("{}{form}\n", login_toggle(&shop))
    } else {
        String::new()
    };
    let coupon = if shop.is_yes("woocommerce_enable_coupons", "yes") {
        format!("{}\n", coupon_form(&shop))
    } else {
        String::new()
    };
    let notices = notices_wrapper(page);
    if is_guest && !settings.allows_guests && !settings.allows_sign_up {
        let text = shop.text("You must be logged in to checkout.");
        return format!("{first_notices}{login}{coupon}{notices}{}", esc_html(&text));
    }
    let form = checkout_form(page);
    format!("{first_notices}{login}{coupon}{notices}\n{form}\n")
}

fn coupon_form(shop: &Shop) -> String {
    shop.view.render(
        "woocommerce/checkout_coupon.html",
        context! {
            words => context! {
                have => shop.text("Have a coupon?"),
                enter => shop.text("Enter your coupon code"),
                click => shop.text("Click here to enter your code"),
                label => shop.text("Coupon:"),
                code => shop.text("Coupon code"),
                apply => shop.text("Apply coupon"),
            },
        },
    )
}

/// In place of the form while something is wrong with the cart.
fn cart_errors(shop: &Shop) -> String {
    const TEXT: &str = "There are some issues with the items in your cart. Please go back to the cart page and resolve these issues before checking out.";
    shop.view.render(
        "woocommerce/cart_errors.html",
        context! {
            text => shop.text(TEXT),
            cart => markup(url(&cart_url(&shop.view))),
            back => shop.text("Return to cart"),
        },
    )
}
