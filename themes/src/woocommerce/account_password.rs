//! The forms for a forgotten password.
//!
//! Contract "woocommerce", section 14.

use compat::woocommerce::account::LostPasswordStep;
use compat::woocommerce::session::{NoticeKind, Notices};
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::cart_item::nonce_fields;
use super::notices::{notices_wrapper, printed};
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::view::Page;

/// The page.
pub fn lost_password(page: &mut Page, step: &LostPasswordStep) -> String {
    let notices = notices_wrapper(page);
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let content = match step {
        LostPasswordStep::Ask => {
            let hooked = view.theme.hooks.do_login_form(page);
            ask(&shop, hooked)
        }
        LostPasswordStep::Sent => sent(&shop),
        LostPasswordStep::Choose { key, login } => choose(&shop, key, login),
    };
    format!("{notices}{content}")
}

/// The form that asks whose it is. `hooked`: what columns print in it.
fn ask(shop: &Shop, hooked: String) -> String {
    const TEXT: &str = "Lost your password? Please enter your username or email address. You will receive a link to create a new password via email.";
    let nonce = nonce_fields(
        &shop.view,
        "lost_password",
        "woocommerce-lost-password-nonce",
    );
    shop.view.render(
        "woocommerce/account_lost_password.html",
        context! {
            hooked => markup(hooked),
            nonce => markup(nonce),
            words => context! {
                text => shop.text(TEXT),
                user => shop.text("Username or email"),
                required => shop.text("Required"),
                reset => shop.text("Reset password"),
            },
        },
    )
}

fn sent(shop: &Shop) -> String {
    const TEXT: &str = "A password reset email has been sent to the email address on file for your account, but may take several minutes to show up in your inbox. Please wait at least 10 minutes before attempting another reset.";
    let mut notices = Notices::default();
    let text = shop.text("Password reset email has been sent.");
    notices.add(NoticeKind::Success, esc_html(&text).into_owned());
    format!(
        "{}\n\n<p>{}</p>\n",
        printed(&notices),
        esc_html(&shop.text(TEXT))
    )
}

fn choose(shop: &Shop, key: &str, login: &str) -> String {
    let nonce = nonce_fields(
        &shop.view,
        "reset_password",
        "woocommerce-reset-password-nonce",
    );
    shop.view.render(
        "woocommerce/account_reset_password.html",
        context! {
            key => key,
            login => login,
            nonce => markup(nonce),
            words => context! {
                text => shop.text("Enter a new password below."),
                first => shop.text("New password"),
                second => shop.text("Re-enter new password"),
                required => shop.text("Required"),
                save => shop.text("Save"),
            },
        },
    )
}
