//! Amounts as the Store API sends them: whole numbers of the smallest unit, as text, with the currency beside them.
//!
//! Contract "woocommerce-store-api", section 1.10.

use crate::woocommerce::money::{Decimals, PriceSettings, currency_symbol, wc_format_decimal};
use crate::wordpress::php::cast::{float_to_int, string_to_float};
use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::php::round::{Half, round_half};
use crate::wordpress::php::{Array, Value};

/// An amount in units of ten to the minus `decimals`; `half`: where halves are rounded to.
pub fn minor_units(amount: f64, decimals: i32, half: Half, settings: &PriceSettings) -> String {
    let text = wc_format_decimal(&Value::Float(amount), Decimals::AsGiven, false, settings);
    let units = string_to_float(text.as_bytes()) * 10_f64.powi(decimals);
    float_to_int(round_half(units, 0, half)).to_string()
}

/// Adds the keys about the currency.
#[must_use]
pub fn with_currency(amounts: Array, settings: &PriceSettings) -> Array {
    let symbol = html_entity_decode(currency_symbol(&settings.currency).as_bytes());
    let symbol = String::from_utf8_lossy(&symbol).into_owned();
    let (prefix, suffix) = match settings.price_format.as_str() {
        "%1$s%2$s" => (symbol.clone(), String::new()),
        "%1$s&nbsp;%2$s" => (format!("{symbol} "), String::new()),
        "%2$s&nbsp;%1$s" => (String::new(), format!(" {symbol}")),
        _ => (String::new(), symbol.clone()),
    };
    amounts
        .with("currency_code", settings.currency.as_str())
        .with("currency_symbol", symbol)
        .with("currency_minor_unit", settings.decimals)
        .with(
            "currency_decimal_separator",
            settings.decimal_separator.as_str(),
        )
        .with(
            "currency_thousand_separator",
            settings.thousand_separator.as_str(),
        )
        .with("currency_prefix", prefix)
        .with("currency_suffix", suffix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;

    #[test]
    fn amounts_are_whole() {
        let settings = PriceSettings::default();
        let minor = |amount, half| minor_units(amount, 2, half, &settings);
        assert_eq!(minor(12.5, Half::Up), "1250");
        assert_eq!(minor(0.0, Half::Up), "0");
        assert_eq!(minor(1.005, Half::Up), "101");
        assert_eq!(minor(1.005, Half::Down), "100");
        assert_eq!(minor(19.99 * 3.0, Half::Up), "5997");
        assert_eq!(minor_units(6.9, 6, Half::Up, &settings), "6900000");
        assert_eq!(minor_units(6.9, 0, Half::Up, &settings), "7");
    }

    #[test]
    fn the_symbol_stands_where_the_shop_wants() {
        let of = |position: &str| {
            let row = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
            let options = Options::new([
                row("woocommerce_currency", "EUR"),
                row("woocommerce_currency_pos", position),
            ]);
            let keys = with_currency(Array::new(), &PriceSettings::from_options(&options));
            let text = |key: &str| keys.get(key).unwrap().to_string_lossy().into_owned();
            (text("currency_prefix"), text("currency_suffix"))
        };
        let (none, euro) = (String::new(), "\u{20ac}".to_owned());
        assert_eq!(of("left"), (euro.clone(), none.clone()));
        assert_eq!(of("left_space"), (format!("{euro} "), none.clone()));
        assert_eq!(of("right"), (none.clone(), euro.clone()));
        assert_eq!(of("right_space"), (none, format!(" {euro}")));
    }
}
