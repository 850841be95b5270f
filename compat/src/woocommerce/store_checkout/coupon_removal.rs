//! An order that loses coupons: what stays is applied anew, and the sums follow.
//!
//! Contract "woocommerce-store-api", section 8.9; "woocommerce", section 8.4.

use crate::woocommerce::cart::Products as _;
use crate::woocommerce::coupon::{
    Amount, Coupon, DiscountItem, Discounts, load_coupons, sort_coupons,
};
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::order::{ItemKind, LineItem, Order, TaxItem};
use crate::woocommerce::shopping::{Goods, ShopSource};
use crate::wordpress::db::DbError;
use crate::wordpress::php::round::round;
use crate::wordpress::post::PostId;

/// `remove_coupon` for each of the codes, and `recalculate_coupons`. Taxes of lines follow their totals by the taxes of
/// their subtotals.
///
/// # Errors
/// When the database fails.
pub async fn without_coupons(
    source: &ShopSource<'_>,
    mut order: Order,
    codes: &[String],
) -> Result<Order, DbError> {
    order
        .items
        .retain(|item| !matches!(item.kind, ItemKind::Coupon(_)) || !codes.contains(&item.name));
    let left: Vec<String> = order
        .coupon_items()
        .map(|(item, _)| item.name.clone())
        .collect();
    let coupons = load_coupons(source.db, &left, source.now).await?;
    let ids: Vec<PostId> = order.lines().map(|(_, line)| line.bought()).collect();
    let mut goods = Goods::default();
    goods.add(source, &ids).await?;
    let options = &source.site.options;
    let prices = PriceSettings::from_options(options);
    let is_sequential = options.text("woocommerce_calc_discounts_sequentially") == "yes";
    recalculate(&mut order, &goods, &coupons, (&prices, is_sequential));
    Ok(order)
}

/// The part of a line's price that is not tax.
fn net_part(line: &LineItem, includes_tax: bool) -> f64 {
    let gross = line.subtotal + line.subtotal_tax;
    if includes_tax && gross > 0.0 {
        line.subtotal / gross
    } else {
        1.0
    }
}

/// A line with its key for the discounts.
type KeyedLine = (String, LineItem);

fn recalculate(
    order: &mut Order,
    goods: &Goods,
    coupons: &[Coupon],
    (prices, is_sequential): (&PriceSettings, bool),
) {
    let rounded = |amount: f64| round(amount, prices.decimals);
    let lines = order.lines().enumerate();
    let lines: Vec<KeyedLine> = lines
        .map(|(at, (_, line))| (at.to_string(), line.clone()))
        .collect();
    let split = Split {
        lines: &lines,
        includes_tax: order.prices_include_tax,
        cents: prices.add_number_precision(1.0),
    };
    let mut discounts = Discounts::new(split.items(goods, prices), is_sequential);
    let mut sorted: Vec<&Coupon> = coupons.iter().collect();
    sort_coupons(&mut sorted);
    for coupon in sorted {
        discounts.apply_coupon(coupon, prices);
    }
    let mut changed = Sums::default();
    let (mut discount, mut discount_tax) = (0.0, 0.0);
    let mut keys = lines.iter().map(|(key, _)| key);
    for item in &mut order.items {
        match &mut item.kind {
            ItemKind::Line(line) => {
                let key = keys.next().map_or("", String::as_str);
                let (net, _) = split.of(key, discounts.by_item(key));
                let total = rounded((line.subtotal - net).max(0.0));
                set_total(line, total, &mut changed, &rounded);
            }
            ItemKind::Coupon(own) => {
                let mut all = discounts.by_coupon();
                let amounts = all.find(|(code, _)| *code == item.name);
                let parts = amounts.into_iter().flat_map(|(_, amounts)| amounts);
                let parts = parts.map(|(key, amount)| split.of(key, amount));
                let (net, tax) = parts.fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
                (own.discount, own.discount_tax) = (rounded(net), rounded(tax));
                discount += own.discount;
                discount_tax += own.discount_tax;
            }
            _ => {}
        }
    }
    for item in &mut order.items {
        if let ItemKind::Tax(tax) = &mut item.kind {
            tax.tax_total = rounded(tax.tax_total + changed.of_rate(tax));
        }
    }
    let amounts = &mut order.amounts;
    amounts.cart_tax = rounded(amounts.cart_tax + changed.tax);
    amounts.total = rounded(amounts.total + changed.net + changed.tax);
    amounts.discount_total = rounded(discount);
    amounts.discount_tax = rounded(discount_tax);
}

/// How discounts, which are of prices as the shop enters them, are split into net amount and tax.
struct Split<'a> {
    lines: &'a [KeyedLine],
    includes_tax: bool,
    /// Cents of one unit of the currency.
    cents: f64,
}

impl<'a> Split<'a> {
    /// The lines whose products are still there, as the discounts look at them.
    fn items(&self, goods: &'a Goods, prices: &PriceSettings) -> Vec<DiscountItem<'a>> {
        let items = self.lines.iter().filter_map(|(key, line)| {
            let tax = if self.includes_tax {
                line.subtotal_tax
            } else {
                0.0
            };
            Some(DiscountItem {
                key,
                price: prices.add_number_precision(line.subtotal + tax),
                quantity: line.quantity,
                product: goods.product(line.bought())?,
            })
        });
        items.collect()
    }

    /// Net amount and tax of cents off a line.
    fn of(&self, key: &str, discount: Amount) -> (f64, f64) {
        let mut lines = self.lines.iter();
        let Some((_, line)) = lines.find(|(own, _)| own == key) else {
            return (0.0, 0.0);
        };
        let net = discount.value() / self.cents * net_part(line, self.includes_tax);
        let tax = if line.subtotal > 0.0 {
            net * line.subtotal_tax / line.subtotal
        } else {
            0.0
        };
        (net, tax)
    }
}

/// By how much the lines have become dearer.
#[derive(Debug, Default)]
struct Sums {
    net: f64,
    tax: f64,
    rates: Vec<(i64, f64)>,
}

impl Sums {
    fn of_rate(&self, tax: &TaxItem) -> f64 {
        let own = self.rates.iter().filter(|(id, _)| *id == tax.rate_id);
        own.map(|(_, amount)| amount).sum()
    }
}

fn set_total(line: &mut LineItem, total: f64, changed: &mut Sums, rounded: &dyn Fn(f64) -> f64) {
    let part = if line.subtotal > 0.0 {
        total / line.subtotal
    } else {
        0.0
    };
    let before = line.taxes.total.clone();
    line.taxes.total = line.taxes.subtotal.clone();
    for (id, amount) in &mut line.taxes.total.0 {
        *amount *= part;
        changed.rates.push((id.0, rounded(*amount)));
    }
    for (id, amount) in &before.0 {
        changed.rates.push((id.0, -rounded(*amount)));
    }
    let tax = rounded(line.subtotal_tax * part);
    changed.net += total - line.total;
    changed.tax += tax - line.total_tax;
    (line.total, line.total_tax) = (total, tax);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::order::{CouponItem, OrderAmounts, OrderItem};
    use crate::woocommerce::tax::{TaxRateId, Taxes};

    #[test]
    fn sums_follow_when_the_only_coupon_goes() {
        let mut line = LineItem {
            product_id: PostId(14),
            quantity: 2,
            subtotal: 20.0,
            subtotal_tax: 4.2,
            total: 15.0,
            total_tax: 3.15,
            ..LineItem::default()
        };
        let taxes = |amount| Taxes(vec![(TaxRateId(1), amount)]);
        (line.taxes.subtotal, line.taxes.total) = (taxes(4.2), taxes(3.15));
        let tax = TaxItem {
            rate_id: 1,
            tax_total: 3.15,
            ..TaxItem::default()
        };
        let mut order = Order {
            amounts: OrderAmounts {
                total: 23.15,
                cart_tax: 3.15,
                shipping_total: 5.0,
                discount_total: 5.0,
                discount_tax: 1.05,
                ..OrderAmounts::default()
            },
            items: vec![
                OrderItem::new("Miel", ItemKind::Line(line)),
                OrderItem::new("ES-1", ItemKind::Tax(tax)),
            ],
            ..Order::default()
        };
        let prices = PriceSettings::default();
        recalculate(&mut order, &Goods::default(), &[], (&prices, false));
        let wanted = OrderAmounts {
            total: 29.2,
            cart_tax: 4.2,
            discount_total: 0.0,
            discount_tax: 0.0,
            ..order.amounts
        };
        assert_eq!(order.amounts, wanted);
        let taxes: Vec<f64> = order.tax_items().map(|(_, own)| own.tax_total).collect();
        assert_eq!(taxes, [4.2]);
        // A coupon that is no longer there takes nothing off.
        let stale = CouponItem {
            discount: 3.0,
            ..CouponItem::default()
        };
        order
            .items
            .push(OrderItem::new("gone", ItemKind::Coupon(stale)));
        recalculate(&mut order, &Goods::default(), &[], (&prices, false));
        assert_eq!(order.amounts, wanted);
    }
}
