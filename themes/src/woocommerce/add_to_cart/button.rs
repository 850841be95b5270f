//! The button of a product's form.

use compat::woocommerce::product::{Product, ProductType};

use crate::woocommerce::list_button::add_to_cart_text;
use crate::woocommerce::shop::Shop;

/// The text of the button on a product's page (`single_add_to_cart_text`).
pub fn button_text(shop: &Shop, product: &Product) -> String {
    match product.kind {
        ProductType::External => add_to_cart_text(shop, product),
        _ => shop.text("Add to cart"),
    }
}
