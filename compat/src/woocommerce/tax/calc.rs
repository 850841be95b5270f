//! The taxes of a price.

use super::rate::{TaxRate, Taxes, sum_of};
use crate::wordpress::php::round::round;

/// `calc_tax`: the taxes of a price that has them in it (`includes_tax`) or not, rounded to `precision` places.
pub fn calc_tax(price: f64, rates: &[TaxRate], includes_tax: bool, precision: i32) -> Taxes {
    let taxes = if includes_tax {
        inclusive(price, rates)
    } else {
        exclusive(price, rates)
    };
    taxes.map(|amount| round(amount, precision))
}

/// Taxes that come on top: compound rates in their order on the price with the taxes before.
fn exclusive(price: f64, rates: &[TaxRate]) -> Taxes {
    let mut taxes = Taxes(rates.iter().map(|rate| (rate.id, 0.0)).collect());
    for rate in rates.iter().filter(|rate| !rate.compound) {
        taxes.add(rate.id, price * (rate.rate / 100.0));
    }
    for rate in rates.iter().filter(|rate| rate.compound) {
        let with_taxes = price + taxes.sum();
        taxes.add(rate.id, with_taxes * (rate.rate / 100.0));
    }
    taxes
}

/// Taxes that a price contains: compound rates are taken off first, the last one first.
fn inclusive(price: f64, rates: &[TaxRate]) -> Taxes {
    let mut taxes = Taxes(rates.iter().map(|rate| (rate.id, 0.0)).collect());
    let mut without_compound = price;
    for rate in rates.iter().rev().filter(|rate| rate.compound) {
        let tax = without_compound - without_compound / (1.0 + rate.rate / 100.0);
        taxes.add(rate.id, tax);
        without_compound -= tax;
    }
    let regular = rates.iter().filter(|rate| !rate.compound);
    let sum = sum_of(regular.clone().map(|rate| rate.rate));
    let divisor = 1.0 + sum / 100.0;
    for rate in regular {
        let share = (rate.rate / 100.0) / divisor;
        let net = price - share * without_compound;
        taxes.add(rate.id, price - net);
    }
    taxes
}

#[cfg(test)]
mod tests {
    use super::super::rate::TaxRateId;
    use super::*;

    fn rate(id: i64, rate: f64, compound: bool) -> TaxRate {
        TaxRate {
            id: TaxRateId(id),
            rate,
            label: String::new(),
            shipping: true,
            compound,
        }
    }

    #[test]
    fn compound_rates_tax_the_other_taxes() {
        let rates = [rate(1, 21.0, false), rate(2, 5.2, true)];
        // Contract "woocommerce", 8.6, rows W and X, in cents.
        let on_top = calc_tax(2997.0, &rates, false, 6);
        assert_eq!(on_top.amount(TaxRateId(1)), 629.37);
        assert_eq!(on_top.amount(TaxRateId(2)), 188.57124);
        let contained = calc_tax(1210.0, &rates, true, 6);
        assert_eq!(contained.amount(TaxRateId(2)), 59.809886);
        assert_eq!(contained.amount(TaxRateId(1)), 199.619772);
    }
}
