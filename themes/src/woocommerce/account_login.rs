//! The forms that log in and register, for guests on the account's page.
//!
//! Contract "woocommerce", section 14; recordings pages/mi-cuenta and woo/account-login-bad.

use compat::woocommerce::account::{AccountEndpoint, AccountPageData};
use minijinja::context;

use super::account_links::account_endpoint_url;
use super::cart_item::nonce_fields;
use super::checkout_payment::privacy_text;
use super::notices::notices_wrapper;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Both forms; that which registers if the shop makes accounts here.
pub fn login(page: &mut Page) -> String {
    let notices = notices_wrapper(page);
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let hooked = view.theme.hooks.do_login_form(page);
    let data = view.page_data.get::<AccountPageData>();
    let registers = shop.is_yes("woocommerce_enable_myaccount_registration", "no");
    let lost = account_endpoint_url(&view, AccountEndpoint::LostPassword, "");
    let posted = |name: &str| data.posted(name).unwrap_or_default();
    let forms = view.render(
        "woocommerce/account_login.html",
        context! {
            username => posted("username"),
            hooked => markup(hooked),
            nonce => markup(nonce_fields(&view, "woocommerce-login", "woocommerce-login-nonce")),
            lost_password => markup(url(&lost)),
            register => registers.then(|| register(&shop, data)),
            words => context! {
                heading => shop.text("Login"),
                username => shop.text("Username or email address"),
                password => shop.text("Password"),
                required => shop.text("Required"),
                remember => shop.text("Remember me"),
                login => shop.text("Log in"),
                lost => shop.text("Lost your password?"),
            },
        },
    );
    format!("{notices}{forms}")
}

fn register(shop: &Shop, data: &AccountPageData) -> minijinja::Value {
    const PRIVACY: &str = "Your personal data will be used to support your experience throughout this website, to manage access to your account, and for other purposes described in our %s.";
    let option = "woocommerce_registration_privacy_policy_text";
    let posted = |name: &str| data.posted(name).unwrap_or_default();
    context! {
        asks_username => !shop.is_yes("woocommerce_registration_generate_username", "yes"),
        asks_password => !shop.is_yes("woocommerce_registration_generate_password", "yes"),
        username => posted("username"),
        email => posted("email"),
        privacy => markup(privacy_text(shop, option, PRIVACY, None)),
        nonce => markup(nonce_fields(
            &shop.view,
            "woocommerce-register",
            "woocommerce-register-nonce",
        )),
        words => context! {
            heading => shop.text("Register"),
            username => shop.text("Username"),
            email => shop.text("Email address"),
            password => shop.text("Password"),
            required => shop.text("Required"),
            link => shop.text("A link to set a new password will be sent to your email address."),
            register => shop.text("Register"),
        },
    }
}
