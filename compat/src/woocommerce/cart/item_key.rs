//! Keys and hashes of cart lines.
//!
//! Contract "woocommerce", section 7.1.

use crate::wordpress::php::hash::md5;
use crate::wordpress::php::json::wp_json_encode;
use crate::wordpress::php::query_string::{BuildQuery, http_build_query};
use crate::wordpress::php::trim::trim_str;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::PostId;

/// `generate_cart_id`: the key of a line. `variation`: chosen attributes in the order of the product; `data`: what
/// extensions add.
pub fn generate_cart_id(
    product: PostId,
    variation_id: PostId,
    variation: &[(String, String)],
    data: &Array,
) -> String {
    let mut parts = vec![product.0.to_string()];
    if variation_id.0 != 0 {
        parts.push(variation_id.0.to_string());
    }
    if !variation.is_empty() {
        let chosen = variation.iter();
        let chosen = chosen.map(|(key, value)| [trim_str(key), trim_str(value)].concat());
        parts.push(chosen.collect());
    }
    if !data.is_empty() {
        let data = data.iter().map(|(key, value)| {
            let value = match value {
                Value::Array(_) | Value::Object(_) => {
                    http_build_query(value, BuildQuery::default())
                }
                other => other.to_string_lossy().into_owned(),
            };
            [trim_str(&key.to_string_lossy()), trim_str(&value)].concat()
        });
        parts.push(data.collect());
    }
    md5(parts.join("_").as_bytes())
}

/// `wc_get_cart_item_data_hash`: changes when a product becomes another thing than was put into the cart. `attributes`:
/// those of a variation, by name in forms; `None` for other products.
pub fn cart_item_data_hash(product_type: &str, attributes: Option<&[(String, String)]>) -> String {
    let attributes = match attributes {
        None => Value::from(""),
        Some(attributes) => {
            let attributes = attributes.iter();
            let map = attributes.fold(Array::new(), |map, (key, value)| {
                map.with(key.as_str(), value.as_str())
            });
            map.into()
        }
    };
    let facts = Value::array()
        .with("type", product_type)
        .with("attributes", attributes);
    md5(wp_json_encode(&facts, 0).unwrap_or_default().as_bytes())
}

/// `get_cart_hash`: changes with contents and total; empty for an empty cart. `lines`: the stored lines; `total`: the
/// stored total (`17.45`).
pub fn cart_hash(lines: &Array, total: &str) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = wp_json_encode(&lines.clone().into(), 0).unwrap_or_default();
    text.push_str(total);
    md5(text.as_bytes())
}
