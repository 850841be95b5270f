//! The price of a product as lists and its page print it.
//!
//! Contract "woocommerce", section 4 (`get_price_html`).

use super::display_price::DisplayTaxes;
use super::money::{PriceSettings, wc_format_price_range, wc_format_sale_price};
use super::product::variations::VariationPrices;
use super::product::{Product, ProductType, Products};
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::options::Options;

/// What prices are printed with.
#[derive(Clone, Copy)]
pub struct PriceContext<'a> {
    /// The products, with variations and products of groups.
    pub products: &'a Products,
    /// The shop's options.
    pub options: &'a Options,
    /// How amounts are written.
    pub settings: &'a PriceSettings,
    /// The shop's taxes.
    pub taxes: &'a DisplayTaxes,
    /// The domain `woocommerce`.
    pub texts: TextDomain<'a>,
    /// Unix time, for sales.
    pub now: i64,
}

impl PriceContext<'_> {
    /// The price of a product; empty when it has none.
    pub fn price_html(&self, product: &Product) -> String {
        match product.kind {
            ProductType::Variable => self.variable(product),
            ProductType::Grouped => self.grouped(product),
            _ => self.single(product),
        }
    }

    /// The amount of a stored price of a product as the shop shows it.
    pub fn amount(&self, product: &Product, price: &str) -> f64 {
        let price = price.parse().unwrap_or(0.0);
        self.taxes.shown(product, price, self.settings)
    }

    /// `get_price_suffix`: the shop's text behind prices, with the price in it where it asks for one.
    fn suffix(&self, product: &Product, price: &str) -> String {
        let text = self.taxes.suffix(self.options, product);
        if text.is_empty() {
            return text;
        }
        let price = price.parse().unwrap_or(0.0);
        let (taxes, money) = (self.taxes, self.settings);
        let with = money.price(taxes.including(product, price, money));
        let without = money.price(taxes.excluding(product, price, money));
        let text = text.replace("{price_including_tax}", &with);
        let text = text.replace("{price_excluding_tax}", &without);
        format!(" <small class=\"woocommerce-price-suffix\">{text}</small>")
    }

    fn single(&self, product: &Product) -> String {
        if product.price.is_empty() {
            return String::new();
        }
        let price = self.amount(product, &product.price);
        let suffix = self.suffix(product, &product.price);
        if product.is_on_sale(self.products, self.options, self.now) {
            let regular = self.amount(product, &product.regular_price);
            return self.sale(regular, price) + &suffix;
        }
        self.settings.price(price) + &suffix
    }

    fn variable(&self, product: &Product) -> String {
        let prices = VariationPrices::of(product, self.products, self.options);
        let Some((lowest, highest)) = prices.range() else {
            return String::new();
        };
        let from = self.amount(lowest, &lowest.price);
        let to = self.amount(highest, &highest.price);
        let suffix = self.suffix(product, &lowest.price);
        if !prices.is_single() {
            return wc_format_price_range(from, to, self.settings, self.texts) + &suffix;
        }
        if let Some((_, regular)) = prices.regular_range()
            && prices.is_on_sale()
            && prices.has_single_regular()
        {
            let regular = self.amount(regular, &regular.regular_price);
            return self.sale(regular, from) + &suffix;
        }
        self.settings.price(from) + &suffix
    }

    fn grouped(&self, product: &Product) -> String {
        let listed = self
            .products
            .children_of(product)
            .filter(|child| child.is_visible(self.options, false, false));
        let prices: Vec<f64> = listed.flat_map(|child| self.prices_of(child)).collect();
        let lowest = prices.iter().copied().reduce(f64::min);
        let highest = prices.iter().copied().reduce(f64::max);
        match (lowest, highest) {
            (Some(from), Some(to)) if from < to => {
                wc_format_price_range(from, to, self.settings, self.texts)
            }
            (Some(0.0), _) => self.texts.translate("Free!").to_owned(),
            (Some(from), _) => self.settings.price(from),
            _ => String::new(),
        }
    }

    /// The prices of a product of a group: those of its variations, or its own.
    fn prices_of(&self, child: &Product) -> Vec<f64> {
        if child.kind == ProductType::Variable {
            let prices = VariationPrices::of(child, self.products, self.options);
            let ends = prices.range().map(|(a, b)| [a, b]);
            let ends = ends.into_iter().flatten();
            return ends.map(|v| self.amount(v, &v.price)).collect();
        }
        let price = Some(&child.price).filter(|p| !p.is_empty());
        price.map(|p| self.amount(child, p)).into_iter().collect()
    }

    fn sale(&self, regular: f64, sale: f64) -> String {
        wc_format_sale_price(regular, sale, self.settings, self.texts)
    }
}
