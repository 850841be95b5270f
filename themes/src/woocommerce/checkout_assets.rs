//! Scripts of the checkout's page.
//!
//! Contract "woocommerce", section 11; recording woo/checkout.

use compat::woocommerce::account::AccountEndpoint;
use compat::woocommerce::checkout::{CheckoutPageData, CheckoutView};
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;

use super::account_links::account_endpoint_url;
use super::address_script::address_script;
use super::asset_files::{ajax_addresses, json, script, version};
use super::cart_assets::{country_select_params, decoded, password_strength};
use super::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

/// `is_checkout`.
pub fn is_checkout(view: &View) -> bool {
    let checkout = PostId(view.site.options.int("woocommerce_checkout_page_id"));
    let is_page = view.query.is.is_page && view.query.queried_post_id() == Some(checkout);
    let mut posts = view.query.queried_post().into_iter();
    is_page || posts.any(|post| post.content.contains("[woocommerce_checkout"))
}

/// The scripts before those of every page.
pub fn early_scripts(page: &mut Page) {
    page.keep_for_one_visitor("it shows a checkout");
    let view = page.view.clone();
    select_script(page);
    password_strength(page, &Shop::of(&view));
}

/// The script of lists of choices.
pub fn select_script(page: &mut Page) {
    let view = page.view.clone();
    let own = format!("1.0.9-wc.{}", version(&view));
    let file = "selectWoo/selectWoo.full.min.js";
    page.assets
        .head_script(script(&view, "selectWoo", file, &own));
}

/// The scripts of addresses and of the form. Their data hold nonces.
pub fn scripts(page: &mut Page) {
    let view = page.view.clone();
    let version = version(&view);
    let shop = Shop::of(&view);
    let file = "frontend/country-select.min.js";
    let countries = script(&view, "wc-country-select", file, &version);
    let params = json(&country_select_params(&shop));
    page.assets
        .head_script(countries.localized("wc_country_select_params", &params));
    page.assets.head_script(address_script(&shop));
    if view.is_legacy() {
        let file = "frontend/utils/custom-place-order-button.min.js";
        page.assets.head_script(script(
            &view,
            "wc-custom-place-order-button",
            file,
            &version,
        ));
    }
    let checkout = script(&view, "wc-checkout", "frontend/checkout.min.js", &version);
    let params = json(&checkout_params(&shop));
    page.assets
        .head_script(checkout.localized("wc_checkout_params", &params));
}

fn checkout_params(shop: &Shop) -> Value {
    const ERROR: &str = "There was an error processing your order. Please check for any charges in your payment method and review your <a href=\"%s\">order history</a> before placing the order again.";
    let view = &shop.view;
    let data = view.page_data.get::<CheckoutPageData>();
    let is_form = is_checkout(view) && matches!(data.view, CheckoutView::Form);
    let orders = account_endpoint_url(view, AccountEndpoint::Orders, "");
    let addresses = ajax_addresses(view);
    let address = addresses.at("wc_ajax_url").to_string_lossy().into_owned();
    let guests = shop
        .options()
        .text_or("woocommerce_enable_guest_checkout", "yes");
    let error = shop.text(ERROR).replacen("%s", &url(&orders), 1);
    addresses
        .with(
            "update_order_review_nonce",
            view.nonce("update-order-review"),
        )
        .with("apply_coupon_nonce", view.nonce("apply-coupon"))
        .with("remove_coupon_nonce", view.nonce("remove-coupon"))
        .with("option_guest_checkout", guests.into_owned())
        .with("checkout_url", address.replace("%%endpoint%%", "checkout"))
        .with("is_checkout", if is_form { "1" } else { "0" })
        .with("debug_mode", "")
        .with("i18n_checkout_error", decoded(&error))
        .with("gateways_with_custom_place_order_button", Value::array())
}

/// The theme's own lists of choices.
pub fn late_scripts(page: &mut Page) {
    let view = page.view.clone();
    let own = format!("4.0.3-wc.{}", version(&view));
    let file = "select2/select2.full.min.js";
    page.assets
        .head_script(script(&view, "wc-select2", file, &own));
}
