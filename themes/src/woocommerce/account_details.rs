//! The form of a user's names, e-mail address and password.
//!
//! Contract "woocommerce", section 14.

use compat::woocommerce::account::AccountPageData;
use minijinja::context;

use super::cart_item::nonce_fields;
use super::shop::Shop;
use crate::markup::markup;

/// The form. It shows what is stored.
pub fn edit_account(shop: &Shop) -> String {
    let view = &shop.view;
    let data = view.page_data.get::<AccountPageData>();
    let user = data.user.clone().unwrap_or_default();
    let nonce = nonce_fields(view, "save_account_details", "save-account-details-nonce");
    view.render(
        "woocommerce/account_details.html",
        context! {
            first_name => user.first_name,
            last_name => user.last_name,
            display_name => user.display_name,
            email => user.email,
            nonce => markup(nonce),
            words => context! {
                first_name => shop.text("First name"),
                last_name => shop.text("Last name"),
                display_name => shop.text("Display name"),
                shown => shop.text("This will be how your name will be displayed in the account section and in reviews"),
                email => shop.text("Email address"),
                change => shop.text("Password change"),
                current => shop.text("Current password (leave blank to leave unchanged)"),
                new => shop.text("New password (leave blank to leave unchanged)"),
                confirm => shop.text("Confirm new password"),
                save => shop.text("Save changes"),
            },
        },
    )
}
