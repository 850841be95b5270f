//! The options that say how a shop writes and rounds its prices.

use crate::wordpress::options::Options;
use crate::wordpress::php::round::{Half, round_half};
use crate::wordpress::php::slashes::stripslashes;

/// Digits behind the point that sums are kept with at least.
const ROUNDING_PRECISION: i32 = 6;

/// Largest number of decimals that is taken from the option: a float holds no more.
const DECIMALS_MAX: i64 = 15;

/// How prices are written and rounded: options `woocommerce_currency`, `woocommerce_currency_pos`,
/// `woocommerce_price_thousand_sep`, `woocommerce_price_decimal_sep`, `woocommerce_price_num_decimals`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSettings {
    /// ISO code of the currency.
    pub currency: String,
    /// Where symbol (`%1$s`) and number (`%2$s`) stand.
    pub price_format: String,
    /// Between whole and fraction.
    pub decimal_separator: String,
    /// Between groups of three digits.
    pub thousand_separator: String,
    /// Digits behind the point.
    pub decimals: i32,
}

impl PriceSettings {
    /// The settings of a site.
    pub fn from_options(options: &Options) -> Self {
        let decimal_separator = options.text("woocommerce_price_decimal_sep");
        let decimals = match options.raw("woocommerce_price_num_decimals") {
            None => 2,
            Some(_) => options
                .int("woocommerce_price_num_decimals")
                .saturating_abs(),
        };
        Self {
            currency: options.text_or("woocommerce_currency", "USD").into_owned(),
            price_format: price_format(&options.text_or("woocommerce_currency_pos", "left"))
                .to_owned(),
            decimal_separator: match &*decimal_separator {
                "" => ".".to_owned(),
                separator => unslashed(separator),
            },
            thousand_separator: unslashed(&options.text_or("woocommerce_price_thousand_sep", ",")),
            decimals: i32::try_from(decimals.min(DECIMALS_MAX)).unwrap_or_default(),
        }
    }

    /// Digits behind the point of internal sums.
    pub fn rounding_precision(&self) -> i32 {
        ROUNDING_PRECISION.max(self.decimals + 2)
    }

    /// `wc_add_number_precision`: an amount in the currency's smallest unit ("cents"), with its fraction.
    pub fn add_number_precision(&self, amount: f64) -> f64 {
        let cents = amount * self.cents();
        round_half(cents, self.rounding_precision() - self.decimals, Half::Up)
    }

    /// `wc_remove_number_precision`: an amount from one in the smallest unit.
    pub fn remove_number_precision(&self, cents: f64) -> f64 {
        cents / self.cents()
    }

    /// How many of the smallest unit one unit of the currency has.
    pub fn cents(&self) -> f64 {
        10_f64.powi(self.decimals)
    }
}

impl Default for PriceSettings {
    /// The settings of a shop without options: US dollars.
    fn default() -> Self {
        Self::from_options(&Options::default())
    }
}

/// `get_woocommerce_price_format`: where symbol (`%1$s`) and number (`%2$s`) stand, by option `woocommerce_currency_pos`.
pub fn price_format(position: &str) -> &'static str {
    match position {
        "right" => "%2$s%1$s",
        "left_space" => "%1$s&nbsp;%2$s",
        "right_space" => "%2$s&nbsp;%1$s",
        _ => "%1$s%2$s",
    }
}

fn unslashed(text: &str) -> String {
    String::from_utf8_lossy(&stripslashes(text.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_without_options_counts_in_dollars() {
        let settings = PriceSettings::default();
        assert_eq!(
            settings.price(1234.5),
            PriceSettings::default().price(1234.5)
        );
        assert_eq!(settings.price_text(1234.5), "&#36;1,234.50");
        assert_eq!(settings.rounding_precision(), 6);
    }

    #[test]
    fn settings_are_the_options() {
        let row = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
        let options = Options::new([
            row("woocommerce_currency", "EUR"),
            row("woocommerce_currency_pos", "right_space"),
            row("woocommerce_price_decimal_sep", ""),
            row("woocommerce_price_thousand_sep", "\\'"),
            row("woocommerce_price_num_decimals", "-5"),
        ]);
        let settings = PriceSettings::from_options(&options);
        assert_eq!(settings.price_text(1234.5), "1'234.50000&nbsp;&euro;");
        assert_eq!(settings.rounding_precision(), 7);
    }
}
