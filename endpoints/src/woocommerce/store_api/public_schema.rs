//! What the items of the routes look like, told to OPTIONS: names and types.
//!
//! Contract "woocommerce-store-api", sections 1.2, 2 to 6, 8.1 and 9.

use compat::wordpress::php::Value;

use crate::wordpress::rest::route::Rest;

/// Names of properties of a type; a type with `|null` may be missing.
type Properties = &'static [(&'static str, &'static [&'static str])];

const CART: Properties = &[
    (
        "array",
        &[
            "items",
            "coupons",
            "fees",
            "payment_requirements",
            "shipping_rates",
            "cross_sells",
            "errors",
            "payment_methods",
        ],
    ),
    (
        "object",
        &[
            "totals",
            "shipping_address",
            "billing_address",
            "extensions",
        ],
    ),
    (
        "boolean",
        &["needs_payment", "needs_shipping", "has_calculated_shipping"],
    ),
    ("integer", &["items_count"]),
    ("number", &["items_weight"]),
];

const CART_ITEM: Properties = &[
    (
        "string",
        &[
            "key",
            "type",
            "name",
            "short_description",
            "description",
            "sku",
            "permalink",
            "catalog_visibility",
        ],
    ),
    ("integer", &["id"]),
    ("number", &["quantity"]),
    ("integer|null", &["low_stock_remaining"]),
    (
        "boolean",
        &[
            "backorders_allowed",
            "show_backorder_badge",
            "sold_individually",
        ],
    ),
    ("array", &["images", "variation", "item_data"]),
    (
        "object",
        &["quantity_limits", "prices", "totals", "extensions"],
    ),
];

const COUPON: Properties = &[
    ("string", &["code", "discount_type"]),
    ("object", &["totals"]),
];

const CHECKOUT: Properties = &[
    ("integer", &["order_id", "customer_id"]),
    (
        "string",
        &[
            "status",
            "order_key",
            "order_number",
            "customer_note",
            "payment_method",
        ],
    ),
    (
        "object",
        &[
            "billing_address",
            "shipping_address",
            "additional_fields",
            "extensions",
        ],
    ),
    ("object|null", &["payment_result", "__experimentalCart"]),
];

const ORDER: Properties = &[
    ("integer", &["id"]),
    ("string", &["status"]),
    (
        "array",
        &["items", "coupons", "fees", "payment_requirements", "errors"],
    ),
    ("object", &["totals", "shipping_address", "billing_address"]),
    ("boolean", &["needs_payment", "needs_shipping"]),
];

const PRODUCT: Properties = &[
    ("integer", &["id", "parent", "review_count"]),
    ("integer|null", &["low_stock_remaining"]),
    (
        "string",
        &[
            "name",
            "slug",
            "type",
            "variation",
            "permalink",
            "sku",
            "short_description",
            "description",
            "price_html",
            "average_rating",
            "weight",
            "formatted_weight",
            "formatted_dimensions",
        ],
    ),
    (
        "boolean",
        &[
            "on_sale",
            "has_options",
            "is_purchasable",
            "is_in_stock",
            "is_on_backorder",
            "sold_individually",
            "is_password_protected",
        ],
    ),
    (
        "array",
        &[
            "images",
            "categories",
            "tags",
            "brands",
            "attributes",
            "variations",
            "grouped_products",
        ],
    ),
    (
        "object",
        &[
            "prices",
            "stock_availability",
            "dimensions",
            "add_to_cart",
            "extensions",
        ],
    ),
];

const COLLECTION_DATA: Properties = &[
    ("object|null", &["price_range"]),
    (
        "array|null",
        &[
            "attribute_counts",
            "rating_counts",
            "stock_status_counts",
            "taxonomy_counts",
        ],
    ),
];

const ATTRIBUTE: Properties = &[
    ("integer", &["id", "count"]),
    ("string", &["name", "taxonomy", "type", "order"]),
    ("boolean", &["has_archives"]),
];

const TERM: Properties = &[
    ("integer", &["id", "parent", "count"]),
    ("string", &["name", "slug", "description"]),
];

const CATEGORY: Properties = &[
    ("integer", &["id", "parent", "count", "review_count"]),
    ("string", &["name", "slug", "description", "permalink"]),
    ("object|null", &["image"]),
];

const REVIEW: Properties = &[
    ("integer", &["id", "product_id", "rating"]),
    (
        "string",
        &[
            "date_created",
            "formatted_date_created",
            "date_created_gmt",
            "product_name",
            "product_permalink",
            "reviewer",
            "review",
        ],
    ),
    ("boolean", &["verified"]),
    ("object", &["product_image", "reviewer_avatar_urls"]),
];

/// The JSON schema of items.
fn schema(title: &str, properties: Properties) -> Value {
    let named = properties
        .iter()
        .flat_map(|(kind, names)| names.iter().map(move |name| (*name, *kind)));
    let all = named.fold(Value::array(), |map, (name, kind)| {
        let kind: Value = match kind.split_once('|') {
            None => kind.into(),
            Some((kind, null)) => [kind, null].into_iter().collect(),
        };
        map.with(
            name,
            Value::array().with("type", kind).with("readonly", true),
        )
    });
    Value::array()
        .with("$schema", "http://json-schema.org/draft-04/schema#")
        .with("title", title)
        .with("type", "object")
        .with("properties", all)
}

macro_rules! item_schemas {
    ($($(#[$doc:meta])* $name:ident $title:literal $properties:ident)*) => {$(
        $(#[$doc])*
        pub fn $name(_: &Rest<'_>, _: &str) -> Value {
            schema($title, $properties)
        }
    )*};
}

item_schemas! {
    /// The cart.
    cart "cart" CART
    /// A line of the cart.
    cart_item "cart_item" CART_ITEM
    /// A coupon of the cart.
    coupon "cart_coupon" COUPON
    /// The checkout.
    checkout "checkout" CHECKOUT
    /// An order.
    order "order" ORDER
    /// A product.
    product "product" PRODUCT
    /// Figures of a list of products.
    collection_data "product-collection-data" COLLECTION_DATA
    /// An attribute of the shop.
    attribute "product_attribute" ATTRIBUTE
    /// A value of an attribute, or a tag.
    term "term" TERM
    /// A category.
    category "product-category" CATEGORY
    /// A brand.
    brand "product-brand" CATEGORY
    /// A review.
    review "product_review" REVIEW
}
