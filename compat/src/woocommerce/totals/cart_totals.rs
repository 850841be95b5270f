//! The totals of the whole cart.

use super::items::{ItemTotals, merged};
use super::lines::TotalsScene;
use crate::woocommerce::coupon::Amount;
use crate::woocommerce::tax::{Taxes, sum_of};
use crate::wordpress::php::round::round;

/// The chosen rate of a package.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ShippingLine {
    /// Without tax, in the currency.
    pub cost: f64,
    /// Of it.
    pub taxes: Taxes,
}

/// The totals of a cart, in the currency.
#[derive(Debug, Clone, PartialEq)]
pub struct CartTotals {
    /// Lines without tax, before discounts.
    pub subtotal: f64,
    /// Of them.
    pub subtotal_tax: f64,
    /// Without tax.
    pub shipping_total: f64,
    /// Of it.
    pub shipping_tax: f64,
    /// By rate.
    pub shipping_taxes: Taxes,
    /// Without tax.
    pub discount_total: Amount,
    /// Of it.
    pub discount_tax: f64,
    /// Lines without tax, after discounts.
    pub contents_total: f64,
    /// By rate; the sum is the tax of the contents.
    pub contents_taxes: Taxes,
    /// What has to be paid.
    pub total: f64,
    /// All tax in it.
    pub total_tax: f64,
}

impl CartTotals {
    /// The totals of lines and chosen shipping rates.
    pub fn new(items: &ItemTotals, shipping: &[ShippingLine], scene: &TotalsScene<'_>) -> Self {
        let prices = scene.prices;
        let amount = |cents: f64| prices.remove_number_precision(cents);
        let cents = |cost: f64| prices.add_number_precision(cost);
        let taxes: Vec<Taxes> = shipping
            .iter()
            .map(|line| {
                let cents = line.taxes.map(|tax| prices.add_number_precision(tax));
                cents.map(|tax| scene.round_item_subtotal(tax))
            })
            .collect();
        let shipping_cents = sum_of(shipping.iter().map(|line| cents(line.cost)));
        let shipping_tax = sum_of(taxes.iter().map(Taxes::sum));
        let shipping_taxes = merged(taxes.iter(), scene);
        let mut all = items.tax_cents.clone();
        for (id, tax) in &shipping_taxes.0 {
            all.add(*id, *tax);
        }
        let total = round(items.total_cents + shipping_cents + all.sum(), 0);
        let total_tax = items.tax_cents.sum() + round(shipping_taxes.sum(), 0);
        let total_tax = scene
            .taxes
            .round_tax_total(amount(total_tax), prices.decimals);
        Self {
            subtotal: items.subtotal,
            subtotal_tax: items.subtotal_tax,
            shipping_total: amount(shipping_cents),
            shipping_tax: amount(shipping_tax),
            shipping_taxes: shipping_taxes.map(amount),
            discount_total: items.discount_total,
            discount_tax: items.discount_tax,
            contents_total: items.contents_total,
            contents_taxes: items.contents_taxes.clone(),
            total: amount(total.max(0.0)),
            total_tax,
        }
    }
}
