//! woocommerce-totals: prices, rounding, taxes, totals, keys, addresses.

mod money;

use compat::woocommerce::money::PriceSettings;
use compat::wordpress::php::Value as Php;
use compat::wordpress::php::json::json_decode_assoc;
use serde_json::Value;

const FAMILY: &str = "woocommerce-totals";

/// The settings with which the family was recorded: `1.234,50 €`.
fn euros() -> PriceSettings {
    PriceSettings {
        currency: "EUR".to_owned(),
        price_format: "%2$s&nbsp;%1$s".to_owned(),
        decimal_separator: ",".to_owned(),
        thousand_separator: ".".to_owned(),
        decimals: 2,
    }
}

/// A recorded argument as PHP's value.
fn php(value: &Value) -> Php {
    json_decode_assoc(value.to_string().as_bytes()).expect("JSON")
}
