//! What an audit learns of the shop: the plugin, its options, its products.

use crate::wordpress::audit::part::{
    ColumnAudit, InventoryItem, Software, SoftwareKind, version_option,
};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::site::Site;

/// The column's part.
pub const AUDIT: ColumnAudit = ColumnAudit {
    software: &[Software {
        kind: SoftwareKind::Plugin,
        file: "woocommerce/woocommerce.php",
        name: "WooCommerce",
        recorded: &["10.7.0"],
        stored_version: |options| version_option(options, "woocommerce_version"),
    }],
    own_options: &[
        "woocommerce_*",
        "wc_*",
        "shop_catalog_image_size",
        "shop_single_image_size",
        "shop_thumbnail_image_size",
        "product_cat_children",
        "product_brand_children",
        "current_theme_supports_woocommerce",
        "schema-ActionScheduler_*",
        "action_scheduler_*",
        "widget_woocommerce_*",
        "widget_wc_*",
    ],
    read_options: READ,
    content_types: &[],
};

/// Options that are read besides those of the snapshot; those of shipping methods by method and zone.
const READ: &[&str] = &[
    "default_product_cat",
    "woocommerce_all_except_countries",
    "woocommerce_allowed_countries",
    "woocommerce_brand_permalink",
    "woocommerce_calc_taxes",
    "woocommerce_cart_redirect_after_add",
    "woocommerce_checkout_order_received_endpoint",
    "woocommerce_checkout_pay_endpoint",
    "woocommerce_checkout_phone_field",
    "woocommerce_currency",
    "woocommerce_currency_pos",
    "woocommerce_default_country",
    "woocommerce_enable_ajax_add_to_cart",
    "woocommerce_enable_coupons",
    "woocommerce_feature_rate_limit_checkout_enabled",
    "woocommerce_logout_endpoint",
    "woocommerce_myaccount_add_payment_method_endpoint",
    "woocommerce_myaccount_delete_payment_method_endpoint",
    "woocommerce_myaccount_downloads_endpoint",
    "woocommerce_myaccount_edit_account_endpoint",
    "woocommerce_myaccount_edit_address_endpoint",
    "woocommerce_myaccount_lost_password_endpoint",
    "woocommerce_myaccount_orders_endpoint",
    "woocommerce_myaccount_payment_methods_endpoint",
    "woocommerce_myaccount_set_default_payment_method_endpoint",
    "woocommerce_myaccount_view_order_endpoint",
    "woocommerce_notify_backorder",
    "woocommerce_permalinks",
    "woocommerce_pickup_location_settings",
    "woocommerce_price_decimal_sep",
    "woocommerce_price_num_decimals",
    "woocommerce_price_thousand_sep",
    "woocommerce_prices_include_tax",
    "woocommerce_ship_to_countries",
    "woocommerce_shipping_cost_requires_address",
    "woocommerce_shipping_tax_class",
    "woocommerce_shop_page_id",
    "woocommerce_specific_allowed_countries",
    "woocommerce_specific_ship_to_countries",
    "woocommerce_store_address",
    "woocommerce_store_address_2",
    "woocommerce_store_city",
    "woocommerce_store_postcode",
    "woocommerce_tax_based_on",
    "woocommerce_tax_display_cart",
    "woocommerce_tax_round_at_subtotal",
    "woocommerce_version",
    "woocommerce_flat_rate_*",
    "woocommerce_free_shipping_*",
    "woocommerce_local_pickup_*",
    "widget_woocommerce_*",
    "widget_wc_*",
];

/// The products by type and state, and the coupons.
///
/// # Errors
/// When the database fails.
pub async fn inventory(
    db: &Db,
    _site: &Site,
    items: &mut Vec<InventoryItem>,
) -> Result<(), DbError> {
    const SQL: &str = "SELECT post_type, post_status, COUNT(*) FROM {p}posts \
        WHERE post_type IN ('product', 'product_variation', 'shop_coupon') AND post_status <> 'auto-draft' \
        GROUP BY post_type, post_status ORDER BY post_type, post_status";
    let rows: Vec<(String, String, i64)> = db.load(SQL, vec![]).await?;
    for (post_type, status, count) in rows {
        let title = match post_type.as_str() {
            "product" => "Products",
            "product_variation" => "Variations",
            _ => "Coupons",
        };
        let detail = format!("{count} with the status {status}");
        items.push(InventoryItem::new("products", None, title, detail));
    }
    Ok(())
}
