//! Keys and hashes of the cart, cleaned values, units.

use compat::woocommerce::cart::{cart_hash, cart_item_data_hash, generate_cart_id};
use compat::woocommerce::clean::{wc_clean, wc_sanitize_textarea};
use compat::woocommerce::coupon::format_coupon_code;
use compat::woocommerce::units::convert_weight;
use compat::wordpress::php::json::{json_decode_assoc, json_encode};
use compat::wordpress::php::{Array, Value as Php};
use compat::wordpress::post::PostId;
use serde_json::Value;

use super::{FAMILY, php};
use crate::vectors::harness::check;

/// Prices of the products of the recorded site.
const PRICES: [(i64, f64); 3] = [(1970, 12.5), (1971, 6.9), (1972, 60.0)];

fn pairs(value: &Value) -> Vec<(String, String)> {
    let entries = value.as_object().into_iter().flatten();
    let entries =
        entries.map(|(key, value)| (key.clone(), php(value).to_string_lossy().into_owned()));
    entries.collect()
}

fn stored_line(product: i64, quantity: i64) -> (String, Php) {
    let key = generate_cart_id(PostId(product), PostId(0), &[], &Array::new());
    let price = PRICES
        .iter()
        .find(|(id, _)| *id == product)
        .expect("a recorded value")
        .1;
    let total = f64::from(i32::try_from(quantity).expect("a recorded value")) * price;
    let line = Php::array()
        .with("key", key.as_str())
        .with("product_id", product)
        .with("variation_id", 0)
        .with("variation", Php::array())
        .with("quantity", quantity)
        .with("data_hash", cart_item_data_hash("simple", None))
        .with(
            "line_tax_data",
            Php::array()
                .with("subtotal", Php::array())
                .with("total", Php::array()),
        )
        .with("line_subtotal", total)
        .with("line_subtotal_tax", 0.0)
        .with("line_total", total)
        .with("line_tax", 0.0);
    (key, line)
}

#[test]
fn keys_and_hashes() {
    check(FAMILY, &["generate_cart_id"], 0, |v| {
        let data = php(v.arg(3)).as_array().cloned().unwrap_or_default();
        let (product, variation) = (v.arg(0).as_i64()?, v.arg(1).as_i64()?);
        let id = generate_cart_id(PostId(product), PostId(variation), &pairs(v.arg(2)), &data);
        Some(id.into())
    });
    check(FAMILY, &["wc_get_cart_item_data_hash"], 0, |v| {
        let input = json_decode_assoc(v.env["input_json"].as_str()?.as_bytes()).ok()?;
        let attributes = input.at("attributes").as_array().map(|attributes| {
            let pairs = attributes.iter();
            let pairs = pairs.map(|(k, v)| (k.to_string_lossy(), v.to_string_lossy().into_owned()));
            pairs.collect::<Vec<_>>()
        });
        let kind = input.at("type").to_string_lossy().into_owned();
        Some(cart_item_data_hash(&kind, attributes.as_deref()).into())
    });
    check(FAMILY, &["cart_hash"], 0, |v| {
        let mut lines = Array::new();
        for item in v.arg(0).as_array()? {
            let (key, line) = stored_line(item[0].as_i64()?, item[1].as_i64()?);
            lines.insert(key, line);
        }
        let total = v.out["total"].as_str()?;
        let mut out = v.out.clone();
        out["hash"] = cart_hash(&lines, total).into();
        Some(out)
    });
}

#[test]
fn cleaning() {
    let json = |value: &Php| serde_json::from_str(&json_encode(value, 0)?).ok();
    check(FAMILY, &["wc_clean"], 0, |v| {
        json(&wc_clean(&php(v.arg(0))))
    });
    check(FAMILY, &["wc_sanitize_textarea"], 0, |v| {
        Some(wc_sanitize_textarea(v.str(0)).into())
    });
    check(FAMILY, &["wc_format_coupon_code"], 0, |v| {
        Some(format_coupon_code(v.str(0)).into())
    });
    check(FAMILY, &["wc_get_weight"], 0, |v| {
        Some(convert_weight(php(v.arg(0)).to_float(), v.str(1), v.str(2)).into())
    });
}

/// The functions that the tests of this folder replay: no vector of the family is left out.
#[test]
fn every_function_is_replayed() {
    const REPLAYED: &str = "cart_totals wc_price wc_format_decimal wc_format_localized_price wc_format_localized_decimal \
        wc_round_discount wc_add_number_precision wc_stock_amount get_woocommerce_price_format \
        get_woocommerce_currency_symbol wc_format_price_range wc_format_sale_price calc_tax wc_round_tax_total \
        NumberUtil_round generate_cart_id wc_get_cart_item_data_hash cart_hash get_formatted_address get_address_fields \
        states_count get_formatted_address_br get_country_locale is_postcode wc_format_postcode wc_normalize_postcode \
        is_phone wc_sanitize_phone_number wc_format_phone_number wc_clean wc_sanitize_textarea wc_format_coupon_code \
        wc_get_weight";
    let replayed: Vec<_> = REPLAYED.split_whitespace().collect();
    for vector in crate::vectors::harness::load(FAMILY) {
        assert!(
            replayed.contains(&vector.function.as_str()),
            "{}",
            vector.function
        );
    }
}
