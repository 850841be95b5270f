//! The arguments of the cart's routes.
//!
//! Contract "woocommerce-store-api", sections 1.3 and 6.5.

use compat::wordpress::php::Value;

use crate::wordpress::rest::arg::Arg;

/// `id`, `quantity`, `variation`.
pub fn add_item() -> Vec<Arg> {
    let text = || Value::array().with("type", "string");
    let properties = Value::array()
        .with("attribute", text())
        .with("value", text());
    let item = Value::array()
        .with("type", "object")
        .with("properties", properties);
    let variation = Arg::bare("variation").with("type", "array");
    vec![
        Arg::bare("id").integer().unchecked(),
        number("quantity"),
        variation.with("items", item),
    ]
}

fn number(name: &str) -> Arg {
    Arg::bare(name).with("type", "number")
}

/// `key`.
pub fn key() -> Vec<Arg> {
    vec![Arg::bare("key").string()]
}

/// `quantity`.
pub fn quantity() -> Vec<Arg> {
    vec![number("quantity")]
}

/// `key` and `quantity`.
pub fn update_item() -> Vec<Arg> {
    vec![Arg::bare("key").string(), number("quantity")]
}

/// `code`.
pub fn code() -> Vec<Arg> {
    vec![Arg::bare("code").string()]
}

/// `package_id` and `rate_id`.
pub fn rate() -> Vec<Arg> {
    let kinds: Value = ["integer", "string", "null"].into_iter().collect();
    vec![
        Arg::bare("package_id").with("type", kinds),
        Arg::bare("rate_id").string().required(),
    ]
}

/// `namespace` and `data`.
pub fn extensions() -> Vec<Arg> {
    vec![
        Arg::bare("namespace").string(),
        Arg::bare("data").with("type", "object"),
    ]
}
