//! The cart.
//!
//! Contract "woocommerce-store-api", sections 6.1, 6.4 and 6.6: the keys in this order.

use std::sync::Arc;

use compat::woocommerce::address::{Address, States, states};
use compat::woocommerce::cart::Products as _;
use compat::woocommerce::checkout::available_gateways;
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::shipping::ShippingRate;
use compat::woocommerce::shopping::{ShippingPackage, Sums, Visit};
use compat::woocommerce::store_api::{AddressKind, StoreError, minor_units, with_currency};
use compat::woocommerce::tax::sum_of;
use compat::woocommerce::units::convert_weight;
use compat::wordpress::php::float::to_php_string;
use compat::wordpress::php::numeric::int_to_float;
use compat::wordpress::php::round::Half;
use compat::wordpress::php::{Array, Value};
use themes::woocommerce::product_texts::html_text;
use themes::wordpress::view::{Page, View};

use super::item_schema::item;
use super::product_schema::product;
use super::products::goods_view;
use super::schema::{empty_object, money};
use crate::request_error::RequestError;
use crate::wordpress::rest::rest_response::Item;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// Runs `write` with the goods of a visit.
///
/// # Errors
/// When the database or rendering fails.
pub async fn written<T: Send + 'static>(
    rest: &Rest<'_>,
    visit: &Visit,
    write: impl FnOnce(&mut Page, &Visit) -> T + Send + 'static,
) -> Result<T, RequestError> {
    let view = goods_view(rest, &visit.goods).await?;
    let visit = visit.clone();
    let render = move |page: &mut Page| Ok(write(page, &visit));
    let (value, _) = rest.app.render_pool.render(Arc::new(view), render).await?;
    Ok(value)
}

/// The cart, with what would stop its checkout.
///
/// # Errors
/// When the database or rendering fails.
pub async fn cart_value(
    rest: &Rest<'_>,
    visit: &Visit,
    errors: &[StoreError],
) -> Result<Value, RouteError> {
    let texts = rest.locale.domain("woocommerce");
    let errors: Vec<_> = errors
        .iter()
        .map(|error| (error.code, error.text(texts)))
        .collect();
    let write = move |page: &mut Page, visit: &Visit| cart(page, visit, &errors);
    Ok(written(rest, visit, write).await?)
}

fn cart(page: &mut Page, visit: &Visit, errors: &[(&str, String)]) -> Value {
    let view = page.view.clone();
    let options = &view.site.options;
    let money = PriceSettings::from_options(options);
    let sums = visit.sums.as_deref();
    let items = lines(page, visit);
    let items: Value = items
        .into_iter()
        .map(|item| Value::from(item.data))
        .collect();
    let coupons: Value = coupon_items(visit, &money)
        .into_iter()
        .map(|own| Value::from(own.data))
        .collect();
    let needs_shipping = sums.is_some_and(|sums| sums.needs_shipping);
    let has_calculated = sums.is_some_and(|sums| sums.shows_shipping);
    let packages = sums.map_or(&[][..], |sums| sums.packages.as_slice());
    let rates: Value = packages
        .iter()
        .enumerate()
        .map(|(at, own)| package(&view, at, own, &money))
        .collect();
    let gateways = available_gateways(options, view.locale.domain("woocommerce"), visit);
    let gateways = gateways.iter().map(|own| own.id());
    let errors: Value = errors
        .iter()
        .map(|(code, text)| {
            let entry = Value::array().with("code", *code);
            entry.with("message", html_text(&view, text))
        })
        .collect();
    Value::array()
        .with("items", items)
        .with("coupons", coupons)
        .with("fees", Value::array())
        .with("totals", totals(&view, sums, &money))
        .with(
            "shipping_address",
            address(&view, &visit.customer.shipping, AddressKind::Shipping),
        )
        .with(
            "billing_address",
            address(&view, &visit.customer.billing, AddressKind::Billing),
        )
        .with(
            "needs_payment",
            sums.is_some_and(|sums| sums.totals.total > 0.0),
        )
        .with("needs_shipping", needs_shipping)
        .with(
            "payment_requirements",
            Value::array().with_pushed("products"),
        )
        .with("has_calculated_shipping", has_calculated)
        .with("shipping_rates", rates)
        .with("items_count", visit.cart.contents_count())
        .with("items_weight", weight(&view, visit))
        .with("cross_sells", cross_sells(page, visit))
        .with("errors", errors)
        .with("payment_methods", gateways.collect::<Value>())
        .with("extensions", empty_object())
}

/// The lines whose products are there.
pub fn lines(page: &mut Page, visit: &Visit) -> Vec<Item> {
    let Some(sums) = visit.sums.as_deref() else {
        return Vec::new();
    };
    let lines = visit.cart.lines.iter();
    lines
        .filter_map(|line| item(page, visit, sums, line))
        .collect()
}

/// The coupons in the order of their application.
pub fn coupon_items(visit: &Visit, money: &PriceSettings) -> Vec<Item> {
    let sums = visit.sums.as_deref();
    let codes = visit.cart.coupons.iter();
    let coupons = codes.map(|code| {
        let coupon = visit.coupons.iter().find(|own| own.code == *code);
        let kind = coupon
            .map(|own| own.discount_type)
            .unwrap_or_default()
            .name();
        let discounts = sums.map_or(&[][..], |sums| sums.items.coupons.as_slice());
        let discount = discounts.iter().find(|own| own.code == *code);
        let amount = discount.map_or(0.0, |own| own.discount.value());
        let tax = discount.and_then(|own| own.tax).unwrap_or_default();
        // Taxes of coupons are rounded down at halves.
        let down = |amount: f64| minor_units(amount, money.decimals, Half::Down, money);
        let totals = Array::new()
            .with("total_discount", self::money(amount, money))
            .with("total_discount_tax", down(tax));
        let mut item = Item::default();
        item.set("code", code.as_str());
        item.set("discount_type", kind);
        item.set("totals", with_currency(totals, money));
        item
    });
    coupons.collect()
}

fn totals(view: &View, sums: Option<&Sums>, money: &PriceSettings) -> Array {
    let own = sums.map(|sums| &sums.totals);
    let amount = |of: fn(&compat::woocommerce::totals::CartTotals) -> f64| {
        self::money(own.map_or(0.0, of), money)
    };
    let shows = sums.is_some_and(|sums| sums.shows_shipping);
    let shipping = |amount: String| {
        if shows {
            Value::from(amount)
        } else {
            Value::Null
        }
    };
    let totals = Array::new()
        .with("total_items", amount(|own| own.subtotal))
        .with("total_items_tax", amount(|own| own.subtotal_tax))
        .with("total_fees", self::money(0.0, money))
        .with("total_fees_tax", self::money(0.0, money))
        .with("total_discount", amount(|own| own.discount_total.value()))
        .with("total_discount_tax", amount(|own| own.discount_tax))
        .with("total_shipping", shipping(amount(|own| own.shipping_total)))
        .with(
            "total_shipping_tax",
            shipping(amount(|own| own.shipping_tax)),
        )
        .with("total_price", amount(|own| own.total))
        .with("total_tax", amount(|own| own.total_tax))
        .with("tax_lines", tax_lines(view, sums, money));
    with_currency(totals, money)
}

/// The taxes by rate; none where the shop shows them as one sum.
fn tax_lines(view: &View, sums: Option<&Sums>, money: &PriceSettings) -> Value {
    let display = view
        .site
        .options
        .text_or("woocommerce_tax_total_display", "itemized");
    let Some(sums) = sums.filter(|_| display == "itemized") else {
        return Value::array();
    };
    let rows = sums.totals.tax_rows(&sums.scene()).into_iter();
    let lines = rows.map(|(id, tax)| {
        let rate = sums.tables.rates.row(id);
        let name = rate.map_or("", |rate| rate.name.as_str());
        let name = match name {
            "" => view.label("woocommerce", "Tax"),
            name => name.to_owned(),
        };
        let percent = rate.map_or(0.0, |rate| rate.rate);
        Value::array()
            .with("name", name)
            .with("price", self::money(tax, money))
            .with("rate", format!("{}%", to_php_string(percent)))
    });
    lines.collect()
}

/// An address; a state that its country does not have is not told.
pub fn address(view: &View, own: &Address, kind: AddressKind) -> Array {
    let is_known = match states(&own.country) {
        States::Listed(listed) => listed.iter().any(|(code, _)| *code == own.state),
        States::None | States::Unknown => true,
    };
    kind.parts().fold(Array::new(), |map, part| {
        let text = match part {
            "state" if !is_known => "",
            part => own.field(part).unwrap_or_default(),
        };
        map.with(part, html_text(view, text))
    })
}

fn package(view: &View, at: usize, own: &ShippingPackage, money: &PriceSettings) -> Value {
    let texts = view.locale.domain("woocommerce");
    let name = match at {
        0 => texts
            .translate_with_context("Shipment", "shipping packages")
            .to_owned(),
        at => {
            let name = texts.translate_with_context("Shipment %d", "shipping packages");
            name.replacen("%d", &(at + 1).to_string(), 1)
        }
    };
    let place = &own.package.destination;
    let destination = Value::array()
        .with("address_1", html_text(view, &place.address_1))
        .with("address_2", html_text(view, &place.address_2))
        .with("city", html_text(view, &place.city))
        .with("state", html_text(view, &place.state))
        .with("postcode", html_text(view, &place.postcode))
        .with("country", html_text(view, &place.country));
    let items = own.package.items.iter().map(|item| {
        Value::array()
            .with("key", item.key.as_str())
            .with("name", item.name.as_str())
            .with("quantity", item.quantity)
    });
    let rates = own.rates.iter();
    let rates = rates.map(|rate| shipping_rate(view, own, rate, money));
    Value::array()
        .with("package_id", at)
        .with("name", name)
        .with("destination", destination)
        .with("items", items.collect::<Value>())
        .with("shipping_rates", rates.collect::<Value>())
}

fn shipping_rate(
    view: &View,
    package: &ShippingPackage,
    rate: &ShippingRate,
    money: &PriceSettings,
) -> Array {
    let contents = Value::array()
        .with("key", view.label("woocommerce", "Items"))
        .with("value", package.package.contents());
    let rate_id = rate.id.0.as_str();
    let own = Array::new()
        .with("rate_id", rate_id)
        .with("name", html_text(view, &rate.label))
        .with("description", "")
        .with("delivery_time", "")
        .with("price", self::money(rate.cost, money))
        .with("taxes", self::money(rate.taxes.sum(), money))
        .with("instance_id", rate.instance_id)
        .with("method_id", rate.method_id)
        .with("meta_data", Value::array().with_pushed(contents))
        .with("selected", package.chosen.as_ref() == Some(&rate.id));
    with_currency(own, money)
}

/// The weight of all units in grams.
fn weight(view: &View, visit: &Visit) -> Value {
    let lines = visit.cart.lines.iter();
    let weights = lines.filter_map(|line| {
        let product = visit.goods.product(line.bought())?;
        Some(product.weight? * int_to_float(line.quantity))
    });
    let weight = sum_of(weights);
    let unit = view.site.options.text_or("woocommerce_weight_unit", "kg");
    Value::Float(convert_weight(weight, &unit, "g"))
}

/// Products that fit the cart, as lists show them.
fn cross_sells(page: &mut Page, visit: &Visit) -> Value {
    let view = page.view.clone();
    let options = &view.site.options;
    let ids = visit.cross_sells().into_iter();
    let shown = ids.filter(|id| {
        let own = visit.goods.get(*id);
        own.is_some_and(|own| own.is_visible(options, false, false))
    });
    let shown: Vec<_> = shown.collect();
    let items = shown
        .into_iter()
        .filter_map(|id| product(page, &visit.goods, id));
    items.map(|item| Value::from(item.data)).collect()
}
