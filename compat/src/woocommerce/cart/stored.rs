//! The cart in the session.
//!
//! Contract "woocommerce", section 3.1.

use super::contents::Cart;
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::session::SessionData;
use crate::woocommerce::totals::{CartTotals, ItemTotals};
use crate::wordpress::php::{Array, Value};

/// Names of session keys.
mod key {
    pub(super) const CART: &str = "cart";
    pub(super) const TOTALS: &str = "cart_totals";
    pub(super) const COUPONS: &str = "applied_coupons";
    pub(super) const DISCOUNTS: &str = "coupon_discount_totals";
    pub(super) const DISCOUNT_TAXES: &str = "coupon_discount_tax_totals";
    pub(super) const REMOVED: &str = "removed_cart_contents";
}

impl Cart {
    /// The cart of a session. Nothing is checked; see [`Cart::check_loaded`].
    pub fn from_session(session: &SessionData) -> Self {
        let coupons = session.get(key::COUPONS);
        let coupons = coupons.values();
        Self {
            lines: Self::lines_of(&session.get(key::CART)),
            removed: Self::lines_of(&session.get(key::REMOVED)),
            coupons: coupons
                .map(|code| code.to_string_lossy().into_owned())
                .collect(),
        }
    }

    /// Puts the amounts of a calculation into the lines.
    pub fn set_line_totals(&mut self, items: &ItemTotals) {
        for line in &mut self.lines {
            if let Some(totals) = items.lines.iter().find(|own| own.key == line.key) {
                let rest = totals.stored_in(line.rest.clone().into());
                line.rest = rest.as_array().cloned().unwrap_or_default();
            }
        }
    }

    /// Writes the cart into a session. An empty cart leaves no totals.
    pub fn to_session(
        &self,
        session: &mut SessionData,
        totals: Option<(&ItemTotals, &CartTotals)>,
        prices: &PriceSettings,
    ) {
        let totals = totals.filter(|_| !self.is_empty());
        let coupons = self.coupons.iter();
        let coupons: Array =
            coupons.fold(Array::new(), |list, code| list.with_pushed(code.as_str()));
        session.set(key::CART, &self.stored_lines().into());
        let of =
            |value: fn(&ItemTotals) -> Value| totals.map_or(Value::Null, |(items, _)| value(items));
        let stored = totals.map_or(Value::Null, |(_, totals)| totals.stored(prices));
        session.set(key::TOTALS, &stored);
        session.set(key::COUPONS, &coupons.into());
        session.set(key::DISCOUNTS, &of(ItemTotals::stored_discounts));
        session.set(key::DISCOUNT_TAXES, &of(ItemTotals::stored_discount_taxes));
        session.set(key::REMOVED, &self.stored_removed().into());
    }
}
