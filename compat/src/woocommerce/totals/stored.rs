//! Totals as the session stores them.
//!
//! Contract "woocommerce", section 8.1: some amounts are decimals in text, others floats.

use super::cart_totals::CartTotals;
use super::items::ItemTotals;
use super::lines::LineTotals;
use crate::woocommerce::coupon::Amount;
use crate::woocommerce::money::{Decimals, PriceSettings, wc_format_decimal};
use crate::woocommerce::tax::Taxes;
use crate::wordpress::php::{Array, Value};

/// Taxes by the id of their rate.
pub(super) fn stored_taxes(taxes: &Taxes) -> Value {
    let taxes = taxes.0.iter().map(|(id, amount)| (id.0, *amount));
    let mut stored = Array::new();
    for (id, amount) in taxes {
        stored.insert(id, amount);
    }
    stored.into()
}

impl CartTotals {
    /// The value of session key `cart_totals`.
    pub fn stored(&self, prices: &PriceSettings) -> Value {
        let decimal =
            |amount: f64| wc_format_decimal(&Value::from(amount), Decimals::AsGiven, false, prices);
        let total = wc_format_decimal(&Value::from(self.total), Decimals::Shop, false, prices);
        let contents_tax = match self.contents_taxes.0.as_slice() {
            [] => Amount::ZERO,
            _ => Amount::Float(self.contents_taxes.sum()),
        };
        Value::array()
            .with("subtotal", decimal(self.subtotal))
            .with("subtotal_tax", self.subtotal_tax)
            .with("shipping_total", decimal(self.shipping_total))
            .with("shipping_tax", self.shipping_tax)
            .with("shipping_taxes", stored_taxes(&self.shipping_taxes))
            .with("discount_total", self.discount_total)
            .with("discount_tax", self.discount_tax)
            .with("cart_contents_total", decimal(self.contents_total))
            .with("cart_contents_tax", contents_tax)
            .with("cart_contents_taxes", stored_taxes(&self.contents_taxes))
            .with("fee_total", "0")
            .with("fee_tax", 0.0)
            .with("fee_taxes", Value::array())
            .with("total", total)
            .with("total_tax", self.total_tax)
    }
}

impl ItemTotals {
    /// The value of session key `coupon_discount_totals`.
    pub fn stored_discounts(&self) -> Value {
        let mut stored = Value::array();
        for coupon in &self.coupons {
            stored = stored.with(coupon.code.as_str(), coupon.discount);
        }
        stored
    }

    /// The value of session key `coupon_discount_tax_totals`.
    pub fn stored_discount_taxes(&self) -> Value {
        let mut stored = Value::array();
        for coupon in &self.coupons {
            if let Some(tax) = coupon.tax {
                stored = stored.with(coupon.code.as_str(), tax);
            }
        }
        stored
    }
}

impl LineTotals {
    /// Adds the amounts to a stored line of the cart.
    #[must_use]
    pub fn stored_in(&self, line: Value) -> Value {
        let taxes = Value::array()
            .with("subtotal", stored_taxes(&self.taxes.subtotal))
            .with("total", stored_taxes(&self.taxes.total));
        line.with("line_tax_data", taxes)
            .with("line_subtotal", self.subtotal)
            .with("line_subtotal_tax", self.subtotal_tax)
            .with("line_total", self.total)
            .with("line_tax", self.tax)
    }
}
