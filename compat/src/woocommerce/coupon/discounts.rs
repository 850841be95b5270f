//! How coupons take their amounts off the lines of a cart, cent by cent.
//!
//! Contract "woocommerce", section 8.4. All amounts are cents; a line's price may hold fractions of them.

use std::cmp::Ordering;

use super::amount::Amount;
use super::restrictions::is_valid_for_product;
use super::stored_coupon::{Coupon, DiscountType};
use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::money::PriceSettings;
use crate::wordpress::php::cast::int_to_float;
use crate::wordpress::php::round::{Half, round, round_half};

/// A line of the cart that coupons look at.
#[derive(Debug, Clone)]
pub struct DiscountItem<'a> {
    /// Key of the line.
    pub key: &'a str,
    /// Cents of all its units.
    pub price: f64,
    /// Units.
    pub quantity: i64,
    /// What it is.
    pub product: &'a CartProduct,
}

impl DiscountItem<'_> {
    fn unit_price(&self) -> f64 {
        if self.quantity == 0 {
            return self.price;
        }
        self.price / int_to_float(self.quantity)
    }
}

/// What the coupons of a cart take off its lines.
#[derive(Debug, Clone)]
pub struct Discounts<'a> {
    /// Dearest unit first.
    items: Vec<DiscountItem<'a>>,
    /// Coupons in the order of their application, with the cents off each item.
    by_coupon: Vec<(String, Vec<Amount>)>,
    is_sequential: bool,
}

/// Coupons in the order in which they are applied.
pub fn sort_coupons(coupons: &mut [&Coupon]) {
    coupons.sort_by(|a, b| {
        let limit = |coupon: &Coupon| coupon.limit_usage_to_x_items;
        let by_amount = a.amount.partial_cmp(&b.amount).unwrap_or(Ordering::Equal);
        a.discount_type
            .cmp(&b.discount_type)
            .then(limit(a).cmp(&limit(b)))
            .then(by_amount)
            .then(b.id.cmp(&a.id))
    });
}

impl<'a> Discounts<'a> {
    /// No discount on these lines. `is_sequential`: option `woocommerce_calc_discounts_sequentially`, percents are then
    /// of what earlier coupons left.
    pub fn new(mut items: Vec<DiscountItem<'a>>, is_sequential: bool) -> Self {
        items.sort_by(|a, b| b.unit_price().total_cmp(&a.unit_price()));
        Self {
            items,
            by_coupon: Vec::new(),
            is_sequential,
        }
    }

    /// Applies a coupon. Whether it is valid is not asked here.
    pub fn apply_coupon(&mut self, coupon: &Coupon, settings: &PriceSettings) {
        if !self.by_coupon.iter().any(|(code, _)| *code == coupon.code) {
            let nothing = vec![Amount::ZERO; self.items.len()];
            self.by_coupon.push((coupon.code.clone(), nothing));
        }
        let items: Vec<usize> = (0..self.items.len())
            .filter(|&at| {
                let item = &self.items[at];
                self.price_left(at) > 0
                    && item.quantity > 0
                    && (!coupon.is_for_products() || is_valid_for_product(coupon, item.product))
            })
            .collect();
        let amount = settings.add_number_precision(coupon.amount);
        match coupon.discount_type {
            DiscountType::Percent => self.apply_percent(coupon, &items),
            DiscountType::FixedProduct => {
                self.apply_fixed_product(coupon, &items, Amount::Float(amount));
            }
            DiscountType::FixedCart => self.apply_fixed_cart(coupon, items, amount),
        }
    }

    /// Cents that are left of a line, rounded half up.
    fn price_left(&self, at: usize) -> i64 {
        let discount = self.of_item(at).value();
        self.items
            .get(at)
            .map_or(0, |item| Amount::absint(round(item.price - discount, 0)))
    }

    fn of_item(&self, at: usize) -> Amount {
        let coupons = self.by_coupon.iter();
        let amounts = coupons.filter_map(|(_, amounts)| amounts.get(at));
        amounts.fold(Amount::ZERO, |sum, amount| sum.plus(*amount))
    }

    fn add(&mut self, code: &str, at: usize, discount: Amount) {
        let coupon = self.by_coupon.iter_mut().find(|(own, _)| own == code);
        if let Some(amount) = coupon.and_then(|(_, amounts)| amounts.get_mut(at)) {
            *amount = amount.plus(discount);
        }
    }

    fn apply_percent(&mut self, coupon: &Coupon, items: &[usize]) {
        let part = coupon.amount / 100.0;
        let (mut given, mut total, mut units) = (0.0, 0.0, 0_i64);
        for &at in items {
            let Some(item) = self.items.get(at) else {
                continue;
            };
            let (price, quantity) = (item.price, item.quantity);
            let left = int_to_float(self.price_left(at));
            let price = if self.is_sequential {
                left
            } else {
                round(price, 0)
            };
            let count = limited(coupon, units, quantity);
            let price = price / int_to_float(quantity) * int_to_float(count);
            let discount = (price * part).floor().min(left);
            let discount = round_half(discount, 0, Half::Down);
            total += price;
            given += discount;
            units = units.saturating_add(count);
            self.add(&coupon.code, at, Amount::Float(discount));
        }
        let wanted = round_half(total * part, 0, Half::Down);
        if given < wanted {
            self.apply_remainder(coupon, items, wanted - given);
        }
    }

    /// The amount off each unit. Gives the sum.
    fn apply_fixed_product(&mut self, coupon: &Coupon, items: &[usize], amount: Amount) -> f64 {
        let (mut given, mut units) = (0.0, 0_i64);
        for &at in items {
            let Some(item) = self.items.get(at) else {
                continue;
            };
            let (unit_price, quantity) = (item.unit_price(), item.quantity);
            let count = limited(coupon, units, quantity);
            let each = match coupon.limit_usage_to_x_items {
                None | Some(0) => amount,
                Some(_) => amount.at_most(Amount::Float(unit_price)),
            };
            let discount = Amount::Int(self.price_left(at)).at_most(each.times(count));
            given += discount.value();
            units = units.saturating_add(count);
            self.add(&coupon.code, at, discount);
        }
        given
    }

    /// The amount spread over all units: equal shares of whole cents while there are any, then cent by cent.
    fn apply_fixed_cart(&mut self, coupon: &Coupon, mut items: Vec<usize>, mut amount: f64) {
        loop {
            items.retain(|&at| self.price_left(at) > 0);
            let units = items.iter().filter_map(|&at| self.items.get(at));
            let units: i64 = units.fold(0, |sum, item| sum.saturating_add(item.quantity));
            if units == 0 || amount <= 0.0 {
                return;
            }
            let share = Amount::absint(amount / int_to_float(units));
            if share == 0 {
                return self.apply_remainder(coupon, &items, amount);
            }
            let given = self.apply_fixed_product(coupon, &items, Amount::Int(share));
            if given <= 0.0 || given >= amount {
                return;
            }
            amount -= given;
        }
    }

    /// One cent off each unit in turn, until the amount is reached.
    fn apply_remainder(&mut self, coupon: &Coupon, items: &[usize], amount: f64) {
        let mut given = 0_i64;
        for &at in items {
            let missing = Amount::absint((amount - int_to_float(given)).max(0.0).ceil());
            let Some(item) = self.items.get(at) else {
                continue;
            };
            let left = item.price - self.of_item(at).value();
            let cents = cents_off(left, item.quantity.min(missing));
            given = given.saturating_add(cents);
            self.add(&coupon.code, at, Amount::Int(cents));
            if int_to_float(given) >= amount {
                return;
            }
        }
    }

    /// The cents off a line, of all coupons together.
    pub fn by_item(&self, key: &str) -> Amount {
        let at = self.items.iter().position(|item| item.key == key);
        at.map_or(Amount::ZERO, |at| self.of_item(at))
    }

    /// Each coupon with the cents off each line, by key.
    pub fn by_coupon(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = (&str, Amount)>)> {
        self.by_coupon.iter().map(|(code, amounts)| {
            let keys = self.items.iter().map(|item| item.key);
            (code.as_str(), keys.zip(amounts.iter().copied()))
        })
    }

    /// The cents of all coupons on all lines, line by line.
    pub fn total(&self) -> Amount {
        let items = 0..self.items.len();
        items.fold(Amount::ZERO, |sum, at| sum.plus(self.of_item(at)))
    }
}

/// How many times a cent is taken off a price of which `left` cents are left, at most `most` times: until what is left is
/// rounded to nothing. A price that is rounded away from nothing, as half a cent below it is, gives all of them.
fn cents_off(left: f64, most: i64) -> i64 {
    let mut given = Amount::absint((left.floor() - 1.0).max(0.0)).min(most);
    while given < most {
        let rounded = round(left - int_to_float(given), 0);
        if rounded == 0.0 {
            return given;
        }
        if rounded < 0.0 {
            return most;
        }
        given += 1;
    }
    given
}

/// Units of a line that a coupon may still be used for, after it was used for `units`.
fn limited(coupon: &Coupon, units: i64, quantity: i64) -> i64 {
    match coupon.limit_usage_to_x_items {
        None | Some(0) => quantity,
        Some(limit) => limit.saturating_sub(units).clamp(0, quantity.max(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cents_are_taken_while_something_is_left() {
        for (left, most, cents) in [
            (100.0, 3, 3),
            (2.0, 5, 2),
            (0.0, 5, 0),
            (0.7, 5, 1),
            (0.3, 5, 0),
            (2.5, 7, 7),
            (-0.5, 5, 5),
            (1e9, i64::MAX, 1_000_000_000),
        ] {
            assert_eq!(cents_off(left, most), cents, "{left}");
        }
    }
}
