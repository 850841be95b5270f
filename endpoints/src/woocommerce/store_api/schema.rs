//! What all objects of the API share.

use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::store_api::{ProductPrices, StoreError, minor_units, with_currency};
use compat::wordpress::php::round::Half;
use compat::wordpress::php::{Array, Object, Value};
use themes::woocommerce::product_texts::ProductImage;

use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RestError;

/// Digits of `raw_prices`.
const RAW_PRECISION: i32 = 6;

/// An empty JSON object.
pub fn empty_object() -> Value {
    Value::from(Object::new("stdClass"))
}

/// An amount in the smallest unit.
pub fn money(amount: f64, settings: &PriceSettings) -> String {
    minor_units(amount, settings.decimals, Half::Up, settings)
}

/// The prices of a product. `raw`: also with more digits.
pub fn prices(prices: &ProductPrices, raw: bool, settings: &PriceSettings) -> Array {
    let amount = |amount: f64| money(amount, settings);
    let range = prices.range.map_or(Value::Null, |(min, max)| {
        let range = Value::array().with("min_amount", amount(min));
        range.with("max_amount", amount(max))
    });
    let of = |amount: &dyn Fn(f64) -> String, map: Array| {
        map.with("price", amount(prices.price))
            .with("regular_price", amount(prices.regular_price))
            .with("sale_price", amount(prices.sale_price))
    };
    let all = of(&amount, Array::new()).with("price_range", range);
    let all = with_currency(all, settings);
    if !raw {
        return all;
    }
    let precise = |amount: f64| minor_units(amount, RAW_PRECISION, Half::Up, settings);
    all.with(
        "raw_prices",
        of(&precise, Array::new().with("precision", RAW_PRECISION)),
    )
}

/// A picture.
pub fn image(image: &ProductImage) -> Value {
    Value::array()
        .with("id", image.id)
        .with("src", image.src.as_str())
        .with("thumbnail", image.thumbnail.as_str())
        .with("srcset", image.srcset.0.as_str())
        .with("sizes", image.srcset.1.as_str())
        .with("thumbnail_srcset", image.thumbnail_srcset.0.as_str())
        .with("thumbnail_sizes", image.thumbnail_srcset.1.as_str())
        .with("name", image.name.as_str())
        .with("alt", image.alt.as_str())
}

/// The address of the name space that was asked: links lead to it.
pub fn base_url(rest: &Rest<'_>, request: &RestRequest) -> String {
    let versioned = request.route.starts_with("/wc/store/v1/");
    rest.rest_url(if versioned {
        "/wc/store/v1"
    } else {
        "/wc/store"
    })
}

/// A refusal in the language of the request.
pub fn rest_error(rest: &Rest<'_>, error: &StoreError) -> RestError {
    let texts = rest.locale.domain("woocommerce");
    let refused = RestError::new(error.code, error.text(texts), error.status);
    if error.details.is_empty() {
        return refused;
    }
    let details = error.details.iter();
    let details = details.fold(Value::array(), |map, (name, message)| {
        map.with(*name, StoreError::detail(message, texts))
    });
    refused.with("details", details)
}

/// An error with a text of the plugin.
pub fn error(rest: &Rest<'_>, code: &str, source: &str, status: u16) -> RestError {
    let texts = rest.locale.domain("woocommerce");
    RestError::new(code, texts.translate(source), status)
}
