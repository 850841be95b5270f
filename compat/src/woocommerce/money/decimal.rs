//! Decimal numbers of the shop: as text for storing, in the shop's notation, whole for stock.

use super::settings::PriceSettings;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::php::Value;
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::php::round::number_format;

/// How many digits stand behind the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decimals {
    /// Those that the number has: PHP's argument `false`.
    AsGiven,
    /// Those of the shop's prices: PHP's argument `''`.
    Shop,
    /// So many.
    Count(i32),
}

/// `wc_format_decimal`: a number as it is stored, with `.` and without separators of thousands.
///
/// Text may be in the shop's notation (`12,5`). A float without a number of decimals keeps those of the shop's sums,
/// without zeros at the end.
pub fn wc_format_decimal(
    number: &Value,
    decimals: Decimals,
    trim_zeros: bool,
    settings: &PriceSettings,
) -> String {
    if number.is_null() || number.as_bytes() == Some(b"") {
        return String::new();
    }
    let count = match decimals {
        Decimals::AsGiven => None,
        Decimals::Shop => Some(settings.decimals),
        Decimals::Count(count) => Some(count),
    };
    let (text, trim_zeros) = match (number, count) {
        (Value::Float(f), None) => {
            let precision = usize::try_from(settings.rounding_precision()).unwrap_or_default();
            (format!("{f:.precision$}"), true)
        }
        (Value::Float(f), Some(count)) => (number_format(*f, count, ".", ""), trim_zeros),
        (other, None) => (delocalized(&other.to_string_lossy(), settings), trim_zeros),
        (other, Some(count)) => {
            let text = delocalized(&other.to_string_lossy(), settings);
            let number = string_to_float(text.as_bytes());
            (number_format(number, count, ".", ""), trim_zeros)
        }
    };
    if trim_zeros && text.contains('.') {
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    text
}

/// A typed number with `.` as its only point, and nothing but digits, the point and minus signs.
fn delocalized(text: &str, settings: &PriceSettings) -> String {
    let text = text.replace(&settings.decimal_separator, ".");
    let text = sanitize_text_field(&text);
    // The last point stays if something follows it.
    let point = text.rfind('.').filter(|at| at + 1 < text.len());
    let kept = text.char_indices().filter(|&(at, c)| match c {
        '.' => Some(at) == point,
        _ => c.is_ascii_digit() || c == '-',
    });
    kept.map(|(_, c)| c).collect()
}

/// `wc_format_localized_price`, `wc_format_localized_decimal`: a stored number with the shop's decimal separator.
pub fn wc_format_localized_price(number: &Value, settings: &PriceSettings) -> String {
    number
        .to_string_lossy()
        .replace('.', &settings.decimal_separator)
}

/// `wc_stock_amount`: units in stock or in a cart are whole; a fraction is cut.
pub fn wc_stock_amount(amount: &Value) -> i64 {
    amount.to_int()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_numbers_lose_what_is_no_number() {
        let settings = PriceSettings {
            decimal_separator: ",".to_owned(),
            ..PriceSettings::default()
        };
        for (typed, stored) in [
            ("1.234,50", "1234.50"),
            ("12.", "12"),
            ("1.2.", "12"),
            ("\u{20ac} -3,5", "-3.5"),
            ("7.x", "7."),
            ("", ""),
        ] {
            let number = Value::from(typed);
            let stored_as = wc_format_decimal(&number, Decimals::AsGiven, false, &settings);
            assert_eq!(stored_as, stored, "{typed}");
        }
    }
}
