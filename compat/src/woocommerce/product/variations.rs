//! The variations of a variable product: their prices, and the one that a choice of attributes names.
//!
//! Contract "woocommerce", sections 4 and 6.4.

use std::sync::Arc;

use super::fields::{Product, ProductType};
use super::load::Products;
use crate::wordpress::options::Options;

/// The variations with a price, lowest first.
#[derive(Debug, Clone, Default)]
pub struct VariationPrices {
    /// Price, regular price and sale price (the regular one without a sale), and the variation.
    rows: Vec<(f64, f64, f64, Arc<Product>)>,
}

impl VariationPrices {
    /// The prices of a variable product's visible variations.
    pub fn of(product: &Product, products: &Products, options: &Options) -> Self {
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        let mut rows: Vec<_> = visible(product, products, options)
            .map(|v| {
                let (price, regular) = (number(&v.price), number(&v.regular_price));
                // A sale price that is not asked yet does not count.
                let is_asked = !v.sale_price.is_empty() && number(&v.sale_price) == price;
                let sale = if is_asked { price } else { regular };
                (price, regular, sale, Arc::clone(v))
            })
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { rows }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The variations with the lowest and the highest price.
    pub fn range(&self) -> Option<(&Arc<Product>, &Arc<Product>)> {
        Some((&self.rows.first()?.3, &self.rows.last()?.3))
    }

    /// The variations with the lowest and the highest regular price.
    pub fn regular_range(&self) -> Option<(&Arc<Product>, &Arc<Product>)> {
        let lowest = self.rows.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let highest = self.rows.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((&lowest.3, &highest.3))
    }

    /// The variation with the lowest sale price, and that price: the regular one of a variation without a sale.
    pub fn lowest_sale(&self) -> Option<(&Arc<Product>, f64)> {
        let lowest = self.rows.iter().min_by(|a, b| a.2.total_cmp(&b.2))?;
        Some((&lowest.3, lowest.2))
    }

    /// Whether all cost the same.
    pub fn is_single(&self) -> bool {
        let [first, .., last] = self.rows.as_slice() else {
            return true;
        };
        first.0 == last.0
    }

    /// Whether all have the same regular price.
    pub fn has_single_regular(&self) -> bool {
        self.rows.windows(2).all(|pair| pair[0].1 == pair[1].1)
    }

    /// Whether sale prices are asked: they differ from the regular ones, and are the prices.
    pub fn is_on_sale(&self) -> bool {
        self.rows.iter().any(|row| row.1 != row.2) && self.rows.iter().all(|row| row.2 == row.0)
    }
}

/// The variations that count for prices and forms: enabled, with a price, and in stock where the shop hides others.
pub fn visible<'a>(
    product: &'a Product,
    products: &'a Products,
    options: &Options,
) -> impl Iterator<Item = &'a Arc<Product>> {
    let hides = options.text("woocommerce_hide_out_of_stock_items") == "yes";
    let is_variable = product.kind == ProductType::Variable;
    products
        .children_of(product)
        .filter(move |v| is_variable && v.is_visible_variation() && (!hides || v.is_in_stock()))
}

/// The first enabled variation that a choice of values by attribute key names (`find_matching_product_variation`).
pub fn matching<'a>(
    product: &'a Product,
    products: &'a Products,
    chosen: impl Fn(&str) -> Option<String>,
) -> Option<&'a Arc<Product>> {
    let fits = |(key, wanted): &(String, String)| match chosen(key) {
        Some(value) => wanted.is_empty() || *wanted == value,
        None => wanted.is_empty(),
    };
    products
        .children_of(product)
        .filter(|v| v.post.is_published())
        .find(|v| v.variation_attributes.iter().all(fits))
}
