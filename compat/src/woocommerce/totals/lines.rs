//! One line of the cart, and the settings that its amounts are made with.

use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::product::TaxStatus;
use crate::woocommerce::tax::{
    RateTable, RoundingPlace, TaxLocation, TaxRate, TaxSettings, Taxes, calc_tax,
};
use crate::wordpress::php::cast::int_to_float;
use crate::wordpress::php::round::round;

/// What totals are made with.
#[derive(Debug, Clone, Copy)]
pub struct TotalsScene<'a> {
    /// How prices are written and rounded.
    pub prices: &'a PriceSettings,
    /// The options about taxes.
    pub taxes: &'a TaxSettings,
    /// The shop's rates.
    pub rates: &'a RateTable,
    /// Whose taxes hold.
    pub customer: &'a TaxLocation,
    /// Where the shop is.
    pub shop: &'a TaxLocation,
    /// Whether the customer has to pay no tax.
    pub is_vat_exempt: bool,
    /// Option `woocommerce_calc_discounts_sequentially`.
    pub is_sequential: bool,
}

impl TotalsScene<'_> {
    /// Whether taxes are computed.
    pub(super) fn has_taxes(&self) -> bool {
        self.taxes.is_enabled && !self.is_vat_exempt
    }

    fn is_taxable(&self, product: &CartProduct) -> bool {
        self.has_taxes() && product.tax_status == TaxStatus::Taxable
    }

    pub(super) fn calc_tax(&self, cents: f64, rates: &[TaxRate], includes_tax: bool) -> Taxes {
        calc_tax(cents, rates, includes_tax, self.prices.rounding_precision())
    }

    /// A tax in cents as lines keep it.
    pub(super) fn round_line_tax(&self, cents: f64) -> f64 {
        match self.taxes.rounding {
            RoundingPlace::Line => self.taxes.round_tax_total(cents, 0),
            RoundingPlace::Subtotal => cents,
        }
    }

    /// An amount in cents as sums take it.
    pub(super) fn round_item_subtotal(&self, cents: f64) -> f64 {
        match self.taxes.rounding {
            RoundingPlace::Line => round(cents, 0),
            RoundingPlace::Subtotal => cents,
        }
    }
}

/// A line's taxes: those of its price, and those after discounts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LineTaxes {
    /// Before discounts.
    pub subtotal: Taxes,
    /// After discounts.
    pub total: Taxes,
}

/// Amounts of a line, in the currency.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LineTotals {
    /// Key of the line.
    pub key: String,
    /// Without tax, before discounts.
    pub subtotal: f64,
    /// Of it.
    pub subtotal_tax: f64,
    /// Without tax, after discounts.
    pub total: f64,
    /// Of it.
    pub tax: f64,
    /// Taxes by rate, not rounded.
    pub taxes: LineTaxes,
}

/// A line while it is worked on: all amounts are cents.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    pub key: &'a str,
    pub product: &'a CartProduct,
    pub quantity: i64,
    /// Of all units; as entered, then corrected for the customer's place.
    pub price: f64,
    pub price_includes_tax: bool,
    pub rates: Vec<TaxRate>,
    pub subtotal: f64,
    pub subtotal_tax: f64,
    pub subtotal_taxes: Taxes,
    pub total: f64,
    pub total_tax: f64,
    pub taxes: Taxes,
}

impl<'a> Line<'a> {
    /// A line of the cart; its price is that which the customer's place makes of the entered one.
    pub fn new(
        key: &'a str,
        product: &'a CartProduct,
        quantity: i64,
        scene: &TotalsScene<'_>,
    ) -> Self {
        let price = product.price.unwrap_or_default() * int_to_float(quantity);
        let rates = if scene.taxes.is_enabled {
            scene.rates.find(scene.customer, &product.tax_class)
        } else {
            Vec::new()
        };
        let mut line = Self {
            key,
            product,
            quantity,
            price: scene.prices.add_number_precision(price),
            price_includes_tax: scene.taxes.prices_include_tax(),
            rates,
            subtotal: 0.0,
            subtotal_tax: 0.0,
            subtotal_taxes: Taxes::default(),
            total: 0.0,
            total_tax: 0.0,
            taxes: Taxes::default(),
        };
        line.adjust_price(scene);
        line
    }

    /// Prices with tax hold the tax of the shop's place. Who pays none, or that of another place, pays the net price
    /// and his own tax.
    fn adjust_price(&mut self, scene: &TotalsScene<'_>) {
        if !self.price_includes_tax || self.product.tax_status != TaxStatus::Taxable {
            return;
        }
        let shop_rates = scene.rates.find(scene.shop, &self.product.tax_class);
        let contained = scene.calc_tax(self.price, &shop_rates, true).sum();
        if scene.is_vat_exempt {
            self.price = round(self.price - contained, 0);
            self.price_includes_tax = false;
        } else if self.rates != shop_rates {
            let net = self.price - contained;
            let own = scene.calc_tax(net, &self.rates, false).sum();
            self.price = net + own;
        }
    }

    pub fn make_subtotal(&mut self, scene: &TotalsScene<'_>) {
        self.subtotal = self.price;
        if scene.is_taxable(self.product) {
            let (net, tax, taxes) = self.split(self.price, scene);
            (self.subtotal, self.subtotal_tax, self.subtotal_taxes) = (net, tax, taxes);
        }
    }

    pub fn make_total(&mut self, discount: f64, scene: &TotalsScene<'_>) {
        self.total = self.price - discount;
        if scene.is_taxable(self.product) {
            let (net, tax, taxes) = self.split(self.total, scene);
            (self.total, self.total_tax, self.taxes) = (net, tax, taxes);
        }
    }

    /// A price without its taxes, the rounded sum of the taxes, and the taxes.
    fn split(&self, price: f64, scene: &TotalsScene<'_>) -> (f64, f64, Taxes) {
        let taxes = scene.calc_tax(price, &self.rates, self.price_includes_tax);
        let tax = taxes.map(|amount| scene.round_line_tax(amount)).sum();
        let net = if self.price_includes_tax {
            price - taxes.sum()
        } else {
            price
        };
        (net, tax, taxes)
    }

    /// The tax in a discount of this line, in cents; `None` where no rate holds.
    pub fn tax_in(&self, discount: f64, scene: &TotalsScene<'_>) -> Option<f64> {
        if self.rates.is_empty() || !scene.is_taxable(self.product) {
            return None;
        }
        let taxes = scene.calc_tax(discount, &self.rates, self.price_includes_tax);
        Some(taxes.sum())
    }

    pub fn in_currency(&self, prices: &PriceSettings) -> LineTotals {
        let amount = |cents: f64| prices.remove_number_precision(cents);
        LineTotals {
            key: self.key.to_owned(),
            subtotal: amount(self.subtotal),
            subtotal_tax: amount(self.subtotal_tax),
            total: amount(self.total),
            tax: amount(self.total_tax),
            taxes: LineTaxes {
                subtotal: self.subtotal_taxes.map(amount),
                total: self.taxes.map(amount),
            },
        }
    }
}
