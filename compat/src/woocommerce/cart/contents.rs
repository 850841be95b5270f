//! The cart: its lines, what was taken out of it, its coupons.

use super::item_key::{cart_hash, cart_item_data_hash};
use super::line::CartLine;
use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::product::ProductType;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::PostId;

/// Where the cart finds its products.
pub trait Products {
    /// A product or variation that exists and is not in the trash.
    fn product(&self, id: PostId) -> Option<&CartProduct>;
}

impl Products for Vec<CartProduct> {
    fn product(&self, id: PostId) -> Option<&CartProduct> {
        self.iter().find(|product| product.id == id)
    }
}

/// The cart of a visitor.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cart {
    /// Lines in the order in which they were added.
    pub lines: Vec<CartLine>,
    /// Lines that were removed and may be put back.
    pub removed: Vec<CartLine>,
    /// Codes of the coupons in the order in which they were applied.
    pub coupons: Vec<String>,
}

impl Cart {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Units of all lines.
    pub fn contents_count(&self) -> i64 {
        let lines = self.lines.iter();
        lines.fold(0, |sum, line| sum.saturating_add(line.quantity))
    }

    /// A line.
    pub fn line(&self, key: &str) -> Option<&CartLine> {
        self.lines.iter().find(|line| line.key == key)
    }

    pub(super) fn line_mut(&mut self, key: &str) -> Option<&mut CartLine> {
        self.lines.iter_mut().find(|line| line.key == key)
    }

    /// Units of all lines that use up the stock of a product.
    pub fn quantity_of_stock(&self, holder: PostId, products: &dyn Products) -> i64 {
        let lines = self.lines.iter().filter(|line| {
            let product = products.product(line.bought());
            product.is_some_and(|product| product.stock_holder() == holder)
        });
        lines.fold(0, |sum, line| sum.saturating_add(line.quantity))
    }

    /// Takes everything out, coupons too.
    pub fn empty(&mut self) {
        *self = Self::default();
    }

    /// The lines as the session stores them.
    pub fn stored_lines(&self) -> Array {
        stored(&self.lines)
    }

    /// The removed lines as the session stores them.
    pub fn stored_removed(&self) -> Array {
        stored(&self.removed)
    }

    /// Lines of a stored value; what is no line is left out.
    pub fn lines_of(value: &Value) -> Vec<CartLine> {
        let lines = value.iter();
        let lines =
            lines.filter_map(|(key, line)| CartLine::from_value(&key.to_string_lossy(), line));
        lines.collect()
    }

    /// `get_cart_hash`; `total` as stored.
    pub fn hash(&self, total: &str) -> String {
        cart_hash(&self.stored_lines(), total)
    }
}

fn stored(lines: &[CartLine]) -> Array {
    lines.iter().fold(Array::new(), |stored, line| {
        stored.with(line.key.as_str(), line.to_value())
    })
}

/// `wc_get_cart_item_data_hash` of a product.
pub fn data_hash(product: &CartProduct) -> String {
    match product.kind {
        ProductType::Variation => {
            let attributes = product.attributes.iter();
            let attributes = attributes.map(|own| (own.key.clone(), own.value.clone()));
            cart_item_data_hash("variation", Some(&attributes.collect::<Vec<_>>()))
        }
        kind => cart_item_data_hash(kind.name(), None),
    }
}
