//! The arguments of lists of products.
//!
//! Contract "woocommerce-store-api", sections 1.3, 2.1 and 3.

use compat::wordpress::php::Value;

use crate::wordpress::rest::arg::Arg;

/// `context`, the argument of all routes that read.
pub fn context() -> Arg {
    choice("context", &["view", "embed", "edit"]).default("view")
}

/// A text that is checked before anything else.
pub fn text(name: &str) -> Arg {
    Arg::bare(name).string().early()
}

/// One of some words.
pub fn choice(name: &str, words: &[&str]) -> Arg {
    text(name).one_of(words)
}

/// A list of ids, which is cleaned and never refused.
pub fn ids(name: &str) -> Arg {
    let arg = Arg::bare(name).list_of("integer");
    arg.default(Value::array()).unchecked()
}

/// A whole number.
pub fn number(name: &str) -> Arg {
    Arg::bare(name).integer().early()
}

fn flag(name: &str) -> Arg {
    Arg::bare(name).boolean().early()
}

/// `page` and `per_page`.
pub fn paging() -> [Arg; 2] {
    [
        number("page").default(1).with("minimum", 1),
        number("per_page")
            .default(10)
            .with("minimum", 1)
            .with("maximum", 100),
    ]
}

/// The arguments of a list.
pub fn product_args() -> Vec<Arg> {
    let operator = |name: &str| choice(name, &["in", "not_in", "and"]).default("in");
    let [page, per_page] = paging();
    let columns = ["date", "date_gmt", "modified", "modified_gmt"];
    let orders = [
        "date",
        "modified",
        "id",
        "include",
        "title",
        "slug",
        "price",
        "popularity",
        "rating",
        "menu_order",
        "comment_count",
    ];
    let types = ["simple", "grouped", "external", "variable", "variation"];
    vec![
        context(),
        page,
        per_page,
        text("search"),
        text("slug"),
        text("after").with("format", "date-time"),
        text("before").with("format", "date-time"),
        choice("date_column", &columns).default("date"),
        ids("exclude"),
        ids("include"),
        number("offset"),
        choice("order", &["asc", "desc"]).default("desc"),
        choice("orderby", &orders).default("date"),
        ids("parent"),
        ids("parent_exclude"),
        choice("type", &types),
        text("sku"),
        flag("featured"),
        text("category"),
        operator("category_operator"),
        text("brand"),
        operator("brand_operator"),
        text("tag"),
        operator("tag_operator"),
        flag("on_sale"),
        text("min_price"),
        text("max_price"),
        stock_status(),
        attributes(),
        choice("attribute_relation", &["in", "and"]).default("and"),
        choice(
            "catalog_visibility",
            &["any", "visible", "catalog", "search", "hidden"],
        ),
        ids("rating"),
        number("related"),
    ]
}

/// Checked after those that have a check of their own.
fn stock_status() -> Arg {
    let statuses = ["instock", "outofstock", "onbackorder"];
    let item = Value::array().with("type", "string");
    let item = item.with("enum", statuses.into_iter().collect::<Value>());
    let arg = Arg::bare("stock_status").with("type", "array");
    arg.with("items", item).default(Value::array())
}

fn attributes() -> Arg {
    let list = |kind: &str| {
        let item = Value::array().with("type", kind);
        Value::array().with("type", "array").with("items", item)
    };
    let operators: Value = ["in", "not_in", "and"].into_iter().collect();
    let operator = Value::array()
        .with("type", "string")
        .with("enum", operators);
    let properties = Value::array()
        .with("attribute", Value::array().with("type", "string"))
        .with("term_id", list("integer"))
        .with("slug", list("string"))
        .with("operator", operator);
    let item = Value::array()
        .with("type", "object")
        .with("properties", properties);
    let arg = Arg::bare("attributes").with("type", "array");
    arg.with("items", item).default(Value::array())
}

/// The arguments of figures about a list.
pub fn collection_data_args() -> Vec<Arg> {
    let asked = |name: &str| Arg::bare(name).boolean().default(false);
    let mut args = product_args();
    let types: Value = ["or", "and"].into_iter().collect();
    let properties = Value::array()
        .with("taxonomy", Value::array().with("type", "string"))
        .with(
            "query_type",
            Value::array().with("type", "string").with("enum", types),
        );
    let counted = Value::array()
        .with("type", "object")
        .with("properties", properties);
    let counts = Arg::bare("calculate_attribute_counts").with("type", "array");
    args.extend([
        asked("calculate_price_range"),
        asked("calculate_stock_status_counts"),
        counts.with("items", counted).default(Value::array()),
        asked("calculate_rating_counts"),
        Arg::bare("calculate_taxonomy_counts")
            .list_of("string")
            .default(Value::array()),
    ]);
    args
}
