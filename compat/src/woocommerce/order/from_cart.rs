//! An order made of a visitor's cart.
//!
//! Contract "woocommerce", sections 2.5 and 9.7. Who places the order (a form, the Store API) gives addresses, payment and
//! note; amounts come from the cart's own calculation.

use super::item::{CouponItem, ItemKind, LineItem, OrderItem, ShippingItem, TaxItem};
use super::key::generate_order_key;
use super::model::{Order, OrderAmounts, OrderId};
use super::status::OrderStatus;
use crate::woocommerce::address::Address;
use crate::woocommerce::cart::{CartLine, Products};
use crate::woocommerce::coupon::Coupon;
use crate::woocommerce::shopping::{ShopSource, Sums, Visit};
use crate::woocommerce::tax::TaxRateId;
use crate::wordpress::php::Value;
use crate::wordpress::php::cast::int_to_float;
use crate::wordpress::php::json::wp_json_encode;
use crate::wordpress::php::round::{Half, round_half};

/// What the buyer has given.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OrderRequest {
    /// Where the bill goes.
    pub billing: Address,
    /// Where the goods go.
    pub shipping: Address,
    /// What the buyer wrote.
    pub customer_note: String,
    /// Id of the gateway; empty when nothing is paid.
    pub payment_method: String,
    /// Its title.
    pub payment_method_title: String,
    /// `checkout`, `store-api`.
    pub created_via: &'static str,
    /// The user; 0: a guest.
    pub customer_id: i64,
    /// The buyer's address on the net.
    pub ip_address: String,
    /// The buyer's browser.
    pub user_agent: String,
}

/// A pending order of the visit's cart, without a number; `None` while the cart is not calculated.
pub fn order_of_cart(
    source: &ShopSource<'_>,
    visit: &Visit,
    request: OrderRequest,
) -> Option<Order> {
    let sums = visit.sums.as_deref()?;
    let totals = &sums.totals;
    Some(Order {
        id: OrderId(0),
        status: OrderStatus::Pending,
        currency: sums.tables.settings.prices.currency.clone(),
        key: generate_order_key(),
        customer_id: request.customer_id,
        billing: request.billing,
        shipping: request.shipping,
        payment_method: request.payment_method,
        payment_method_title: request.payment_method_title,
        transaction_id: String::new(),
        customer_note: request.customer_note,
        created_via: request.created_via.to_owned(),
        cart_hash: visit.cart_hash(),
        ip_address: request.ip_address,
        user_agent: request.user_agent,
        prices_include_tax: sums.tables.settings.taxes.prices_include_tax(),
        is_vat_exempt: sums.is_vat_exempt,
        date_created: source.now,
        date_modified: source.now,
        date_paid: None,
        date_completed: None,
        amounts: OrderAmounts {
            total: totals.total,
            cart_tax: totals.contents_taxes.sum(),
            shipping_total: totals.shipping_total,
            shipping_tax: totals.shipping_tax,
            discount_total: totals.discount_total.value(),
            discount_tax: totals.discount_tax,
        },
        items: items(source, visit, sums),
        ..Order::default()
    })
}

/// The items: products, shipping, taxes, coupons.
fn items(source: &ShopSource<'_>, visit: &Visit, sums: &Sums) -> Vec<OrderItem> {
    let lines = visit.cart.lines.iter();
    let mut items: Vec<_> = lines
        .filter_map(|line| line_item(source, visit, sums, line))
        .collect();
    items.extend(shipping_items(source, sums));
    items.extend(tax_items(source, sums));
    items.extend(coupon_items(visit, sums));
    items
}

fn line_item(
    source: &ShopSource<'_>,
    visit: &Visit,
    sums: &Sums,
    line: &CartLine,
) -> Option<OrderItem> {
    let product = visit.goods.product(line.bought())?;
    let totals = sums.items.lines.iter().find(|own| own.key == line.key)?;
    let own = LineItem {
        product_id: line.product_id,
        variation_id: line.variation_id,
        quantity: line.quantity,
        tax_class: product.tax_class.clone(),
        subtotal: totals.subtotal,
        subtotal_tax: totals.subtotal_tax,
        total: totals.total,
        total_tax: totals.tax,
        taxes: totals.taxes.clone(),
        reduced_stock: None,
    };
    let mut item = OrderItem::new(product.name.clone(), ItemKind::Line(own));
    for (key, value) in &line.variation {
        let key = key.strip_prefix("attribute_").unwrap_or(key);
        item.meta.push((key.to_owned(), value.clone()));
    }
    let options = &source.site.options;
    let wanted = int_to_float(line.quantity);
    let own = visit.goods.get(line.bought()).filter(|own| {
        own.backorders_require_notification(options) && own.is_on_backorder(wanted, options)
    });
    if let Some(own) = own {
        let late = wanted - own.stock.quantity.unwrap_or_default().max(0.0);
        let label = source.texts().translate("Backordered").to_owned();
        item.meta.push((label, super::item::units_text(late)));
    }
    Some(item)
}

fn shipping_items(source: &ShopSource<'_>, sums: &Sums) -> Vec<OrderItem> {
    let taxes = &sums.tables.settings.taxes;
    let decimals = sums.tables.settings.prices.decimals;
    let items = sums.packages.iter().filter_map(|package| {
        let rate = package.rate()?;
        let rounded = rate.taxes.map(|tax| taxes.round_tax_total(tax, decimals));
        let own = ShippingItem {
            method_id: rate.method_id.to_owned(),
            instance_id: rate.instance_id.to_string(),
            total: rate.cost,
            total_tax: rounded.sum(),
            taxes: rate.taxes.clone(),
        };
        let mut item = OrderItem::new(rate.label.clone(), ItemKind::Shipping(own));
        let contents = package.package.contents();
        if !contents.is_empty() {
            let label = source.texts().translate("Items").to_owned();
            item.meta.push((label, contents));
        }
        Some(item)
    });
    items.collect()
}

fn tax_items(source: &ShopSource<'_>, sums: &Sums) -> Vec<OrderItem> {
    let (of_cart, of_shipping) = (&sums.totals.contents_taxes, &sums.totals.shipping_taxes);
    let mut ids: Vec<TaxRateId> = Vec::new();
    for (id, _) in of_cart.0.iter().chain(&of_shipping.0) {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
    let items = ids.into_iter().filter_map(|id| {
        let row = sums.tables.rates.row(id)?;
        let label = match row.name.as_str() {
            "" => source.texts().translate("Tax").to_owned(),
            name => name.to_owned(),
        };
        let own = TaxItem {
            rate_id: id.0,
            label,
            is_compound: row.is_compound,
            tax_total: of_cart.amount(id),
            shipping_tax_total: of_shipping.amount(id),
            rate_percent: row.rate,
        };
        Some(OrderItem::new(row.code(), ItemKind::Tax(own)))
    });
    items.collect()
}

fn coupon_items(visit: &Visit, sums: &Sums) -> Vec<OrderItem> {
    let decimals = sums.tables.settings.prices.decimals;
    let rounded = |amount: f64| round_half(amount, decimals, Half::Down);
    let items = visit.cart.coupons.iter().filter_map(|code| {
        let mut all = visit.coupons.iter();
        let coupon = all.find(|own| own.code == *code)?;
        let mut discounts = sums.items.coupons.iter();
        let found = discounts.find(|own| own.code == *code);
        let own = CouponItem {
            discount: rounded(found.map_or(0.0, |own| own.discount.value())),
            discount_tax: rounded(found.and_then(|own| own.tax).unwrap_or_default()),
            info: coupon_info(coupon),
        };
        Some(OrderItem::new(code.clone(), ItemKind::Coupon(own)))
    });
    items.collect()
}

/// `get_short_info`: id, code, type (null for the default one), amount, and whether it grants free shipping.
fn coupon_info(coupon: &Coupon) -> String {
    let kind = match coupon.discount_type.name() {
        "fixed_cart" => Value::Null,
        name => name.into(),
    };
    let info = Value::array()
        .with_pushed(coupon.id.0)
        .with_pushed(coupon.code.as_str())
        .with_pushed(kind)
        .with_pushed(coupon.amount);
    let info = if coupon.free_shipping {
        info.with_pushed(true)
    } else {
        info
    };
    wp_json_encode(&info, 0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::coupon::DiscountType;
    use crate::wordpress::post::PostId;

    #[test]
    fn coupons_are_remembered_in_short() {
        let coupon = |discount_type, free_shipping| Coupon {
            id: PostId(1977),
            code: "loma10".to_owned(),
            discount_type,
            amount: 10.0,
            free_shipping,
            ..Coupon::default()
        };
        assert_eq!(
            coupon_info(&coupon(DiscountType::Percent, false)),
            "[1977,\"loma10\",\"percent\",10]"
        );
        assert_eq!(
            coupon_info(&coupon(DiscountType::FixedCart, true)),
            "[1977,\"loma10\",null,10,true]"
        );
    }
}
