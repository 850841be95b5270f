//! What the cart has to know of a product.
//!
//! A plain value: whoever loads products makes it, and the rules of the cart are tested without a database.

use super::product::{ProductType, TaxStatus};
use super::shipping::ShippingClass;
use crate::wordpress::post::PostId;
use crate::wordpress::taxonomy::TermId;

/// How much of a product there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    /// The product whose stock it is: a variation's own, or the variable product.
    pub managed_by: PostId,
    /// Units.
    pub quantity: i64,
    /// Units of them that other orders which are being placed hold (contract, section 13.4).
    pub reserved: i64,
    /// Whether more may be ordered than there is.
    pub backorders_allowed: bool,
}

/// An attribute that a variation has, or that the visitor chooses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VariationAttribute {
    /// Name in forms: `attribute_pa_color`.
    pub key: String,
    /// Shown to customers.
    pub label: String,
    /// Whether its values are terms: then they are slugs.
    pub is_taxonomy: bool,
    /// The variation's value; empty: any of `options`.
    pub value: String,
    /// The values that the variable product offers.
    pub options: Vec<String>,
}

/// A product or a variation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CartProduct {
    /// Its post; of a variation the variation's.
    pub id: PostId,
    /// Of a variation: the variable product.
    pub parent_id: PostId,
    /// What it is.
    pub kind: ProductType,
    /// Shown to customers; of a variation with its values.
    pub name: String,
    /// Its page.
    pub permalink: String,
    /// Its price; `None`: it has none and cannot be bought.
    pub price: Option<f64>,
    /// Whether price and shipping are taxed.
    pub tax_status: TaxStatus,
    /// Slug; empty: the standard class.
    pub tax_class: String,
    /// Whether it is not sent.
    pub is_virtual: bool,
    /// Of its own or of the variable product.
    pub shipping_class: Option<ShippingClass>,
    /// In the shop's unit.
    pub weight: Option<f64>,
    /// Length, width, height in the shop's unit.
    pub dimensions: [Option<f64>; 3],
    /// Categories, of a variation those of the variable product, with all that they are below.
    pub category_ids: Vec<TermId>,
    /// Whether its price is that of a sale.
    pub is_on_sale: bool,
    /// Whether the visitor may buy it: published, with a price, of a type that can be bought.
    pub is_purchasable: bool,
    /// Whether it is in stock, or may be ordered without being.
    pub is_in_stock: bool,
    /// Whether a cart holds at most one of it.
    pub is_sold_individually: bool,
    /// Its stock, when it is counted.
    pub stock: Option<Stock>,
    /// Of a variation: attributes in the order of the variable product.
    pub attributes: Vec<VariationAttribute>,
}

impl CartProduct {
    /// The product that the cart counts as its own: of a variation the variable product.
    pub fn product_id(&self) -> PostId {
        match self.kind {
            ProductType::Variation => self.parent_id,
            _ => self.id,
        }
    }

    /// The variation, 0 for other products.
    pub fn variation_id(&self) -> PostId {
        match self.kind {
            ProductType::Variation => self.id,
            _ => PostId(0),
        }
    }

    /// Whether so many units can be had.
    pub fn has_enough_stock(&self, quantity: i64) -> bool {
        let stock = self.stock.as_ref();
        stock.is_none_or(|stock| stock.backorders_allowed || stock.quantity >= quantity)
    }

    /// The product whose stock is used up.
    pub fn stock_holder(&self) -> PostId {
        self.stock
            .as_ref()
            .map_or(self.id, |stock| stock.managed_by)
    }
}
