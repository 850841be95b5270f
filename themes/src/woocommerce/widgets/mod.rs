//! The shop's classic widgets.
//!
//! Contract "woocommerce", sections 5.1 (filters) and 7.5 (mini cart).

mod address;
mod cart;
mod categories;
mod filters;
mod lists;
mod search;

use compat::woocommerce::recently_viewed::RECENTLY_VIEWED_WIDGET;

use crate::wordpress::view::Page;
use crate::wordpress::widgets::{PrintWidget, Widgets};

/// Base of the id, classes, and what prints it.
const WIDGETS: [(&str, &str, PrintWidget<Page>); 12] = [
    (
        "woocommerce_widget_cart",
        "woocommerce widget_shopping_cart",
        cart::widget_cart,
    ),
    (
        "woocommerce_product_categories",
        "woocommerce widget_product_categories",
        categories::product_categories,
    ),
    (
        "woocommerce_product_search",
        "woocommerce widget_product_search",
        search::product_search,
    ),
    (
        "woocommerce_product_tag_cloud",
        "woocommerce widget_product_tag_cloud",
        search::product_tag_cloud,
    ),
    (
        "woocommerce_products",
        "woocommerce widget_products",
        lists::products,
    ),
    (
        "woocommerce_top_rated_products",
        "woocommerce widget_top_rated_products",
        lists::top_rated,
    ),
    (
        RECENTLY_VIEWED_WIDGET,
        "woocommerce widget_recently_viewed_products",
        lists::recently_viewed,
    ),
    (
        "woocommerce_recent_reviews",
        "woocommerce widget_recent_reviews",
        lists::recent_reviews,
    ),
    (
        "woocommerce_price_filter",
        "woocommerce widget_price_filter",
        filters::price_filter,
    ),
    (
        "woocommerce_rating_filter",
        "woocommerce widget_rating_filter",
        filters::rating_filter,
    ),
    (
        "woocommerce_layered_nav",
        "woocommerce widget_layered_nav woocommerce-widget-layered-nav",
        filters::layered_nav,
    ),
    (
        "woocommerce_layered_nav_filters",
        "woocommerce widget_layered_nav_filters",
        filters::active_filters,
    ),
];

pub(super) fn register(widgets: &mut Widgets<Page>) {
    for (id_base, class, print) in WIDGETS {
        widgets.register(id_base, class, print);
    }
}
