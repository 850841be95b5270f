//! WooCommerce on requests: cookies, query arguments and REST namespaces of the shop.
//!
//! Contract "woocommerce". The cart and the store API are not implemented.

use compat::woocommerce::register::COLUMN as MEANING;

mod search_redirect;
mod user_fields;

use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    personal_cookies: &[
        "woocommerce_items_in_cart",
        "woocommerce_cart_hash",
        "wp_woocommerce_session_",
    ],
    label_domains: &["woocommerce"],
    robots_disallow: &[
        "/wp-content/uploads/wc-logs/",
        "/wp-content/uploads/woocommerce_transient_files/",
        "/wp-content/uploads/woocommerce_uploads/",
        "/*?add-to-cart=",
        "/*?*add-to-cart=",
    ],
    rest_namespaces: &[
        (2, "wc/v3"),
        (3, "wc/v1"),
        (4, "wc/pos/v1/catalog"),
        (5, "jetpack/v4"),
        (6, "wc-admin"),
        (7, "wc-analytics"),
        (8, "wc/store"),
        (9, "wc/store/v1"),
        (10, "wc/private"),
        (11, "wc/v2"),
        (13, "wc-admin-email"),
        (14, "wc-telemetry"),
        (15, "wccom-site/v3"),
        (16, "wp-abilities/v1"),
    ],
    ..Column::new("woocommerce", MEANING.is_active)
};

fn register(registry: &mut Registry) {
    registry.redirects.push(search_redirect::only_result);
    registry.rest.add_user_fields(user_fields::add);
}
