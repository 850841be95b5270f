//! What the content of a page shows of a shop, as the column of a page builder found it there.
//!
//! The builder's column fills it while a page is loaded; the shop's column loads what it names. A page without a builder
//! has none.

use super::post::PostId;
use super::shortcode::Atts;

/// A list of products: the attributes of the shop's shortcode for lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShopList {
    /// The attributes.
    pub atts: Atts,
    /// Products left out at the beginning.
    pub offset: i64,
}

/// The product that an element shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ShopProduct {
    /// That of the page.
    #[default]
    Current,
    /// The newest.
    Latest,
    /// One by its id.
    Id(PostId),
}

impl ShopProduct {
    /// The product that a stored value names: `current`, `latest` or an id.
    pub fn of(value: &str) -> Self {
        match value.trim() {
            "" | "current" => Self::Current,
            "latest" => Self::Latest,
            id => Self::Id(PostId(id.parse().unwrap_or_default())),
        }
    }
}

/// What the content shows of a shop.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShopContent {
    /// Whether it shows anything of a shop.
    pub is_shown: bool,
    /// Whether it shows the visitor's cart.
    pub has_cart: bool,
    /// Whether it shows the checkout.
    pub has_checkout: bool,
    /// Whether it prints the visitor's notices itself.
    pub has_notices: bool,
    /// Lists of products.
    pub lists: Vec<ShopList>,
    /// Products other than that of the page.
    pub products: Vec<ShopProduct>,
    /// The most products like another one that an element shows.
    pub related: usize,
}

crate::type_map_entry!(ShopContent);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_that_of_the_page_the_newest_or_one_by_its_id() {
        let products = ["", "current", "latest", " 15 ", "no-existe"].map(ShopProduct::of);
        assert_eq!(products[..2], [ShopProduct::Current; 2]);
        assert_eq!(products[2], ShopProduct::Latest);
        assert_eq!(products[3], ShopProduct::Id(PostId(15)));
        assert_eq!(products[4], ShopProduct::Id(PostId(0)));
    }
}
