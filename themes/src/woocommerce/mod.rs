//! WooCommerce: the pages of the catalogue, the cart, the checkout and the account; assets, mails, body classes, the cart
//! widget.
//!
//! Contract "woocommerce".

mod account;
mod account_address;
mod account_assets;
mod account_details;
mod account_downloads;
mod account_links;
mod account_login;
pub mod account_mail;
pub mod account_messages;
mod account_orders;
mod account_password;
mod add_to_cart;
mod address_script;
mod addresses;
mod archive;
mod asset_files;
pub mod assets;
mod attribute_label;
mod block_countries;
mod block_fields;
mod block_pages;
mod block_scripts;
mod block_settings;
mod body_class;
mod breadcrumb;
mod cart;
mod cart_amount;
mod cart_assets;
mod cart_item;
mod cart_shipping;
pub mod cart_totals;
pub mod checkout;
mod checkout_assets;
mod checkout_form;
pub mod checkout_payment;
pub mod checkout_review;
mod endpoint_title;
mod form_field;
pub mod hand_over;
mod list;
mod list_beside;
mod list_button;
mod list_pages;
pub mod login_form;
mod mail_style;
mod menu;
pub mod mini_cart;
pub mod notices;
mod order_actions;
mod order_details;
pub mod order_mail;
mod order_pay;
mod order_received;
mod parts;
mod picture;
mod product_assets;
mod product_class;
pub mod product_texts;
mod rating;
mod shop;
mod shop_page;
mod short_description;
mod shortcodes;
mod single;
mod structured_data;
pub mod variation_data;
mod widgets;

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::column::is_plugin_active;

use crate::base_css::place;
use crate::column::{Column, Registry};
use crate::wordpress::view::{Page, View};

use self::shop::Shop;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "woocommerce",
    is_active: |options| is_plugin_active(options, "woocommerce/woocommerce.php"),
    register,
};

fn register(registry: &mut Registry) {
    widgets::register(&mut registry.widgets);
    registry.sheets.add(
        place::PLUGINS,
        &[
            include_str!("../../assets/woocommerce/shop.css"),
            include_str!("../../assets/woocommerce/lists.css"),
        ],
    );
    registry.main_content.push(main_content);
    registry.hooks.menu_item_class(2, menu::item_class);
    registry.hooks.body_class(10, body_class::body_class);
    registry.hooks.the_title(10, endpoint_title::endpoint_title);
    registry.hooks.wp_robots(10, is_personal_page);
    registry
        .hooks
        .post_type_archive_title(10, shop_page::archive_title);
    shortcodes::register(registry);
    block_pages::register(&mut registry.blocks);
    registry.shop_parts = parts::parts();
    assets::register(&mut registry.hooks);
    registry
        .shortcodes
        .register("woocommerce_cart", |_, page| cart::cart(page));
    registry
        .shortcodes
        .register("woocommerce_checkout", |_, page| checkout::checkout(page));
    registry
        .shortcodes
        .register("woocommerce_my_account", |_, page| account::account(page));
}

/// Whether the page is the cart's, the checkout's or the account's (`wc_page_no_robots`).
fn is_personal_page(view: &View) -> bool {
    const PAGES: [&str; 3] = [
        "woocommerce_cart_page_id",
        "woocommerce_checkout_page_id",
        "woocommerce_myaccount_page_id",
    ];
    let shown = view
        .query
        .queried_post_id()
        .filter(|_| view.query.is.is_page);
    let own = PAGES.map(|name| view.site.options.int(name));
    shown.is_some_and(|shown| own.contains(&shown.0))
}

/// The pages of the catalogue.
fn main_content(page: &mut Page) -> Option<String> {
    let view = page.view.clone();
    let shown = ShopPage::of(&view.query)?;
    let shop = Shop::of(&view);
    Some(match &shown {
        ShopPage::Product => single::single(page, &shop, view.query.queried_post()?),
        list => archive::archive(page, &shop, list),
    })
}
