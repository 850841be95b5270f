//! Items of an order: products, shipping, taxes, coupons, fees.
//!
//! Contract "woocommerce", section 2.5: a row of `{p}woocommerce_order_items` with its meta.

use crate::woocommerce::money::{Decimals, PriceSettings, wc_format_decimal};
use crate::woocommerce::tax::{TaxRateId, Taxes};
use crate::woocommerce::totals::LineTaxes;
use crate::wordpress::php::{Array, Value, maybe_unserialize, serialize};
use crate::wordpress::post::PostId;

/// A product that was bought.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LineItem {
    /// The product.
    pub product_id: PostId,
    /// Its variation; 0: none.
    pub variation_id: PostId,
    /// Units.
    pub quantity: i64,
    /// Slug; empty: the standard class.
    pub tax_class: String,
    /// Without tax, before discounts.
    pub subtotal: f64,
    /// Of it.
    pub subtotal_tax: f64,
    /// Without tax, after discounts.
    pub total: f64,
    /// Of it.
    pub total_tax: f64,
    /// Taxes by rate, not rounded.
    pub taxes: LineTaxes,
    /// Units that were taken from the stock.
    pub reduced_stock: Option<f64>,
}

impl LineItem {
    /// The post that was bought.
    pub fn bought(&self) -> PostId {
        match self.variation_id.0 {
            0 => self.product_id,
            _ => self.variation_id,
        }
    }
}

/// A chosen rate of shipping.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ShippingItem {
    /// `flat_rate`.
    pub method_id: String,
    /// Row of the method.
    pub instance_id: String,
    /// Without tax.
    pub total: f64,
    /// Of it.
    pub total_tax: f64,
    /// Taxes by rate, not rounded.
    pub taxes: Taxes,
}

/// What is paid of one tax rate.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaxItem {
    /// Row of the rate.
    pub rate_id: i64,
    /// Shown to customers.
    pub label: String,
    /// Whether it is taken of the price with the other taxes.
    pub is_compound: bool,
    /// Of products and fees.
    pub tax_total: f64,
    /// Of shipping.
    pub shipping_tax_total: f64,
    /// Percent.
    pub rate_percent: f64,
}

/// A coupon that was used; the item's name is its code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CouponItem {
    /// Without tax.
    pub discount: f64,
    /// Of it.
    pub discount_tax: f64,
    /// JSON: id, code, type, amount.
    pub info: String,
}

/// A fee, which an extension adds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FeeItem {
    /// Without tax.
    pub total: f64,
    /// Of it.
    pub total_tax: f64,
}

/// What an item is.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// `line_item`.
    Line(LineItem),
    /// `shipping`.
    Shipping(ShippingItem),
    /// `tax`.
    Tax(TaxItem),
    /// `coupon`.
    Coupon(CouponItem),
    /// `fee`.
    Fee(FeeItem),
    /// A type of an extension.
    Other(String),
}

impl ItemKind {
    /// The stored type.
    pub fn name(&self) -> &str {
        match self {
            Self::Line(_) => "line_item",
            Self::Shipping(_) => "shipping",
            Self::Tax(_) => "tax",
            Self::Coupon(_) => "coupon",
            Self::Fee(_) => "fee",
            Self::Other(name) => name,
        }
    }
}

/// An item of an order.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderItem {
    /// Its row; 0 before it is stored.
    pub id: i64,
    /// Name of the product or of the method, code of the rate or of the coupon.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// Further meta in its order: chosen attributes, what extensions add.
    pub meta: Vec<(String, String)>,
}

/// An amount as orders store it: a decimal without zeros at its end.
pub fn amount_text(amount: f64, prices: &PriceSettings) -> String {
    wc_format_decimal(&Value::Float(amount), Decimals::AsGiven, false, prices)
}

/// An amount with the digits that the shop's prices have.
pub(super) fn price_text(amount: f64, prices: &PriceSettings) -> String {
    wc_format_decimal(&Value::Float(amount), Decimals::Shop, false, prices)
}

fn stored_taxes(taxes: &Taxes, prices: &PriceSettings) -> Array {
    let mut stored = Array::new();
    for (id, amount) in &taxes.0 {
        stored.insert(id.0, amount_text(*amount, prices));
    }
    stored
}

fn serialized(value: &Value) -> String {
    String::from_utf8_lossy(&serialize(value)).into_owned()
}

impl OrderItem {
    /// An item that is not stored yet.
    pub fn new(name: impl Into<String>, kind: ItemKind) -> Self {
        Self {
            id: 0,
            name: name.into(),
            kind,
            meta: Vec::new(),
        }
    }

    /// The rows of meta, in the order in which they are stored.
    pub fn stored_meta(&self, prices: &PriceSettings) -> Vec<(String, String)> {
        let text = |amount: f64| amount_text(amount, prices);
        let rows: Vec<(&str, String)> = match &self.kind {
            ItemKind::Line(line) => line_meta(line, prices),
            ItemKind::Shipping(item) => {
                let taxes = Value::array().with("total", stored_taxes(&item.taxes, prices));
                vec![
                    ("method_id", item.method_id.clone()),
                    ("instance_id", item.instance_id.clone()),
                    ("cost", price_text(item.total, prices)),
                    ("total_tax", text(item.total_tax)),
                    ("taxes", serialized(&taxes)),
                ]
            }
            ItemKind::Tax(item) => {
                let compound = if item.is_compound { "1" } else { "" };
                vec![
                    ("rate_id", item.rate_id.to_string()),
                    ("label", item.label.clone()),
                    ("compound", compound.to_owned()),
                    ("tax_amount", text(item.tax_total)),
                    ("shipping_tax_amount", text(item.shipping_tax_total)),
                    ("rate_percent", text(item.rate_percent)),
                ]
            }
            ItemKind::Coupon(item) => vec![
                ("discount_amount", text(item.discount)),
                ("discount_amount_tax", text(item.discount_tax)),
                ("coupon_info", item.info.clone()),
            ],
            ItemKind::Fee(item) => vec![
                ("_fee_amount", text(item.total)),
                ("_line_total", text(item.total)),
                ("_line_tax", text(item.total_tax)),
            ],
            ItemKind::Other(_) => Vec::new(),
        };
        let own = rows.into_iter().map(|(key, value)| (key.to_owned(), value));
        own.chain(self.meta.iter().cloned()).collect()
    }

    /// An item of its rows.
    #[expect(
        clippy::too_many_lines,
        reason = "a line for each meta of each kind of item"
    )]
    pub fn from_rows(id: i64, name: String, kind: &str, rows: &[(String, Vec<u8>)]) -> Self {
        let row = |key: &str| {
            let mut rows = rows.iter();
            let found = rows.find(|(own, _)| own == key);
            found.map_or(&b""[..], |(_, value)| value.as_slice())
        };
        let text = |key: &str| String::from_utf8_lossy(row(key)).into_owned();
        let value = |key: &str| Value::bytes(row(key));
        let number = |key: &str| value(key).to_float();
        let id_of = |key: &str| PostId(value(key).to_int());
        let taxes = |key: &str, part: &str| read_taxes(&maybe_unserialize(row(key)), part);
        let (kind, own_keys): (ItemKind, &[&str]) = match kind {
            "line_item" => {
                let reduced = rows.iter().any(|(key, _)| key == "_reduced_stock");
                let line = LineItem {
                    product_id: id_of("_product_id"),
                    variation_id: id_of("_variation_id"),
                    quantity: value("_qty").to_int(),
                    tax_class: text("_tax_class"),
                    subtotal: number("_line_subtotal"),
                    subtotal_tax: number("_line_subtotal_tax"),
                    total: number("_line_total"),
                    total_tax: number("_line_tax"),
                    taxes: LineTaxes {
                        subtotal: taxes("_line_tax_data", "subtotal"),
                        total: taxes("_line_tax_data", "total"),
                    },
                    reduced_stock: reduced.then(|| number("_reduced_stock")),
                };
                (ItemKind::Line(line), &LINE_KEYS)
            }
            "shipping" => {
                let item = ShippingItem {
                    method_id: text("method_id"),
                    instance_id: text("instance_id"),
                    total: number("cost"),
                    total_tax: number("total_tax"),
                    taxes: taxes("taxes", "total"),
                };
                (ItemKind::Shipping(item), &SHIPPING_KEYS)
            }
            "tax" => {
                let item = TaxItem {
                    rate_id: value("rate_id").to_int(),
                    label: text("label"),
                    is_compound: value("compound").to_bool(),
                    tax_total: number("tax_amount"),
                    shipping_tax_total: number("shipping_tax_amount"),
                    rate_percent: number("rate_percent"),
                };
                (ItemKind::Tax(item), &TAX_KEYS)
            }
            "coupon" => {
                let item = CouponItem {
                    discount: number("discount_amount"),
                    discount_tax: number("discount_amount_tax"),
                    info: text("coupon_info"),
                };
                (ItemKind::Coupon(item), &COUPON_KEYS)
            }
            "fee" => {
                let item = FeeItem {
                    total: number("_line_total"),
                    total_tax: number("_line_tax"),
                };
                (ItemKind::Fee(item), &FEE_KEYS)
            }
            other => (ItemKind::Other(other.to_owned()), &[]),
        };
        let meta = rows
            .iter()
            .filter(|(key, _)| !own_keys.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), String::from_utf8_lossy(value).into_owned()))
            .collect();
        Self {
            id,
            name,
            kind,
            meta,
        }
    }
}

const LINE_KEYS: [&str; 10] = [
    "_product_id",
    "_variation_id",
    "_qty",
    "_tax_class",
    "_line_subtotal",
    "_line_subtotal_tax",
    "_line_total",
    "_line_tax",
    "_line_tax_data",
    "_reduced_stock",
];
const SHIPPING_KEYS: [&str; 5] = ["method_id", "instance_id", "cost", "total_tax", "taxes"];
const TAX_KEYS: [&str; 6] = [
    "rate_id",
    "label",
    "compound",
    "tax_amount",
    "shipping_tax_amount",
    "rate_percent",
];
const COUPON_KEYS: [&str; 3] = ["discount_amount", "discount_amount_tax", "coupon_info"];
const FEE_KEYS: [&str; 3] = ["_fee_amount", "_line_total", "_line_tax"];

fn line_meta(line: &LineItem, prices: &PriceSettings) -> Vec<(&'static str, String)> {
    let text = |amount: f64| amount_text(amount, prices);
    let data = Value::array()
        .with("total", stored_taxes(&line.taxes.total, prices))
        .with("subtotal", stored_taxes(&line.taxes.subtotal, prices));
    let mut rows = vec![
        ("_product_id", line.product_id.0.to_string()),
        ("_variation_id", line.variation_id.0.to_string()),
        ("_qty", line.quantity.to_string()),
        ("_tax_class", line.tax_class.clone()),
        ("_line_subtotal", text(line.subtotal)),
        ("_line_subtotal_tax", text(line.subtotal_tax)),
        ("_line_total", text(line.total)),
        ("_line_tax", text(line.total_tax)),
        ("_line_tax_data", serialized(&data)),
    ];
    if let Some(units) = line.reduced_stock {
        rows.push(("_reduced_stock", units_text(units)));
    }
    rows
}

/// A number of units as it is stored.
pub fn units_text(units: f64) -> String {
    Value::Float(units).to_string_lossy().into_owned()
}

fn read_taxes(stored: &Value, part: &str) -> Taxes {
    let taxes = stored.at(part).iter().map(|(id, amount)| {
        let id = id.to_string_lossy().parse().unwrap_or_default();
        (TaxRateId(id), amount.to_float())
    });
    Taxes(taxes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_as_they_are_stored() {
        let prices = PriceSettings::default();
        let taxes = |amount: f64| Taxes(vec![(TaxRateId(1), amount)]);
        let line = LineItem {
            product_id: PostId(14),
            quantity: 2,
            subtotal: 19.98,
            subtotal_tax: 4.2,
            total: 19.98,
            total_tax: 4.2,
            taxes: LineTaxes {
                subtotal: taxes(4.1958),
                total: taxes(4.1958),
            },
            ..LineItem::default()
        };
        let mut item = OrderItem::new("Miel", ItemKind::Line(line));
        item.meta.push(("pa_color".to_owned(), "azul".to_owned()));
        let meta = item.stored_meta(&prices);
        let rows: Vec<_> = meta
            .iter()
            .map(|(key, value)| (key.clone(), value.clone().into_bytes()))
            .collect();
        let data = "a:2:{s:5:\"total\";a:1:{i:1;s:6:\"4.1958\";}s:8:\"subtotal\";a:1:{i:1;s:6:\"4.1958\";}}";
        assert_eq!(meta[8], ("_line_tax_data".to_owned(), data.to_owned()));
        assert_eq!(meta[4].1, "19.98");
        let read = OrderItem::from_rows(0, "Miel".to_owned(), "line_item", &rows);
        assert_eq!(read, item);
    }
}
