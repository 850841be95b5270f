//! WooCommerce: assets, body classes and the cart widget on every page.
//!
//! Contract "woocommerce" (globals). Shop pages are not implemented.

pub mod assets;
mod body_class;
mod shop_page;
mod widget_cart;

use compat::wordpress::column::is_plugin_active;

use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "woocommerce",
    is_active: |options| is_plugin_active(options, "woocommerce/woocommerce.php"),
    register,
};

fn register(registry: &mut Registry) {
    widget_cart::register(&mut registry.widgets);
    registry.hooks.body_class(10, body_class::body_class);
    registry
        .hooks
        .post_type_archive_title(10, shop_page::archive_title);
    assets::register(&mut registry.hooks);
    for tag in [
        "woocommerce_cart",
        "woocommerce_checkout",
        "woocommerce_my_account",
    ] {
        registry.shortcodes.foreign_tag(tag);
    }
}
