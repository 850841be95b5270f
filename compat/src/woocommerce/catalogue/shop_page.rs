//! Which page of the catalogue a query shows.

use std::sync::Arc;

use crate::wordpress::query::{MainQuery, QueriedObject, Query};
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::Term;

/// A page of the catalogue.
#[derive(Debug, Clone)]
pub enum ShopPage {
    /// All products (`is_shop`), or a search among them.
    Shop,
    /// The products of a term (`is_product_taxonomy`).
    Term(Arc<Term>),
    /// One product (`is_product`).
    Product,
}

impl ShopPage {
    /// The page that a query shows; `None` for pages outside of the catalogue, and for what is not found.
    pub fn of(query: &MainQuery) -> Option<Self> {
        let is = &query.is;
        if is.is_404 || is.is_feed || is.is_embed {
            return None;
        }
        if is.is_singular {
            let post = query.queried_post()?;
            return (post.post_type == "product").then_some(Self::Product);
        }
        match &query.queried_object {
            Some(QueriedObject::Term(term)) if is.is_tax => {
                is_product_taxonomy(&term.taxonomy).then(|| Self::Term(Arc::clone(term)))
            }
            Some(QueriedObject::PostType(name)) => (*name == "product").then_some(Self::Shop),
            _ => None,
        }
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        !matches!(self, Self::Product)
    }
}

/// Whether a taxonomy is one of products.
pub fn is_product_taxonomy(name: &str) -> bool {
    matches!(name, "product_brand" | "product_cat" | "product_tag") || name.starts_with("pa_")
}

/// Whether a query lists products: the shop, a search in it, or a product taxonomy.
pub fn is_shop_list(query: &Query) -> bool {
    query.is.is_post_type_archive && query.vars.text("post_type") == "product"
        || query.is.is_tax && query.tax.iter().any(|c| is_product_taxonomy(&c.taxonomy))
}

/// What a list shows: products, the categories below, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListDisplay {
    /// Products.
    #[default]
    Products,
    /// Categories.
    Subcategories,
    /// Categories, then products.
    Both,
}

impl ListDisplay {
    /// A stored value; `default` for an empty one.
    pub fn of(stored: &str, default: Self) -> Self {
        match stored {
            "products" => Self::Products,
            "subcategories" => Self::Subcategories,
            "both" => Self::Both,
            _ => default,
        }
    }

    /// The shop's own setting for the shop page, or for categories.
    pub fn of_shop(site: &Site, is_category: bool) -> Self {
        let option = if is_category {
            "woocommerce_category_archive_display"
        } else {
            "woocommerce_shop_page_display"
        };
        Self::of(&site.options.text(option), Self::Products)
    }
}
