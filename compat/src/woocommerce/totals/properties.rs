//! What holds for the totals of any cart.

use proptest::prelude::*;

use super::{CartTotals, ItemTotals, ShippingLine, TotalsItem, TotalsScene};
use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::coupon::{Coupon, DiscountType};
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::product::TaxStatus;
use crate::woocommerce::tax::{
    RateRow, RateTable, RoundingPlace, TaxLocation, TaxRateId, TaxSettings, Taxes,
};
use crate::wordpress::php::cast::int_to_float;

/// A cart: units by price in cents, coupons, what the shop's taxes are like.
#[derive(Debug, Clone)]
struct Scenario {
    /// No two lines have the same price: which of them gets the odd cent depends on their order.
    lines: Vec<(i64, i64, bool)>,
    coupons: Vec<Coupon>,
    taxes: TaxSettings,
    is_sequential: bool,
    is_vat_exempt: bool,
    shipping: i64,
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let lines = prop::collection::btree_map(1..50_000_i64, (1..9_i64, any::<bool>()), 1..6);
    let coupon = (0..3_u8, 1..12_000_i64, prop::option::of(1..5_i64));
    let coupon = coupon.prop_map(|(kind, amount, limit)| Coupon {
        discount_type: match kind {
            0 => DiscountType::Percent,
            1 => DiscountType::FixedProduct,
            _ => DiscountType::FixedCart,
        },
        amount: match kind {
            0 => int_to_float(amount % 100 + 1),
            _ => int_to_float(amount) / 100.0,
        },
        limit_usage_to_x_items: limit,
        ..Coupon::default()
    });
    let coupons = prop::collection::vec(coupon, 0..4);
    let flags = any::<[bool; 5]>();
    (lines, coupons, flags, 0..2000_i64).prop_map(|(lines, mut coupons, flags, shipping)| {
        for (at, coupon) in coupons.iter_mut().enumerate() {
            coupon.code = at.to_string();
        }
        let [
            is_enabled,
            entered_with_tax,
            at_subtotal,
            is_sequential,
            is_vat_exempt,
        ] = flags;
        let lines = lines.into_iter();
        Scenario {
            lines: lines
                .map(|(price, (units, taxable))| (price, units, taxable))
                .collect(),
            coupons,
            taxes: TaxSettings {
                is_enabled,
                entered_with_tax,
                rounding: if at_subtotal {
                    RoundingPlace::Subtotal
                } else {
                    RoundingPlace::Line
                },
                ..TaxSettings::default()
            },
            is_sequential,
            is_vat_exempt,
            shipping,
        }
    })
}

impl Scenario {
    fn totals(&self, reversed: bool) -> (ItemTotals, CartTotals) {
        let rate = |id, percent, is_compound| RateRow {
            id,
            country: "ES".to_owned(),
            rate: percent,
            priority: id,
            is_compound,
            ..RateRow::default()
        };
        let table = RateTable::new(vec![rate(1, 21.0, false), rate(2, 5.2, true)]);
        let (prices, place) = (PriceSettings::default(), TaxLocation::of_shop("ES", "", ""));
        let scene = TotalsScene {
            prices: &prices,
            taxes: &self.taxes,
            rates: &table,
            customer: &place,
            shop: &place,
            is_vat_exempt: self.is_vat_exempt,
            is_sequential: self.is_sequential,
        };
        let lines = self.lines.iter().map(|(price, units, taxable)| {
            let product = CartProduct {
                price: Some(int_to_float(*price) / 100.0),
                tax_status: if *taxable {
                    TaxStatus::Taxable
                } else {
                    TaxStatus::None
                },
                ..CartProduct::default()
            };
            (price.to_string(), product, *units)
        });
        let mut lines: Vec<_> = lines.collect();
        if reversed {
            lines.reverse();
        }
        let items = lines.iter().map(|(key, product, quantity)| TotalsItem {
            key,
            product,
            quantity: *quantity,
        });
        let coupons: Vec<_> = self.coupons.iter().collect();
        let items = ItemTotals::calculate(&items.collect::<Vec<_>>(), &coupons, &scene);
        let cost = int_to_float(self.shipping) / 100.0;
        let taxes = if self.taxes.is_enabled && !self.is_vat_exempt {
            vec![(TaxRateId(1), cost * 0.21)]
        } else {
            Vec::new()
        };
        let shipping = [ShippingLine {
            cost,
            taxes: Taxes(taxes),
        }];
        let totals = CartTotals::new(&items, &shipping, &scene);
        (items, totals)
    }
}

fn is_near(a: f64, b: f64, distance: f64) -> bool {
    (a - b).abs() < distance
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_total_is_the_sum_of_its_parts(scenario in scenario()) {
        let (items, totals) = scenario.totals(false);
        let lines: f64 = items.lines.iter().map(|line| line.total).sum();
        // A line is rounded to half a cent of its own.
        let slack = 0.005 * int_to_float(i64::try_from(items.lines.len()).unwrap()) + 1e-6;
        prop_assert!(is_near(lines, totals.contents_total, slack));
        let taxes = totals.contents_taxes.sum() + totals.shipping_taxes.sum();
        let sum = totals.contents_total + totals.shipping_total + taxes;
        prop_assert!(is_near(sum, totals.total, 0.005 + 1e-6), "{} {}", sum, totals.total);
        let discounts: f64 = items.coupons.iter().map(|coupon| coupon.discount.value()).sum();
        prop_assert!(is_near(discounts, totals.discount_total.value(), 1e-6));
    }

    #[test]
    fn nothing_is_negative(scenario in scenario()) {
        let (items, totals) = scenario.totals(false);
        for line in &items.lines {
            // A price whose tax was taken out may be rounded up to a whole cent before discounts.
            prop_assert!(line.total > -0.01 && line.tax > -0.01, "{line:?}");
        }
        prop_assert!(totals.total >= 0.0);
        prop_assert!(totals.discount_total.value() >= 0.0);
        prop_assert!(totals.discount_total.value() <= totals.subtotal + totals.subtotal_tax + 0.01);
    }

    #[test]
    fn the_order_of_adding_does_not_matter(scenario in scenario()) {
        let ((items, totals), (other_items, other)) = (scenario.totals(false), scenario.totals(true));
        prop_assert!(is_near(totals.total, other.total, 1e-6), "{} {}", totals.total, other.total);
        for line in &items.lines {
            let same = other_items.lines.iter().find(|own| own.key == line.key);
            prop_assert_eq!(Some(line), same);
        }
    }
}
