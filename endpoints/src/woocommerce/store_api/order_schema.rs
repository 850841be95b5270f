//! An order.
//!
//! Contract "woocommerce-store-api", section 9: the keys in this order.

use std::sync::Arc;

use compat::woocommerce::cart::Products as _;
use compat::woocommerce::display_price::DisplayTaxes;
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::order::{ItemKind, LineItem, Order, OrderItem, order_products};
use compat::woocommerce::product::Product;
use compat::woocommerce::shopping::Goods;
use compat::woocommerce::store_api::{AddressKind, PriceSource, with_currency};
use compat::wordpress::php::float::to_php_string;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::{Array, Value};
use themes::woocommerce::product_texts::{html_text, product_texts};
use themes::wordpress::view::{Page, View};

use super::cart_schema::address;
use super::item_schema::{variation_values, visibility};
use super::product_schema::images;
use super::schema::{money, prices};

/// The order with the goods that it holds. `refunded`: what was paid back.
pub fn order_value(page: &mut Page, goods: &Goods, order: &Order, refunded: f64) -> Value {
    let view = page.view.clone();
    let settings = PriceSettings::from_options(&view.site.options);
    let lines: Vec<_> = order
        .lines()
        .map(|(item, line)| (item.clone(), line.clone()))
        .collect();
    let items: Value = lines
        .iter()
        .map(|(own, line)| item(page, goods, order, (own, line)))
        .collect();
    let needs_shipping = lines.iter().any(|(_, line)| {
        let own = goods.get(line.bought());
        own.is_some_and(|own| !own.is_virtual)
    });
    Value::array()
        .with("id", order.id.0)
        .with("status", order.status.slug())
        .with("items", items)
        .with("coupons", coupons(order, &settings))
        .with("fees", fees(&view, order, &settings))
        .with("totals", totals(order, refunded, &settings))
        .with(
            "shipping_address",
            address(&view, &order.shipping, AddressKind::Shipping),
        )
        .with(
            "billing_address",
            address(&view, &order.billing, AddressKind::Billing),
        )
        .with("needs_payment", order.needs_payment())
        .with("needs_shipping", needs_shipping)
        .with(
            "payment_requirements",
            Value::array().with_pushed("products"),
        )
        .with("errors", errors(&view, goods, order))
}

/// A line: the product as it is now, with the amounts that were ordered.
#[expect(clippy::too_many_lines, reason = "a line for each key")]
fn item(
    page: &mut Page,
    goods: &Goods,
    order: &Order,
    (item, line): (&OrderItem, &LineItem),
) -> Value {
    let own = goods.get(line.bought()).map(Arc::clone);
    let texts = own.as_ref().map(|own| product_texts(page, own));
    let texts = texts.unwrap_or_default();
    let pictures = match &own {
        Some(own) => images(page, own),
        None => Value::array(),
    };
    let view = page.view.clone();
    let options = &view.site.options;
    let settings = PriceSettings::from_options(options);
    let limits = Value::array()
        .with("minimum", line.quantity)
        .with("maximum", line.quantity)
        .with("multiple_of", 1)
        .with("editable", false);
    let is = |of: fn(&Product) -> bool| own.as_deref().is_some_and(of);
    let is_told = own.as_ref().is_some_and(|own| {
        let wanted = compat::wordpress::php::numeric::int_to_float(line.quantity);
        own.backorders_require_notification(options) && own.is_on_backorder(wanted, options)
    });
    let permalink = goods.product(line.bought());
    let source = PriceSource {
        products: &goods.catalogue,
        options,
        money: &settings,
        taxes: view.site_data.get::<DisplayTaxes>(),
    };
    let shown = match &own {
        Some(own) => Value::from(prices(&source.prices(own), true, &settings)),
        None => no_prices(&settings),
    };
    let variation = match &own {
        Some(own) => variation_values(&view, goods, own, &chosen(goods, own, item)),
        None => Value::array(),
    };
    let amount = |amount: f64| money(amount, &settings);
    let totals = Array::new()
        .with("line_subtotal", amount(line.subtotal))
        .with("line_subtotal_tax", amount(line.subtotal_tax))
        .with("line_total", amount(line.total))
        .with("line_total_tax", amount(line.total_tax));
    Value::array()
        .with("key", order.key.as_str())
        .with("id", item.id)
        .with("quantity", line.quantity)
        .with("quantity_limits", limits)
        .with("name", html_text(&view, &item.name))
        .with("short_description", texts.short_description)
        .with("description", texts.description)
        .with(
            "sku",
            html_text(&view, own.as_ref().map_or("", |own| &own.sku)),
        )
        .with("low_stock_remaining", Value::Null)
        .with("backorders_allowed", is(|own| own.backorders_allowed()))
        .with("show_backorder_badge", is_told)
        .with("sold_individually", is(|own| own.is_sold_individually))
        .with("permalink", permalink.map_or("", |own| &own.permalink))
        .with("images", pictures)
        .with("variation", variation)
        .with("item_data", Value::array())
        .with("prices", shown)
        .with("totals", with_currency(totals, &settings))
        .with(
            "catalog_visibility",
            own.as_ref().map_or("", |own| visibility(goods, own)),
        )
}

/// The meta of a line that are values of its product's attributes.
fn chosen(goods: &Goods, own: &Product, item: &OrderItem) -> Vec<(String, String)> {
    let Some(page) = goods.get(own.page_id()) else {
        return Vec::new();
    };
    let meta = item.meta.iter();
    let values = meta.filter(|(key, _)| page.attribute(key).is_some());
    values.cloned().collect()
}

/// The prices of a product that is gone.
fn no_prices(settings: &PriceSettings) -> Value {
    let of = |map: Array| {
        map.with("price", "")
            .with("regular_price", "")
            .with("sale_price", "")
    };
    let all = of(Array::new()).with("price_range", Value::Null);
    let raw = of(Array::new().with("precision", 6));
    with_currency(all, settings).with("raw_prices", raw).into()
}

fn coupons(order: &Order, settings: &PriceSettings) -> Value {
    let coupons = order.coupon_items().map(|(item, own)| {
        let info = json_decode_assoc(own.info.as_bytes()).unwrap_or_default();
        let kind = info.at(2).to_string_lossy();
        let kind = if kind.is_empty() { "fixed_cart" } else { &kind };
        let totals = Array::new()
            .with("total_discount", money(own.discount, settings))
            .with("total_discount_tax", money(own.discount_tax, settings));
        Value::array()
            .with("code", item.name.as_str())
            .with("discount_type", kind)
            .with("totals", with_currency(totals, settings))
    });
    coupons.collect()
}

/// Fees, which extensions add.
fn fees(view: &View, order: &Order, settings: &PriceSettings) -> Value {
    let fees = order.items.iter().filter_map(|item| {
        let ItemKind::Fee(own) = &item.kind else {
            return None;
        };
        let totals = Array::new()
            .with("total", money(own.total, settings))
            .with("total_tax", money(own.total_tax, settings));
        let fee = Value::array()
            .with("id", item.id)
            .with("name", html_text(view, &item.name))
            .with("totals", with_currency(totals, settings));
        Some(fee)
    });
    fees.collect()
}

fn totals(order: &Order, refunded: f64, settings: &PriceSettings) -> Array {
    let amount = |amount: f64| money(amount, settings);
    let lines = |of: fn(&LineItem) -> f64| -> f64 { order.lines().map(|(_, line)| of(line)).sum() };
    let (mut fees, mut fees_tax) = (0.0, 0.0);
    for item in &order.items {
        if let ItemKind::Fee(own) = &item.kind {
            fees += own.total;
            fees_tax += own.total_tax;
        }
    }
    let own = &order.amounts;
    let taxes = order.tax_items().map(|(_, tax)| {
        Value::array()
            .with("name", tax.label.as_str())
            .with("price", amount(tax.tax_total + tax.shipping_tax_total))
            .with("rate", to_php_string(tax.rate_percent))
    });
    let totals = Array::new()
        .with("subtotal", amount(lines(|line| line.subtotal)))
        .with("total_discount", amount(own.discount_total))
        .with("total_shipping", amount(own.shipping_total))
        .with("total_fees", amount(fees))
        .with("total_tax", amount(own.cart_tax + own.shipping_tax))
        .with("total_refund", amount(refunded))
        .with("total_price", amount(own.total))
        .with("total_items", amount(lines(|line| line.total)))
        .with("total_items_tax", amount(lines(|line| line.total_tax)))
        .with("total_fees_tax", amount(fees_tax))
        .with("total_discount_tax", amount(own.discount_tax))
        .with("total_shipping_tax", amount(own.shipping_tax))
        .with("tax_lines", taxes.collect::<Value>());
    with_currency(totals, settings)
}

/// Why an order that is not paid can no longer be: the first product that is out of stock.
fn errors(view: &View, goods: &Goods, order: &Order) -> Value {
    const GONE: &str = "Sorry, \"%s\" is no longer in stock so this order cannot be paid for. We apologize for any inconvenience caused.";
    if !order.needs_payment() || order.flags.is_stock_reduced {
        return Value::array();
    }
    let products = order_products(order, &goods.catalogue, &view.site.options);
    let Some(gone) = products.iter().find(|own| !own.is_in_stock) else {
        return Value::array();
    };
    let text = view
        .label("woocommerce", GONE)
        .replacen("%s", &gone.name, 1);
    let error = Value::array()
        .with("code", "woocommerce_rest_out_of_stock")
        .with("message", html_text(view, &text));
    Value::array().with_pushed(error)
}
