//! What the shop brings to the routes of the dashboard: its kinds of widgets with the fields of their forms, the header of
//! the plugin's file, categories of block patterns. Contract "wordpress-rest", sections 14 to 16.

use crate::wordpress::file_header::FileHeader;
use crate::wordpress::site::PatternCategory;
use crate::wordpress::widgets::{FieldKind, WidgetField, WidgetKind};

use super::recently_viewed::RECENTLY_VIEWED_WIDGET;

const DOMAIN: &str = "woocommerce";

const fn field(
    name: &'static str,
    label: &'static str,
    kind: FieldKind,
    default: &'static str,
) -> WidgetField {
    WidgetField {
        name,
        label,
        kind,
        default,
    }
}

const fn title(default: &'static str) -> WidgetField {
    field("title", "Title", FieldKind::Text, default)
}

const fn number(label: &'static str, default: &'static str) -> WidgetField {
    field("number", label, FieldKind::Number(1, None, 1), default)
}

const fn checkbox(name: &'static str, label: &'static str, default: &'static str) -> WidgetField {
    field(name, label, FieldKind::Checkbox, default)
}

const PRODUCTS: &str = "Number of products to show";

const CART: [WidgetField; 2] = [
    title("Cart"),
    checkbox("hide_if_empty", "Hide if cart is empty", "0"),
];

const LAYERED_NAV: [WidgetField; 4] = [
    title("Filter by"),
    field("attribute", "Attribute", FieldKind::Text, ""),
    field(
        "display_type",
        "Display type",
        FieldKind::Select(&[("list", "List"), ("dropdown", "Dropdown")]),
        "list",
    ),
    field(
        "query_type",
        "Query type",
        FieldKind::Select(&[("and", "AND"), ("or", "OR")]),
        "and",
    ),
];

const CATEGORIES: [WidgetField; 8] = [
    title("Product categories"),
    field(
        "orderby",
        "Order by",
        FieldKind::Select(&[("order", "Category order"), ("name", "Name")]),
        "name",
    ),
    checkbox("dropdown", "Show as dropdown", "0"),
    checkbox("count", "Show product counts", "0"),
    checkbox("hierarchical", "Show hierarchy", "1"),
    checkbox(
        "show_children_only",
        "Only show children of the current category",
        "0",
    ),
    checkbox("hide_empty", "Hide empty categories", "0"),
    field("max_depth", "Maximum depth", FieldKind::Text, ""),
];

const LIST: [WidgetField; 7] = [
    title("Products"),
    number(PRODUCTS, "5"),
    field(
        "show",
        "Show",
        FieldKind::Select(&[
            ("", "All products"),
            ("featured", "Featured products"),
            ("onsale", "On-sale products"),
        ]),
        "",
    ),
    field(
        "orderby",
        "Order by",
        FieldKind::Select(&[
            ("menu_order", "Menu order"),
            ("date", "Date"),
            ("price", "Price"),
            ("rand", "Random"),
            ("sales", "Sales"),
        ]),
        "date",
    ),
    field(
        "order",
        "Order",
        FieldKind::Select(&[("asc", "ASC"), ("desc", "DESC")]),
        "desc",
    ),
    checkbox("hide_free", "Hide free products", "0"),
    checkbox("show_hidden", "Show hidden products", "0"),
];

/// The kinds: base of the id, name, description, class, fields.
type Kind = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [WidgetField],
);

const KINDS: [Kind; 12] = [
    (
        "woocommerce_widget_cart",
        "Cart",
        "Display the customer shopping cart.",
        "woocommerce widget_shopping_cart",
        &CART,
    ),
    (
        "woocommerce_layered_nav_filters",
        "Active Product Filters",
        "Display a list of active product filters.",
        "woocommerce widget_layered_nav_filters",
        &[title("Active filters")],
    ),
    (
        "woocommerce_layered_nav",
        "Filter Products by Attribute",
        "Display a list of attributes to filter products in your store.",
        "woocommerce widget_layered_nav woocommerce-widget-layered-nav",
        &LAYERED_NAV,
    ),
    (
        "woocommerce_price_filter",
        "Filter Products by Price",
        "Display a slider to filter products in your store by price.",
        "woocommerce widget_price_filter",
        &[title("Filter by price")],
    ),
    (
        "woocommerce_product_categories",
        "Product Categories",
        "A list or dropdown of product categories.",
        "woocommerce widget_product_categories",
        &CATEGORIES,
    ),
    (
        "woocommerce_product_search",
        "Product Search",
        "A search form for your store.",
        "woocommerce widget_product_search",
        &[title("")],
    ),
    (
        "woocommerce_product_tag_cloud",
        "Product Tag Cloud",
        "A cloud of your most used product tags.",
        "woocommerce widget_product_tag_cloud",
        &[title("Product tags")],
    ),
    (
        "woocommerce_products",
        "Products list",
        "A list of your store's products.",
        "woocommerce widget_products",
        &LIST,
    ),
    (
        RECENTLY_VIEWED_WIDGET,
        "Recently Viewed Products list",
        "Display a list of a customer's recently viewed products.",
        "woocommerce widget_recently_viewed_products",
        &[title("Recently Viewed Products"), number(PRODUCTS, "10")],
    ),
    (
        "woocommerce_top_rated_products",
        "Products by Rating list",
        "A list of your store's top-rated products.",
        "woocommerce widget_top_rated_products",
        &[title("Top rated products"), number(PRODUCTS, "5")],
    ),
    (
        "woocommerce_recent_reviews",
        "Recent Product Reviews",
        "Display a list of recent reviews from your store.",
        "woocommerce widget_recent_reviews",
        &[
            title("Recent reviews"),
            number("Number of reviews to show", "10"),
        ],
    ),
    (
        "woocommerce_rating_filter",
        "Filter Products by Rating",
        "Display a list of star ratings to filter products in your store.",
        "woocommerce widget_rating_filter",
        &[title("Average rating")],
    ),
];

/// The shop's kinds in the order of their registration.
pub(super) fn widget_kinds() -> impl Iterator<Item = WidgetKind> {
    KINDS
        .into_iter()
        .map(|(id_base, name, description, class, fields)| WidgetKind {
            id_base,
            name,
            name_context: "",
            description,
            class,
            domain: DOMAIN,
            fields: Some(fields),
            shows_instance: true,
        })
}

/// The header of the plugin's file, for sites without it. Contract "wordpress-rest", section 16.
pub(super) fn plugin_header() -> FileHeader {
    FileHeader {
        file: "woocommerce/woocommerce.php".to_owned(),
        name: "WooCommerce".to_owned(),
        uri: "https://woocommerce.com/".to_owned(),
        version: "10.7.0".to_owned(),
        author: "Automattic".to_owned(),
        author_uri: "https://woocommerce.com".to_owned(),
        text_domain: "woocommerce".to_owned(),
        requires_wp: "6.8".to_owned(),
        requires_php: "7.4".to_owned(),
        ..FileHeader::default()
    }
}

const fn pattern(name: &'static str, label: &'static str) -> PatternCategory {
    PatternCategory {
        name,
        label,
        domain: DOMAIN,
    }
}

/// The shop's categories of block patterns.
pub(super) const PATTERNS: [PatternCategory; 5] = [
    pattern("woo-commerce", "WooCommerce"),
    pattern("featured-selling", "Featured Selling"),
    pattern("intro", "Intro"),
    pattern("social-media", "Social Media"),
    pattern("reviews", "Reviews"),
];
