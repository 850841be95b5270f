//! Amounts of the cart with what is written behind them.
//!
//! Contract "woocommerce", section 4.

use compat::woocommerce::totals::{ShownAmount, TaxLabel};
use compat::wordpress::formatting::escape::esc_html;

use super::shop::Shop;

/// Countries whose tax is called VAT.
const VAT: [&str; 29] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT",
    "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK", "GB", "MC",
];

/// Whether the tax of a country is called VAT.
pub fn is_vat_country(code: &str) -> bool {
    VAT.contains(&code)
}

/// An amount with what is written behind it.
pub fn amount(shop: &Shop, shown: ShownAmount) -> String {
    let price = shop.settings.price(shown.amount);
    let country = shop.options().text("woocommerce_default_country");
    let is_vat = is_vat_country(country.split(':').next().unwrap_or_default());
    let label = match (shown.label, is_vat) {
        (None, _) => return price,
        (Some(TaxLabel::Including), true) => "(incl. VAT)",
        (Some(TaxLabel::Including), false) => "(incl. tax)",
        (Some(TaxLabel::Excluding), true) => "(ex. VAT)",
        (Some(TaxLabel::Excluding), false) => "(ex. tax)",
    };
    format!(
        "{price} <small class=\"tax_label\">{}</small>",
        esc_html(&shop.text(label))
    )
}
