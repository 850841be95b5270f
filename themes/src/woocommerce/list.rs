//! A list of products.
//!
//! Contract "woocommerce", sections 5.3 and 15.1.

use std::sync::Arc;

use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::list_button::list_button;
use super::picture::{THUMBNAIL, product_image};
use super::product_class::{loop_class, product_class};
use super::rating::rating_html;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::content::the_title;
use crate::wordpress::view::Page;

/// `ul.products` with so many columns.
pub fn list(page: &mut Page, shop: &Shop, products: &[Arc<Product>], columns: usize) -> String {
    let items: String = products
        .iter()
        .enumerate()
        .map(|(place, product)| item(page, shop, product, loop_class(place, columns)))
        .collect();
    format!("<ul class=\"products columns-{columns}\">\n{items}</ul>\n")
}

fn item(page: &mut Page, shop: &Shop, product: &Product, place: &str) -> String {
    let theme = shop.view.theme.clone();
    let style = &theme.product_theme;
    let picture = (style.list_picture)(product_image(page, shop, product, THUMBNAIL));
    let rating = if shop.has_ratings() {
        rating_html(shop, &product.rating.average, 0)
    } else {
        String::new()
    };
    let price = shop.prices().price_html(product);
    let button = if style.has_list_button {
        list_button(shop, product)
    } else {
        String::new()
    };
    shop.view.render(
        "woocommerce/list_item.html",
        context! {
            class => markup(product_class(shop, product, place)),
            href => markup(shop.href(product)),
            flash => markup(shop.sale_flash(product)),
            picture => markup(picture),
            title => markup(the_title(page, &product.post)),
            rating => markup(rating),
            price => markup(price),
            button => markup(button),
        },
    )
}

/// A heading and a list beside a product; empty without products.
pub fn section(
    page: &mut Page,
    shop: &Shop,
    class: &str,
    heading: &str,
    products: &[Arc<Product>],
    columns: usize,
) -> String {
    if products.is_empty() {
        return String::new();
    }
    let heading = esc_html(heading).into_owned();
    let list = list(page, shop, products, columns);
    format!("\n\t<section class=\"{class}\">\n\t\t<h2>{heading}</h2>\n\t\t{list}\n\t</section>\n")
}
