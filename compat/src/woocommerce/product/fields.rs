//! What a product holds.
//!
//! Contract "woocommerce", section 2.1.

use std::sync::Arc;

use super::attribute::ProductAttribute;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::taxonomy::{Term, TermId};

/// `product_type`, and the post type of variations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProductType {
    /// One thing to buy.
    #[default]
    Simple,
    /// Sold as one of its variations.
    Variable,
    /// A list of other products.
    Grouped,
    /// Sold elsewhere.
    External,
    /// One of a variable product's variations.
    Variation,
}

impl ProductType {
    /// The term of `product_type`; types of extensions are simple.
    pub fn of(slug: &str) -> Self {
        match slug {
            "variable" => Self::Variable,
            "grouped" => Self::Grouped,
            "external" => Self::External,
            _ => Self::Simple,
        }
    }

    /// The name, as classes have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Variable => "variable",
            Self::Grouped => "grouped",
            Self::External => "external",
            Self::Variation => "variation",
        }
    }
}

/// `_stock_status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StockStatus {
    /// In stock.
    #[default]
    InStock,
    /// Out of stock.
    OutOfStock,
    /// Sold before it arrives.
    OnBackorder,
}

impl StockStatus {
    /// The stored text, which is also a class.
    pub fn name(self) -> &'static str {
        match self {
            Self::InStock => "instock",
            Self::OutOfStock => "outofstock",
            Self::OnBackorder => "onbackorder",
        }
    }
}

/// `_backorders`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backorders {
    /// Not accepted.
    #[default]
    No,
    /// Accepted, and the visitor is told.
    Notify,
    /// Accepted.
    Yes,
}

/// Whose number in stock counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ManageStock {
    /// Nobody counts.
    #[default]
    No,
    /// The product's own.
    Yes,
    /// The variable product's, for all its variations that do not count themselves.
    Parent,
}

/// `_tax_status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TaxStatus {
    /// Product and shipping.
    #[default]
    Taxable,
    /// Shipping only.
    Shipping,
    /// Neither.
    None,
}

impl TaxStatus {
    /// The status of the meta; an unknown one is the default.
    pub fn of(stored: &str) -> Self {
        match stored {
            "shipping" => Self::Shipping,
            "none" => Self::None,
            _ => Self::Taxable,
        }
    }
}

/// Where a product is listed (terms of `product_visibility`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CatalogVisibility {
    /// In the shop and in searches.
    #[default]
    Visible,
    /// In the shop.
    Catalog,
    /// In searches.
    Search,
    /// Nowhere.
    Hidden,
}

/// The stock of a product.
#[derive(Debug, Clone, Default)]
pub struct Stock {
    /// Whose number counts.
    pub managed: ManageStock,
    /// The number, in the unit of the shop; a variation that uses its parent's has that one.
    pub quantity: Option<f64>,
    /// The stored status.
    pub status: StockStatus,
    /// Whether it may be sold when there is none.
    pub backorders: Backorders,
    /// The number from which on the stock is low; `None` for the shop's.
    pub low_amount: Option<f64>,
}

/// The sizes of a product in the shop's units, as stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dimensions {
    /// Length.
    pub length: String,
    /// Width.
    pub width: String,
    /// Height.
    pub height: String,
}

/// Its reviews in numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rating {
    /// The mean, with two digits: `0` or `4.50`.
    pub average: String,
    /// Number of reviews with stars, by stars.
    pub counts: Vec<(i64, i64)>,
    /// Number of reviews.
    pub reviews: i64,
}

impl Rating {
    /// Number of reviews with stars.
    pub fn count(&self) -> i64 {
        self.counts.iter().map(|(_, n)| n).sum()
    }

    /// The mean as a number of stars.
    pub fn stars(&self) -> f64 {
        self.average.parse().unwrap_or(0.0)
    }
}

/// Where an external product is sold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExternalLink {
    /// The address.
    pub url: String,
    /// The button's text; empty for the default one.
    pub button_text: String,
}

/// A product or a variation. A variation holds what it takes over from its variable product.
#[derive(Debug, Clone, Default)]
pub struct Product {
    /// The row.
    pub post: Arc<Post>,
    /// Its type.
    pub kind: ProductType,
    /// `_sku`.
    pub sku: String,
    /// `_global_unique_id`.
    pub global_unique_id: String,
    /// `_price`: the price asked now; empty when it cannot be bought.
    pub price: String,
    /// All rows of `_price`: a variable product's distinct ones, a grouped product's lowest and highest.
    pub prices: Vec<String>,
    /// `_regular_price`.
    pub regular_price: String,
    /// `_sale_price`.
    pub sale_price: String,
    /// Unix time from which the sale price holds.
    pub sale_from: Option<i64>,
    /// Unix time up to which it holds.
    pub sale_to: Option<i64>,
    /// `total_sales`.
    pub total_sales: i64,
    /// `_tax_status`.
    pub tax_status: TaxStatus,
    /// `_tax_class`: a slug, empty for the standard rate.
    pub tax_class: String,
    /// The stock.
    pub stock: Stock,
    /// `_sold_individually`: at most one in an order.
    pub is_sold_individually: bool,
    /// `_virtual`: nothing is shipped.
    pub is_virtual: bool,
    /// `_downloadable`.
    pub is_downloadable: bool,
    /// `_weight`.
    pub weight: String,
    /// `_length`, `_width`, `_height`.
    pub dimensions: Dimensions,
    /// The term of `product_shipping_class`.
    pub shipping_class: Option<Arc<Term>>,
    /// `_upsell_ids`.
    pub upsells: Vec<PostId>,
    /// `_crosssell_ids`.
    pub cross_sells: Vec<PostId>,
    /// A grouped product's products, a variable product's variations, enabled or not.
    pub children: Vec<PostId>,
    /// `_product_attributes`, in their order.
    pub attributes: Vec<ProductAttribute>,
    /// `_default_attributes`: the variation chosen at first, by the attributes' keys.
    pub default_attributes: Vec<(String, String)>,
    /// A variation's values by the attributes' keys; an empty one stands for any value.
    pub variation_attributes: Vec<(String, String)>,
    /// `_variation_description`.
    pub variation_description: String,
    /// The status of the variable product, for a variation.
    pub parent_status: Option<String>,
    /// The variable product's name, for a variation.
    pub parent_title: String,
    /// An external product's shop.
    pub external: ExternalLink,
    /// `_purchase_note`.
    pub purchase_note: String,
    /// `_thumbnail_id`, 0 for none.
    pub image_id: i64,
    /// `_product_image_gallery`.
    pub gallery_image_ids: Vec<i64>,
    /// The reviews.
    pub rating: Rating,
    /// Where it is listed.
    pub visibility: CatalogVisibility,
    /// Whether it is featured.
    pub is_featured: bool,
    /// Its terms in all taxonomies, by name.
    pub terms: Vec<Arc<Term>>,
}

impl Product {
    /// Its id.
    pub fn id(&self) -> PostId {
        self.post.id
    }

    /// Its name.
    pub fn title(&self) -> &str {
        &self.post.title
    }

    /// The id of the product with the address: the variable product of a variation, else its own.
    pub fn page_id(&self) -> PostId {
        if self.kind == ProductType::Variation {
            self.post.parent
        } else {
            self.post.id
        }
    }

    /// Its terms in a taxonomy.
    pub fn terms_of<'a>(&'a self, taxonomy: &'a str) -> impl Iterator<Item = &'a Arc<Term>> {
        self.terms.iter().filter(move |t| t.taxonomy == taxonomy)
    }

    /// Ids of its terms in a taxonomy.
    pub fn term_ids(&self, taxonomy: &str) -> Vec<TermId> {
        self.terms_of(taxonomy).map(|t| t.term_id).collect()
    }

    /// An attribute by its key (`pa_color`, `material`).
    pub fn attribute(&self, key: &str) -> Option<&ProductAttribute> {
        self.attributes.iter().find(|a| a.key == key)
    }
}
