//! The page of the checkout: shortcode `[woocommerce_checkout]`, and its parts.
//!
//! Contract "woocommerce", sections 9.1, 9.8, 9.9 and 15.4.

use compat::woocommerce::checkout::{CheckoutPageData, CheckoutSettings, CheckoutView, ShipTo};
use compat::woocommerce::shopping::Visit;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::addresses::cart_url;
use super::checkout_form::checkout_form;
use super::login_form::{login_toggle, returning_customer_form};
use super::notices::{notices_wrapper, repeated_notices};
use super::order_pay::order_pay;
use super::order_received::order_received;
use super::shop::Shop;
use crate::markup::markup;
use crate::shop_parts::{CheckoutPart, ShopState};
use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

/// The shortcode.
pub fn checkout(page: &mut Page) -> String {
    page.keep_for_one_visitor("it shows a checkout");
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
    let forms = forms_above(page, None);
    let notices = notices_wrapper(page);
    if let Some(text) = login_first(&shop) {
        return format!("{first_notices}{forms}{notices}{text}");
    }
    let form = checkout_form(page, None);
    format!("{first_notices}{forms}{notices}\n{form}\n")
}

/// Why visitors without an account see no form.
fn login_first(shop: &Shop) -> Option<String> {
    let settings = CheckoutSettings::from_options(shop.options());
    let is_guest = shop.view.visitor.user.is_none();
    let is_kept_out = is_guest && !settings.allows_guests && !settings.allows_sign_up;
    let text = shop.text("You must be logged in to checkout.");
    is_kept_out.then(|| esc_html(&text).into_owned())
}

/// The forms for a login and for a coupon. `login`: the theme's template for the first.
fn forms_above(page: &mut Page, login: Option<&'static str>) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let settings = CheckoutSettings::from_options(shop.options());
    let mut forms = String::new();
    if view.visitor.user.is_none() && settings.reminds_of_login {
        forms.push_str(&login_toggle(&shop));
        forms.push_str(&returning_customer_form(page, login));
        forms.push('\n');
    }
    if shop.is_yes("woocommerce_enable_coupons", "yes") {
        forms.push_str(&coupon_form(&shop));
        forms.push('\n');
    }
    forms
}

/// A part of the page. An order that was received, or is to be paid, is the part of the payment.
pub fn checkout_part(page: &mut Page, part: CheckoutPart) -> String {
    page.keep_for_one_visitor("it shows a checkout");
    let view = page.view.clone();
    let data = view.page_data.get::<CheckoutPageData>();
    match &data.view {
        CheckoutView::Form => match part {
            CheckoutPart::Notices { login } => {
                let notices = repeated_notices(page);
                notices + &forms_above(page, login)
            }
            part => form_part(page, part),
        },
        CheckoutView::Received { access, order } if part == CheckoutPart::Payment => {
            order_received(page, *access, order.as_deref())
        }
        CheckoutView::Pay { access, order } if part == CheckoutPart::Payment => {
            order_pay(page, *access, order.as_deref())
        }
        CheckoutView::Received { .. } | CheckoutView::Pay { .. } => String::new(),
    }
}

/// A part of the form, in a form of its own; for an empty cart notices only.
fn form_part(page: &mut Page, part: CheckoutPart) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let notices = notices_wrapper(page);
    if view.page_data.get::<Visit>().cart.is_empty() {
        return notices;
    }
    if view.page_data.get::<CheckoutPageData>().has_cart_errors {
        let more = notices_wrapper(page);
        return format!("{notices}{}{more}", cart_errors(&shop));
    }
    let more = notices_wrapper(page);
    if let Some(text) = login_first(&shop) {
        return format!("{notices}{more}{text}");
    }
    let form = checkout_form(page, Some(part));
    format!("{notices}{more}\n{form}\n")
}

/// The state of cart and checkout.
pub fn state(view: &View) -> ShopState {
    let visit = view.page_data.get::<Visit>();
    let data = view.page_data.get::<CheckoutPageData>();
    let settings = CheckoutSettings::from_options(&view.site.options);
    ShopState {
        is_cart_empty: visit.cart.is_empty(),
        has_cart_errors: data.has_cart_errors,
        is_order_pay: matches!(data.view, CheckoutView::Pay { .. }),
        is_order_received: matches!(data.view, CheckoutView::Received { .. }),
        ships_to_billing_only: settings.ship_to == ShipTo::BillingOnly,
    }
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
