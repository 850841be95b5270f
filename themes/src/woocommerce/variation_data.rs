//! The object of a variation for the script of its product's form.

use compat::woocommerce::product::Product;
use compat::wordpress::php::json::wp_json_encode;

use super::add_to_cart::variation::available_variation;
use super::shop::Shop;
use crate::wordpress::view::Page;

/// The object as JSON.
pub fn variation_data(page: &mut Page, product: &Product, variation: &Product) -> String {
    let shop = Shop::of(&page.view);
    let data = available_variation(page, &shop, product, variation);
    wp_json_encode(&data, 0).unwrap_or_default()
}
