//! WooCommerce: the catalogue's pages, assets, body classes and the cart widget.
//!
//! Contract "woocommerce". Checkout and account pages are not implemented.

mod add_to_cart;
mod archive;
mod asset_files;
pub mod assets;
mod attribute_label;
mod body_class;
mod breadcrumb;
mod cart;
mod cart_amount;
mod cart_assets;
mod cart_item;
mod cart_shipping;
pub mod cart_totals;
mod list;
mod list_button;
mod list_pages;
mod menu;
pub mod mini_cart;
pub mod notices;
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
mod widget_cart;

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::column::is_plugin_active;

use crate::column::{Column, Registry};
use crate::wordpress::view::Page;

use self::shop::Shop;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "woocommerce",
    is_active: |options| is_plugin_active(options, "woocommerce/woocommerce.php"),
    register,
};

fn register(registry: &mut Registry) {
    widget_cart::register(&mut registry.widgets);
    registry.main_content.push(main_content);
    registry.hooks.menu_item_class(2, menu::item_class);
    registry.hooks.body_class(10, body_class::body_class);
    registry
        .hooks
        .post_type_archive_title(10, shop_page::archive_title);
    shortcodes::register(registry);
    assets::register(&mut registry.hooks);
    registry
        .shortcodes
        .register("woocommerce_cart", |_, page| cart::cart(page));
    for tag in ["woocommerce_checkout", "woocommerce_my_account"] {
        registry.shortcodes.foreign_tag(tag);
    }
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
