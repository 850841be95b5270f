//! Style sheet and scripts of the cart's page.
//!
//! Contract "woocommerce", section 11.

use compat::woocommerce::address::{States, states};
use compat::woocommerce::settings::ShopSettings;
use compat::wordpress::php::Value;
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::post::PostId;

use super::address_script::address_script;
use super::asset_files::{ajax_addresses, json, script, version};
use super::cart_shipping::named_countries;
use super::shop::{Shop, TEXT_DOMAIN};
use crate::wordpress::assets::Style;
use crate::wordpress::password_meter::{PASSWORD_HINT, password_meter};
use crate::wordpress::view::{Page, View};

/// `is_cart`.
pub fn is_cart(view: &View) -> bool {
    let cart = PostId(view.site.options.int("woocommerce_cart_page_id"));
    let is_page = view.query.is.is_page && view.query.queried_post_id() == Some(cart);
    let mut posts = view.query.queried_post().into_iter();
    is_page || posts.any(|post| post.content.contains("[woocommerce_cart"))
}

/// The style sheet of the lists of countries.
pub fn style(page: &mut Page) {
    let view = page.view.clone();
    let href = view.plugin_url("woocommerce/assets/css/select2.css");
    page.assets
        .style(Style::linked("select2", &href, &version(&view)));
}

/// The scripts of the page. Their data hold nonces.
pub fn scripts(page: &mut Page) {
    page.keep_for_one_visitor("it shows a cart");
    let view = page.view.clone();
    let version = version(&view);
    let shop = Shop::of(&view);
    let file = "frontend/country-select.min.js";
    let countries = script(&view, "wc-country-select", file, &version);
    let params = json(&country_select_params(&shop));
    page.assets
        .head_script(countries.localized("wc_country_select_params", &params));
    page.assets.head_script(address_script(&shop));
    let cart = script(&view, "wc-cart", "frontend/cart.min.js", &version);
    let params = ajax_addresses(&view)
        .with(
            "update_shipping_method_nonce",
            view.nonce("update-shipping-method"),
        )
        .with("apply_coupon_nonce", view.nonce("apply-coupon"))
        .with("remove_coupon_nonce", view.nonce("remove-coupon"));
    page.assets
        .head_script(cart.localized("wc_cart_params", &json(&params)));
    let file = "selectWoo/selectWoo.full.min.js";
    let own = format!("1.0.9-wc.{version}");
    page.assets
        .head_script(script(&view, "selectWoo", file, &own));
    password_strength(page, &shop);
}

/// The scripts that judge new passwords, for visitors who choose one when they get an account.
pub(super) fn password_strength(page: &mut Page, shop: &Shop) {
    let view = page.view.clone();
    let chooses = !shop.is_yes("woocommerce_registration_generate_password", "yes")
        && view.visitor.user.is_none();
    if chooses {
        password_meter_scripts(page, shop);
    }
}

/// The scripts that judge new passwords.
pub(super) fn password_meter_scripts(page: &mut Page, shop: &Shop) {
    let view = page.view.clone();
    if !view.is_legacy() {
        return;
    }
    let siteurl = view.site.siteurl();
    let includes = |path: &str| format!("{siteurl}/wp-includes/{path}");
    for script in password_meter(&siteurl, includes, &view.locale, &view.wp_version) {
        page.assets.head_script(script);
    }
    let hint = view.text(PASSWORD_HINT);
    let params = Value::array()
        .with("min_password_strength", "3")
        .with("stop_checkout", "")
        .with(
            "i18n_password_error",
            decoded(&shop.text("Please enter a stronger password.")),
        )
        .with("i18n_password_hint", decoded(&hint));
    let file = "frontend/password-strength-meter.min.js";
    let own = script(&view, "wc-password-strength-meter", file, &version(&view));
    page.assets
        .head_script(own.localized("wc_password_strength_meter_params", &json(&params)));
}

pub(super) fn country_select_params(shop: &Shop) -> Value {
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let text = |source: &'static str| {
        let text = texts.translate_with_context(source, "enhanced select");
        decoded(text)
    };
    let settings = ShopSettings::from_options(shop.options());
    let mut allowed = named_countries(shop, &settings.sells_to);
    for own in named_countries(shop, &settings.ships_to) {
        if !allowed.contains(&own) {
            allowed.push(own);
        }
    }
    let mut countries = Value::array();
    for (code, _) in allowed {
        let named = match states(&code) {
            States::Listed(listed) => listed.iter().fold(Value::array(), |map, (state, name)| {
                map.with(*state, decoded(&shop.text(name)))
            }),
            States::None => Value::array(),
            States::Unknown => continue,
        };
        countries = countries.with(code, named);
    }
    Value::array()
        .with("countries", json(&countries))
        .with(
            "i18n_select_state_text",
            decoded(&shop.text("Select an option&hellip;")),
        )
        .with("i18n_no_matches", text("No matches found"))
        .with("i18n_ajax_error", text("Loading failed"))
        .with(
            "i18n_input_too_short_1",
            text("Please enter 1 or more characters"),
        )
        .with(
            "i18n_input_too_short_n",
            text("Please enter %qty% or more characters"),
        )
        .with("i18n_input_too_long_1", text("Please delete 1 character"))
        .with(
            "i18n_input_too_long_n",
            text("Please delete %qty% characters"),
        )
        .with(
            "i18n_selection_too_long_1",
            text("You can only select 1 item"),
        )
        .with(
            "i18n_selection_too_long_n",
            text("You can only select %qty% items"),
        )
        .with("i18n_load_more", text("Loading more results&hellip;"))
        .with("i18n_searching", text("Searching&hellip;"))
}

pub(super) fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&html_entity_decode(text.as_bytes())).into_owned()
}
