//! An order that loses coupons: what stays is applied anew, and the sums follow.
//!
//! Contract "woocommerce-store-api", section 8.9; "woocommerce", section 8.4.

use crate::woocommerce::cart::Products as _;
use crate::woocommerce::coupon::{Coupon, DiscountItem, Discounts, load_coupons, sort_coupons};
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

fn recalculate(
    order: &mut Order,
    goods: &Goods,
    coupons: &[Coupon],
    (prices, is_sequential): (&PriceSettings, bool),
) {
    let rounded = |amount: f64| round(amount, prices.decimals);
    let cents = prices.add_number_precision(1.0);
    let includes_tax = order.prices_include_tax;
    let lines: Vec<(String, LineItem)> = order
        .lines()
        .enumerate()
        .map(|(at, (_, line))| (at.to_string(), line.clone()))
        .collect();
    let items = lines.iter().filter_map(|(key, line)| {
        let tax = if includes_tax { line.subtotal_tax } else { 0.0 };
        Some(DiscountItem {
            key,
            price: prices.add_number_precision(line.subtotal + tax),
            quantity: line.quantity,
            product: goods.product(line.bought())?,
        })
    });
    let mut discounts = Discounts::new(items.collect(), is_sequential);
    let mut sorted: Vec<&Coupon> = coupons.iter().collect();
    sort_coupons(&mut sorted);
    for coupon in sorted {
        discounts.apply_coupon(coupon, prices);
    }
    let net_of = |key: &str, amount: f64| {
        let mut lines = lines.iter();
        let line = lines.find(|(own, _)| own == key).map(|(_, line)| line);
        let net = line.map_or(0.0, |line| amount / cents * net_part(line, includes_tax));
        let part = line.filter(|line| line.subtotal > 0.0);
        let tax = part.map_or(0.0, |line| net * line.subtotal_tax / line.subtotal);
        (net, tax)
    };
    let mut changed = Sums::default();
    let (mut discount, mut discount_tax) = (0.0, 0.0);
    let mut at = 0_usize;
    for item in &mut order.items {
        match &mut item.kind {
            ItemKind::Line(line) => {
                let key = at.to_string();
                at += 1;
                let (net, _) = net_of(&key, discounts.by_item(&key).value());
                set_total(
                    line,
                    rounded((line.subtotal - net).max(0.0)),
                    &mut changed,
                    &rounded,
                );
            }
            ItemKind::Coupon(own) => {
                let mut all = discounts.by_coupon();
                let amounts = all.find(|(code, _)| *code == item.name);
                let (mut net, mut tax) = (0.0, 0.0);
                for (key, amount) in amounts.into_iter().flat_map(|(_, amounts)| amounts) {
                    let (own_net, own_tax) = net_of(key, amount.value());
                    net += own_net;
                    tax += own_tax;
                }
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
