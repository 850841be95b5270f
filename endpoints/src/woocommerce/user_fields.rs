//! The fields of users that the shop adds to the REST API.

use compat::wordpress::php::Array;
use compat::wordpress::post::Meta;

use crate::wordpress::rest::rest_response::Item;

/// User meta that WooCommerce registers as soon as somebody is logged in with a cookie.
pub const META: [&str; 2] = [
    "woocommerce_launch_your_store_tour_hidden",
    "woocommerce_coming_soon_banner_dismissed",
];

/// The fields that WooCommerce adds to every user.
pub fn add(item: &mut Item, meta: &Meta) -> &'static [&'static str] {
    let mut keys = meta.keys().filter(|k| k.ends_with("capabilities"));
    let is_admin = keys.any(|key| meta.value(key).at("administrator").to_bool());
    item.set("is_super_admin", is_admin);
    let mut values = Array::new();
    for key in [
        "variable_product_tour_shown",
        "activity_panel_inbox_last_read",
        "activity_panel_reviews_last_read",
        "homepage_layout",
        "homepage_stats",
        "task_list_tracked_started_tasks",
        "android_app_banner_dismissed",
        "launch_your_store_tour_hidden",
        "coming_soon_banner_dismissed",
    ] {
        values.insert(key, meta.text(&format!("woocommerce_admin_{key}")));
    }
    item.set("woocommerce_meta", values);
    &["is_super_admin", "woocommerce_meta"]
}
