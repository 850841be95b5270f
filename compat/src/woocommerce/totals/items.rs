//! Subtotals, discounts and totals of the lines.

use super::lines::{Line, LineTotals, TotalsScene};
use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::coupon::{Amount, Coupon, DiscountItem, Discounts, sort_coupons};
use crate::woocommerce::tax::{Taxes, sum_of};

/// A line of the cart.
#[derive(Debug, Clone, Copy)]
pub struct TotalsItem<'a> {
    /// Its key.
    pub key: &'a str,
    /// What it is.
    pub product: &'a CartProduct,
    /// Units.
    pub quantity: i64,
}

/// What a coupon took off, in the currency.
#[derive(Debug, Clone, PartialEq)]
pub struct CouponDiscount {
    /// Its code.
    pub code: String,
    /// Without tax.
    pub discount: Amount,
    /// Of it; nothing where no taxes are computed.
    pub tax: Option<f64>,
}

/// Amounts of the lines and of the coupons.
#[derive(Debug, Clone)]
pub struct ItemTotals {
    /// The lines in the order of the cart.
    pub lines: Vec<LineTotals>,
    /// The coupons in the order of their application.
    pub coupons: Vec<CouponDiscount>,
    /// Without tax, before discounts.
    pub subtotal: f64,
    /// Of it.
    pub subtotal_tax: f64,
    /// Without tax.
    pub discount_total: Amount,
    /// Of it.
    pub discount_tax: f64,
    /// Without tax, after discounts.
    pub contents_total: f64,
    /// Of it, rounded as the lines are.
    pub contents_taxes: Taxes,
    /// Cents: sum of the lines without tax, and their taxes.
    pub(super) total_cents: f64,
    pub(super) tax_cents: Taxes,
}

impl ItemTotals {
    /// The amounts of a cart with coupons that are known to be valid.
    pub fn calculate(
        items: &[TotalsItem<'_>],
        coupons: &[&Coupon],
        scene: &TotalsScene<'_>,
    ) -> Self {
        let lines = items.iter();
        let mut lines: Vec<_> = lines
            .map(|item| Line::new(item.key, item.product, item.quantity, scene))
            .collect();
        for line in &mut lines {
            line.make_subtotal(scene);
        }
        let discounts = discounts(&lines, coupons, scene);
        let (mut coupons, mut discount_tax) = (Vec::new(), 0.0);
        for (code, amounts) in discounts.by_coupon() {
            let discount = coupon_discount(code, amounts, &lines, scene);
            discount_tax += discount.tax.unwrap_or_default();
            coupons.push(discount.in_currency(scene));
        }
        let mut discount_total = discounts.total();
        let is_taxed = lines.iter().any(|line| line.tax_in(0.0, scene).is_some());
        if scene.taxes.prices_include_tax() && is_taxed && !coupons.is_empty() {
            discount_total = Amount::Float(discount_total.value() - discount_tax);
        }
        let off = lines.iter().map(|line| discounts.by_item(line.key).value());
        let off: Vec<f64> = off.collect();
        for (line, discount) in lines.iter_mut().zip(off) {
            line.make_total(discount, scene);
        }
        let sum = |of: fn(&Line<'_>) -> f64| -> f64 {
            sum_of(lines.iter().map(|line| scene.round_item_subtotal(of(line))))
        };
        let subtotal_taxes = merged(lines.iter().map(|line| &line.subtotal_taxes), scene);
        let taxes = merged(lines.iter().map(|line| &line.taxes), scene);
        let prices = scene.prices;
        let amount = |cents: f64| prices.remove_number_precision(cents);
        let total_cents = sum(|line| line.total);
        Self {
            subtotal: amount(sum(|line| line.subtotal)),
            subtotal_tax: amount(subtotal_taxes.sum()),
            discount_total: Amount::from_cents(discount_total, prices),
            discount_tax: amount(discount_tax),
            contents_total: amount(total_cents),
            contents_taxes: taxes.map(amount),
            lines: lines.iter().map(|line| line.in_currency(prices)).collect(),
            coupons,
            total_cents,
            tax_cents: taxes,
        }
    }
}

fn discounts<'l>(
    lines: &'l [Line<'_>],
    coupons: &[&Coupon],
    scene: &TotalsScene<'_>,
) -> Discounts<'l> {
    let items = lines.iter().map(|line| DiscountItem {
        key: line.key,
        price: line.price,
        quantity: line.quantity,
        product: line.product,
    });
    let mut discounts = Discounts::new(items.collect(), scene.is_sequential);
    let mut coupons = coupons.to_vec();
    sort_coupons(&mut coupons);
    for coupon in coupons {
        discounts.apply_coupon(coupon, scene.prices);
    }
    discounts
}

/// What a coupon took off, in cents: the discount without the tax that prices contain.
fn coupon_discount<'k>(
    code: &str,
    amounts: impl Iterator<Item = (&'k str, Amount)>,
    lines: &[Line<'_>],
    scene: &TotalsScene<'_>,
) -> CouponDiscount {
    let amounts: Vec<_> = amounts.collect();
    let sum = amounts.iter();
    let mut discount = sum.fold(Amount::ZERO, |sum, (_, amount)| sum.plus(*amount));
    let mut tax = 0.0;
    for (key, amount) in amounts {
        let line = lines.iter().find(|line| line.key == key);
        if let Some(line) = line
            && let Some(own) = line.tax_in(amount.value(), scene)
        {
            tax += own;
            if line.price_includes_tax {
                discount = Amount::Float(discount.value() - own);
            }
        }
    }
    CouponDiscount {
        code: code.to_owned(),
        discount,
        tax: scene.has_taxes().then_some(tax),
    }
}

impl CouponDiscount {
    fn in_currency(self, scene: &TotalsScene<'_>) -> Self {
        let prices = scene.prices;
        Self {
            discount: Amount::from_cents(self.discount, prices),
            tax: self.tax.map(|cents| prices.remove_number_precision(cents)),
            code: self.code,
        }
    }
}

/// Taxes of many lines by rate, each rounded as lines are.
pub(super) fn merged<'t>(taxes: impl Iterator<Item = &'t Taxes>, scene: &TotalsScene<'_>) -> Taxes {
    let mut merged = Taxes::default();
    for (id, amount) in taxes.flat_map(|taxes| taxes.0.iter()) {
        merged.add(*id, scene.round_line_tax(*amount));
    }
    merged
}
