//! What a page with the cart's or the checkout's block tells the plugin's scripts.
//!
//! Contract "woocommerce-store-api", sections 11.4 and 11.5.

use memchr::memmem;

use crate::type_map_entry;
use crate::wordpress::php::Value;

/// The blocks whose pages run on the Store API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShopBlock {
    /// `woocommerce/cart`.
    Cart,
    /// `woocommerce/checkout`.
    Checkout,
}

impl ShopBlock {
    /// The word in its handles and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cart => "cart",
            Self::Checkout => "checkout",
        }
    }

    /// Whether a stored content has the block.
    pub fn is_in(self, content: &str) -> bool {
        let mark = match self {
            Self::Cart => "<!-- wp:woocommerce/cart",
            Self::Checkout => "<!-- wp:woocommerce/checkout",
        };
        // Inner blocks have longer names: `woocommerce/cart-totals-block`.
        let mut places = memmem::find_iter(content.as_bytes(), mark);
        places.any(|at| {
            let behind = content.get(at + mark.len()..).unwrap_or_default();
            behind.starts_with([' ', '\n', '\r', '\t'])
        })
    }
}

/// Answers of the API that a page brings with it.
#[derive(Debug, Clone, Default)]
pub struct BlockPageData {
    /// `body` and `headers` of the answers by their paths.
    pub preloads: Value,
    /// The draft, or why there is none; null on pages without the checkout's block.
    pub checkout: Value,
    /// The nonce of the API.
    pub nonce: String,
    /// Whether a zone of the shop has a method of delivery.
    pub has_shipping_methods: bool,
}

type_map_entry!(BlockPageData);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_blocks_are_not_the_block() {
        assert!(ShopBlock::Cart.is_in("<!-- wp:woocommerce/cart {\"align\":\"wide\"} -->"));
        assert!(ShopBlock::Cart.is_in("<p></p><!-- wp:woocommerce/cart -->"));
        assert!(!ShopBlock::Cart.is_in("<!-- wp:woocommerce/cart-totals-block -->"));
        assert!(!ShopBlock::Cart.is_in("<!-- wp:woocommerce/checkout -->"));
        assert!(ShopBlock::Checkout.is_in("<!-- wp:woocommerce/checkout -->"));
        assert!(!ShopBlock::Checkout.is_in("<!-- /wp:woocommerce/checkout -->"));
    }
}
