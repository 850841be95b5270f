//! Prices as the shop's pages show them: with tax or without.
//!
//! Contract "woocommerce", section 4 (`wc_get_price_to_display`). A visitor without an address is where the option
//! `woocommerce_default_customer_address` puts him: at the shop, or nowhere.

use super::money::PriceSettings;
use super::product::Product;
use super::tax::{
    RateTable, RoundingPlace, TaxDisplay, TaxLocation, TaxRate, TaxSettings, calc_tax,
};
use crate::wordpress::options::Options;
use crate::wordpress::php::round::round;

/// The shop's taxes, as its pages need them.
#[derive(Debug, Clone, Default)]
pub struct DisplayTaxes {
    settings: TaxSettings,
    rates: RateTable,
    shop: TaxLocation,
    visitor: TaxLocation,
}

crate::type_map_entry!(DisplayTaxes);

impl DisplayTaxes {
    /// The taxes of a site, from its rates.
    pub fn new(options: &Options, rates: RateTable) -> Self {
        let shop = TaxLocation::of_shop(
            &options.text_or("woocommerce_default_country", "US:CA"),
            &options.text("woocommerce_store_postcode"),
            &options.text("woocommerce_store_city"),
        );
        let address = options.text_or("woocommerce_default_customer_address", "base");
        let visitor = match address.as_ref() {
            "" => TaxLocation::default(),
            _ => shop.clone(),
        };
        Self {
            settings: TaxSettings::from_options(options),
            rates,
            shop,
            visitor,
        }
    }

    /// The taxes of a cart, whose prices follow the option `woocommerce_tax_display_cart` and the customer's place.
    pub fn of_cart(
        settings: &TaxSettings,
        rates: &RateTable,
        shop: &TaxLocation,
        customer: &TaxLocation,
    ) -> Self {
        Self {
            settings: TaxSettings {
                display_shop: settings.display_cart,
                ..settings.clone()
            },
            rates: rates.clone(),
            shop: shop.clone(),
            visitor: customer.clone(),
        }
    }

    /// Bounds of prices as pages show them, as prices are stored: for each tax class of the shop.
    pub fn stored_bound(&self, bound: f64, class: &str, money: &PriceSettings) -> f64 {
        let includes = self.settings.prices_include_tax();
        let shows = self.settings.display_shop == TaxDisplay::Including;
        if !self.settings.is_enabled || includes == shows {
            return bound;
        }
        let rates = self.rates.find(&self.shop, class);
        let tax = calc_tax(bound, &rates, shows, money.rounding_precision()).sum();
        if shows { bound - tax } else { bound + tax }
    }

    /// Whether prices are shown otherwise than they are stored.
    pub fn converts(&self) -> bool {
        let shows = self.settings.display_shop == TaxDisplay::Including;
        self.settings.is_enabled && self.settings.prices_include_tax() != shows
    }

    /// The amount that the shop shows for a price of a product.
    pub fn shown(&self, product: &Product, price: f64, money: &PriceSettings) -> f64 {
        match self.settings.display_shop {
            TaxDisplay::Including => self.including(product, price, money),
            TaxDisplay::Excluding => self.excluding(product, price, money),
        }
    }

    fn is_taxed(&self, product: &Product) -> bool {
        self.settings.is_enabled && product.tax_status == super::product::TaxStatus::Taxable
    }

    fn rates_of(&self, product: &Product) -> (Vec<TaxRate>, Vec<TaxRate>) {
        let find = |place| self.rates.find(place, &product.tax_class);
        (find(&self.visitor), find(&self.shop))
    }

    /// `wc_get_price_including_tax`.
    pub fn including(&self, product: &Product, price: f64, money: &PriceSettings) -> f64 {
        if !self.is_taxed(product) {
            return price;
        }
        let precision = money.rounding_precision();
        let (rates, of_shop) = self.rates_of(product);
        let sum = |price: f64, rates: &[TaxRate], includes: bool| {
            let taxes = calc_tax(price, rates, includes, precision);
            match self.settings.rounding {
                RoundingPlace::Subtotal => taxes.sum(),
                RoundingPlace::Line => taxes
                    .map(|tax| self.settings.round_tax_total(tax, money.decimals))
                    .sum(),
            }
        };
        if !self.settings.prices_include_tax() {
            return round(price + sum(price, &rates, false), money.decimals);
        }
        if rates == of_shop {
            return price;
        }
        // The price without the shop's tax is the same everywhere.
        let net = price - calc_tax(price, &of_shop, true, precision).sum();
        round(net + sum(net, &rates, false), money.decimals)
    }

    /// `wc_get_price_excluding_tax`.
    pub fn excluding(&self, product: &Product, price: f64, money: &PriceSettings) -> f64 {
        if !self.is_taxed(product) || !self.settings.prices_include_tax() {
            return price;
        }
        let (_, of_shop) = self.rates_of(product);
        price - calc_tax(price, &of_shop, true, money.rounding_precision()).sum()
    }

    /// The text behind prices of taxed products, as stored; empty for none.
    pub fn suffix(&self, options: &Options, product: &Product) -> String {
        if self.is_taxed(product) {
            options
                .text("woocommerce_price_display_suffix")
                .into_owned()
        } else {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::tax::RateRow;

    fn taxes(rows: &[(&str, &str)]) -> DisplayTaxes {
        let base = [
            ("woocommerce_calc_taxes", "yes"),
            ("woocommerce_default_country", "ES:GR"),
        ];
        let rows = base.iter().chain(rows);
        let rows = rows.map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()));
        let rate = RateRow {
            id: 1,
            country: "ES".to_owned(),
            rate: 21.0,
            ..RateRow::default()
        };
        DisplayTaxes::new(&Options::new(rows), RateTable::new(vec![rate]))
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "both are rounded")]
    fn prices_are_shown_with_or_without_tax() {
        let (product, money) = (Product::default(), PriceSettings::default());
        let shown = |rows: &[(&str, &str)], price| taxes(rows).shown(&product, price, &money);
        let (with, entered) = (
            ("woocommerce_tax_display_shop", "incl"),
            ("woocommerce_prices_include_tax", "yes"),
        );
        assert_eq!(shown(&[], 10.0), 10.0);
        assert_eq!(shown(&[with], 10.0), 12.1);
        assert_eq!(shown(&[with, entered], 12.1), 12.1);
        assert_eq!(round(shown(&[entered], 12.1), 6), 10.0);
        let nowhere = ("woocommerce_default_customer_address", "");
        assert_eq!(shown(&[with, nowhere], 10.0), 10.0);
        assert_eq!(shown(&[with, entered, nowhere], 12.1), 10.0);
        let off = ("woocommerce_calc_taxes", "no");
        assert_eq!(shown(&[with, off], 10.0), 10.0);
    }
}
