//! A list of products.
//!
//! Contract "woocommerce", sections 5.3 and 15.1.

use std::sync::Arc;

use compat::woocommerce::catalogue::categories::ListedCategory;
use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::list_button::list_button;
use super::picture::{THUMBNAIL, product_image, source};
use super::product_class::{loop_class, product_class};
use super::rating::rating_html;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// `ul.products` with so many columns.
pub fn list(page: &mut Page, shop: &Shop, products: &[Arc<Product>], columns: usize) -> String {
    list_with_categories(page, shop, &[], products, columns)
}

/// [`list`] with categories before the products.
pub fn list_with_categories(
    page: &mut Page,
    shop: &Shop,
    categories: &[ListedCategory],
    products: &[Arc<Product>],
    columns: usize,
) -> String {
    let mut items = String::new();
    for (place, listed) in categories.iter().enumerate() {
        items.push_str(&category(page, shop, listed, loop_class(place, columns)));
    }
    for (place, product) in products.iter().enumerate() {
        let place = loop_class(categories.len() + place, columns);
        items.push_str(&item(page, shop, product, place));
    }
    format!("<ul class=\"products columns-{columns}\">\n{items}</ul>\n")
}

fn category(page: &mut Page, shop: &Shop, listed: &ListedCategory, place: &str) -> String {
    let term = &listed.term;
    let own = source(page, listed.image_id, THUMBNAIL);
    let file = own.or_else(|| {
        let placeholder = shop.options().int("woocommerce_placeholder_image");
        source(page, placeholder, THUMBNAIL)
    });
    let label = shop.text("Visit product category %1$s");
    let link = shop.view.links().get_term_link(term).unwrap_or_default();
    shop.view.render(
        "woocommerce/list_category.html",
        context! {
            class => format!("product-category product {place}").trim_end(),
            label => label.replacen("%1$s", &term.name, 1),
            href => markup(url(&link)),
            src => file.as_ref().map(|file| markup(url(&file.url))),
            width => file.as_ref().map(|file| file.width),
            height => file.as_ref().map(|file| file.height),
            name => term.name.as_str(),
            count => listed.count,
        },
    )
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
