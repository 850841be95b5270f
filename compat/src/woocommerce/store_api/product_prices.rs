//! What a product costs, as the Store API tells it.
//!
//! Contract "woocommerce-store-api", section 2.4.

use crate::woocommerce::display_price::DisplayTaxes;
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::product::variations::VariationPrices;
use crate::woocommerce::product::{Product, ProductType, Products};
use crate::wordpress::options::Options;

/// Prices in the currency.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ProductPrices {
    /// What is asked now.
    pub price: f64,
    /// Without a sale.
    pub regular_price: f64,
    /// In a sale.
    pub sale_price: f64,
    /// The lowest and the highest, of products that have several.
    pub range: Option<(f64, f64)>,
}

/// What prices are made with.
#[derive(Clone, Copy)]
pub struct PriceSource<'a> {
    /// The products, with variations and products of groups.
    pub products: &'a Products,
    /// The shop's options.
    pub options: &'a Options,
    /// How amounts are rounded.
    pub money: &'a PriceSettings,
    /// Whether prices are shown with taxes, and with which.
    pub taxes: &'a DisplayTaxes,
}

impl PriceSource<'_> {
    /// The prices of a product.
    pub fn prices(&self, product: &Product) -> ProductPrices {
        match product.kind {
            ProductType::Variable => self.variable(product),
            ProductType::Grouped => self.grouped(product),
            _ => self.single(product),
        }
    }

    fn shown(&self, product: &Product, price: f64) -> f64 {
        self.taxes.shown(product, price, self.money)
    }

    fn single(&self, product: &Product) -> ProductPrices {
        let own = |text: &str| text.parse::<f64>().ok();
        let price = own(&product.price).unwrap_or_default();
        let shown = |price: Option<f64>, or: f64| self.shown(product, price.unwrap_or(or));
        ProductPrices {
            price: shown(None, price),
            regular_price: shown(own(&product.regular_price), price),
            sale_price: shown(own(&product.sale_price), price),
            range: None,
        }
    }

    fn variable(&self, product: &Product) -> ProductPrices {
        let prices = VariationPrices::of(product, self.products, self.options);
        let stored = |text: &str| text.parse().unwrap_or_default();
        let (Some((lowest, highest)), Some((regular, _)), Some((sale, sale_price))) =
            (prices.range(), prices.regular_range(), prices.lowest_sale())
        else {
            return ProductPrices::default();
        };
        let price = self.shown(lowest, stored(&lowest.price));
        let most = self.shown(highest, stored(&highest.price));
        ProductPrices {
            price,
            regular_price: self.shown(regular, stored(&regular.regular_price)),
            sale_price: self.shown(sale, sale_price),
            range: (!prices.is_single()).then_some((price, most)),
        }
    }

    fn grouped(&self, product: &Product) -> ProductPrices {
        let children = self.products.children_of(product);
        let children = children.filter(|child| child.is_visible(self.options, false, false));
        let of_each: Vec<_> = children
            .filter(|child| !child.price.is_empty() || child.kind == ProductType::Variable)
            .map(|child| self.prices(child))
            .collect();
        let cheapest = of_each.iter().min_by(|a, b| a.price.total_cmp(&b.price));
        let Some(cheapest) = cheapest else {
            return ProductPrices::default();
        };
        let highest = of_each
            .iter()
            .map(|own| own.range.map_or(own.price, |(_, most)| most));
        let highest = highest.fold(cheapest.price, f64::max);
        ProductPrices {
            range: Some((cheapest.price, highest)),
            ..*cheapest
        }
    }
}
