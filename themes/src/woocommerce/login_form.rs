//! The login form on pages of the shop (`woocommerce_login_form`).
//!
//! Contract "woocommerce", sections 9.1 and 14.

use compat::woocommerce::account::AccountEndpoint;
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::account_links::account_endpoint_url;
use super::cart_item::nonce_fields;
use super::cart_totals::checkout_url;
use super::checkout_payment::texturized;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Why a buyer gets no account: the address has one.
pub const EMAIL_TAKEN: &str = "An account is already registered with your email address. <a href=\"#\" class=\"showlogin\">Please log in.</a>";

/// The form. `message`: a source text before it; `redirect`: where it leads; `is_hidden`: a script shows it.
pub fn login_form(page: &mut Page, message: &str, redirect: &str, is_hidden: bool) -> String {
    form(page, message, redirect, is_hidden, TEMPLATE)
}

/// The form of returning customers on the checkout's page. `template`: the theme's, where it has one.
pub fn returning_customer_form(page: &mut Page, template: Option<&'static str>) -> String {
    let redirect = checkout_url(&page.view);
    let template = template.unwrap_or(TEMPLATE);
    form(page, RETURNING, &redirect, true, template)
}

const TEMPLATE: &str = "woocommerce/login_form.html";

/// What stands above the form of returning customers.
const RETURNING: &str = "If you have shopped with us before, please enter your details below. If you are a new customer, please proceed to the Billing section.";

fn form(
    page: &mut Page,
    message: &str,
    redirect: &str,
    is_hidden: bool,
    template: &'static str,
) -> String {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let hooked = view.theme.hooks.do_login_form(page);
    let message = match message {
        "" => String::new(),
        source => wpautop(&texturized(&view, &shop.text(source)), true),
    };
    let lost = account_endpoint_url(&view, AccountEndpoint::LostPassword, "");
    let nonce = nonce_fields(&view, "woocommerce-login", "woocommerce-login-nonce");
    view.render(
        template,
        context! {
            is_hidden => is_hidden,
            message => markup(message),
            hooked => markup(hooked),
            nonce => markup(nonce),
            redirect => markup(url(redirect)),
            lost_password => markup(url(&lost)),
            words => context! {
                username => shop.text("Username or email address"),
                password => shop.text("Password"),
                required => shop.text("Required"),
                remember => shop.text("Remember me"),
                login => shop.text("Login"),
                lost => shop.text("Lost your password?"),
            },
        },
    )
}

/// The line above the form that a script opens.
pub fn login_toggle(shop: &Shop) -> String {
    let returning = esc_html(&shop.text("Returning customer?")).into_owned();
    let click = esc_html(&shop.text("Click here to login")).into_owned();
    let text = format!("{returning} <a href=\"#\" class=\"showlogin\">{click}</a>");
    let notice = super::notices::notice(&text);
    format!("\t<div class=\"woocommerce-form-login-toggle\">\n\t\t\n\t{notice}\t</div>\n")
}
