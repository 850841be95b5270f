//! Scripts of the account's page.
//!
//! Contract "woocommerce", section 11; recordings pages/mi-cuenta and woo/account-logged.

use compat::woocommerce::account::{AccountPageData, AccountView, LostPasswordStep};

use super::address_script::address_script;
use super::asset_files::{json, script, version};
use super::cart_assets::{country_select_params, password_meter_scripts};
use super::shop::Shop;
use crate::wordpress::view::Page;

/// The scripts before those of every page.
pub fn early_scripts(page: &mut Page) {
    page.keep_for_one_visitor("it shows an account");
    let view = page.view.clone();
    let version = version(&view);
    let own = format!("1.0.9-wc.{version}");
    let file = "selectWoo/selectWoo.full.min.js";
    page.assets
        .head_script(script(&view, "selectWoo", file, &own));
    let shop = Shop::of(&view);
    let data = view.page_data.get::<AccountPageData>();
    let chooses = match &data.view {
        AccountView::Login => !shop.is_yes("woocommerce_registration_generate_password", "yes"),
        AccountView::EditAccount | AccountView::LostPassword(LostPasswordStep::Choose { .. }) => {
            true
        }
        _ => false,
    };
    if chooses {
        password_meter_scripts(page, &shop);
    }
    let file = "frontend/account-i18n.min.js";
    page.assets
        .head_script(script(&view, "wc-account-i18n", file, &version));
}

/// The scripts of the form of an address.
pub fn scripts(page: &mut Page) {
    let view = page.view.clone();
    let data = view.page_data.get::<AccountPageData>();
    if !matches!(data.view, AccountView::EditAddress(_)) {
        return;
    }
    let shop = Shop::of(&view);
    let file = "frontend/country-select.min.js";
    let countries = script(&view, "wc-country-select", file, &version(&view));
    let params = json(&country_select_params(&shop));
    page.assets
        .head_script(countries.localized("wc_country_select_params", &params));
    page.assets.head_script(address_script(&shop));
}
