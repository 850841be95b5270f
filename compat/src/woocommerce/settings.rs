//! The options that the cart follows.
//!
//! Contract "woocommerce", section 2.10.

use super::money::PriceSettings;
use super::tax::{TaxLocation, TaxSettings};
use crate::wordpress::options::Options;

/// Countries that a shop sells or ships to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Countries {
    /// Every country.
    All,
    /// Every country but these.
    AllExcept(Vec<String>),
    /// These.
    Only(Vec<String>),
    /// None: the shop does not ship.
    None,
}

impl Countries {
    /// Whether a country is among them.
    pub fn contains(&self, country: &str) -> bool {
        let is_in = |codes: &[String]| codes.iter().any(|code| code == country);
        match self {
            Self::All => true,
            Self::AllExcept(codes) => !is_in(codes),
            Self::Only(codes) => is_in(codes),
            Self::None => false,
        }
    }
}

/// The options that the cart follows.
#[derive(Debug, Clone, PartialEq)]
pub struct ShopSettings {
    /// How prices are written and rounded.
    pub prices: PriceSettings,
    /// The options about taxes.
    pub taxes: TaxSettings,
    /// Where the shop is.
    pub place: TaxLocation,
    /// Whether visitors of whom nothing is known are taken to be where the shop is: option
    /// `woocommerce_default_customer_address`. Places found by address of the computer count as the shop's.
    pub customers_are_near: bool,
    /// Where the shop sells to.
    pub sells_to: Countries,
    /// Where the shop ships to.
    pub ships_to: Countries,
    /// Whether there are coupons.
    pub has_coupons: bool,
    /// Option `woocommerce_calc_discounts_sequentially`.
    pub is_sequential: bool,
    /// Option `woocommerce_shipping_hide_rates_when_free`.
    pub hides_rates_when_free: bool,
    /// Option `woocommerce_shipping_cost_requires_address`.
    pub cost_requires_address: bool,
}

/// Those of a site without any of these options.
impl Default for ShopSettings {
    fn default() -> Self {
        Self::from_options(&Options::default())
    }
}

impl ShopSettings {
    /// The settings of a site.
    pub fn from_options(options: &Options) -> Self {
        let is_on = |name: &str| options.text(name) == "yes";
        let country = options.text_or("woocommerce_default_country", "US:CA");
        let (postcode, city) = (
            options.text("woocommerce_store_postcode"),
            options.text("woocommerce_store_city"),
        );
        let codes = |name: &str| -> Vec<String> {
            let codes = options.value(name).values();
            codes
                .map(|code| code.to_string_lossy().into_owned())
                .collect()
        };
        let sells_to = match &*options.text("woocommerce_allowed_countries") {
            "all_except" => Countries::AllExcept(codes("woocommerce_all_except_countries")),
            "specific" => Countries::Only(codes("woocommerce_specific_allowed_countries")),
            _ => Countries::All,
        };
        let ships_to = match &*options.text("woocommerce_ship_to_countries") {
            "" => sells_to.clone(),
            "disabled" => Countries::None,
            "specific" => Countries::Only(codes("woocommerce_specific_ship_to_countries")),
            _ => Countries::All,
        };
        Self {
            prices: PriceSettings::from_options(options),
            taxes: TaxSettings::from_options(options),
            place: TaxLocation::of_shop(&country, &postcode, &city),
            customers_are_near: !options
                .text_or("woocommerce_default_customer_address", "base")
                .is_empty(),
            sells_to,
            ships_to,
            has_coupons: options.text_or("woocommerce_enable_coupons", "yes") == "yes",
            is_sequential: is_on("woocommerce_calc_discounts_sequentially"),
            hides_rates_when_free: is_on("woocommerce_shipping_hide_rates_when_free"),
            cost_requires_address: is_on("woocommerce_shipping_cost_requires_address"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_sells_to_some_countries() {
        let row = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
        let options = Options::new([
            row("woocommerce_default_country", "ES:GR"),
            row("woocommerce_allowed_countries", "specific"),
            row(
                "woocommerce_specific_allowed_countries",
                "a:2:{i:0;s:2:\"ES\";i:1;s:2:\"FR\";}",
            ),
            row("woocommerce_ship_to_countries", ""),
        ]);
        let settings = ShopSettings::from_options(&options);
        assert!(settings.sells_to.contains("FR") && !settings.ships_to.contains("DE"));
        assert_eq!(
            (&*settings.place.country, &*settings.place.state),
            ("ES", "GR")
        );
        assert!(settings.customers_are_near && settings.has_coupons && !settings.is_sequential);
        let disabled = Options::new([row("woocommerce_ship_to_countries", "disabled")]);
        assert!(
            !ShopSettings::from_options(&disabled)
                .ships_to
                .contains("ES")
        );
    }
}
