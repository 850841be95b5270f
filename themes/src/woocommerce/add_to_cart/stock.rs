//! The line about the stock.
//!
//! Contract "woocommerce", section 6.4.

use compat::woocommerce::product::Product;
use compat::woocommerce::product::stock::Availability;
use compat::wordpress::php::float::to_php_string;

use crate::woocommerce::shop::Shop;

/// `wc_get_stock_html`: the line about the stock; empty when nothing is said.
pub fn stock_html(shop: &Shop, product: &Product) -> String {
    let class = product.availability_class(shop.options());
    let text = availability_text(shop, product);
    text.map_or_else(String::new, |text| {
        format!("<p class=\"stock {class}\">{text}</p>\n")
    })
}

/// What is said about the stock; `None` for nothing.
pub fn availability_text(shop: &Shop, product: &Product) -> Option<String> {
    let number = |quantity: f64| to_php_string(quantity);
    let text = match product.availability(shop.options()) {
        Availability::Silent => return None,
        Availability::OutOfStock => shop.text("Out of stock"),
        Availability::OnBackorder => shop.text("Available on backorder"),
        Availability::InStock => shop.text("In stock"),
        Availability::InStockOrBackorder => {
            format!(
                "{} {}",
                shop.text("In stock"),
                shop.text("(can be backordered)")
            )
        }
        Availability::Quantity {
            quantity,
            is_low,
            can_backorder,
        } => {
            let source = if is_low {
                "Only %s left in stock"
            } else {
                "%s in stock"
            };
            let mut text = shop.text(source).replacen("%s", &number(quantity), 1);
            if can_backorder {
                text.push_str(&format!(" {}", shop.text("(can be backordered)")));
            }
            text
        }
    };
    Some(text)
}
