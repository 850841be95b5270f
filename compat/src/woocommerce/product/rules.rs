//! What may be shown and sold of a product.
//!
//! Contract "woocommerce", sections 2.1, 5 and 6.4.

use super::fields::{CatalogVisibility, Product, ProductType, TaxStatus};
use super::load::Products;
use super::variations::VariationPrices;
use crate::wordpress::options::Options;

impl Product {
    /// `is_on_sale`: the sale price is below the regular one, at this Unix time. A variable product is when its lowest
    /// price is a sale price, a grouped one when one of its products is.
    pub fn is_on_sale(&self, products: &Products, options: &Options, now: i64) -> bool {
        match self.kind {
            ProductType::Variable => VariationPrices::of(self, products, options).is_on_sale(),
            ProductType::Grouped => products
                .children_of(self)
                .any(|child| child.is_on_sale(products, options, now)),
            _ => self.has_sale_price(now),
        }
    }

    fn has_sale_price(&self, now: i64) -> bool {
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
        !self.sale_price.is_empty()
            && number(&self.regular_price) > number(&self.sale_price)
            && self.sale_from.is_none_or(|from| from <= now)
            && self.sale_to.is_none_or(|to| to >= now)
    }

    /// `is_purchasable`. `may_edit`: the visitor may edit products, and buys unpublished ones.
    pub fn is_purchasable(&self, may_edit: bool) -> bool {
        let is_public = |status: &str| status == "publish" || may_edit;
        match self.kind {
            ProductType::External | ProductType::Grouped => false,
            ProductType::Variation => {
                let parent = self.parent_status.as_deref().unwrap_or_default();
                is_public(&self.post.status) && is_public(parent) && !self.price.is_empty()
            }
            ProductType::Simple | ProductType::Variable => {
                is_public(&self.post.status) && !self.price.is_empty()
            }
        }
    }

    /// `is_visible`: whether lists may show the product; `is_search` for lists of search results.
    pub fn is_visible(&self, options: &Options, is_search: bool, may_edit: bool) -> bool {
        let is_listed = match self.visibility {
            CatalogVisibility::Visible => true,
            CatalogVisibility::Search => is_search,
            CatalogVisibility::Catalog => !is_search,
            CatalogVisibility::Hidden => false,
        };
        let is_public = |status: &str| status == "publish" || (may_edit && status != "trash");
        let parent = self.parent_status.as_deref();
        is_listed
            && is_public(&self.post.status)
            && parent.is_none_or(is_public)
            && (options.text("woocommerce_hide_out_of_stock_items") != "yes" || self.is_in_stock())
    }

    /// `variation_is_visible`: enabled and with a price.
    pub fn is_visible_variation(&self) -> bool {
        self.post.is_published() && !self.price.is_empty()
    }

    /// `needs_shipping`.
    pub fn needs_shipping(&self) -> bool {
        !self.is_virtual && self.kind != ProductType::External && self.kind != ProductType::Grouped
    }

    /// `is_taxable`.
    pub fn is_taxable(&self, options: &Options) -> bool {
        self.tax_status == TaxStatus::Taxable && options.text("woocommerce_calc_taxes") == "yes"
    }

    /// `is_shipping_taxable`; the shop's taxes may be off.
    pub fn is_shipping_taxable(&self) -> bool {
        !self.is_virtual && self.tax_status != TaxStatus::None
    }

    /// `supports( 'ajax_add_to_cart' )`.
    pub fn supports_ajax_add_to_cart(&self) -> bool {
        self.kind == ProductType::Simple
    }

    /// `has_options`.
    pub fn has_options(&self) -> bool {
        self.kind == ProductType::Variable
    }
}
