//! The tabs of a product's page: description, additional information, reviews.
//!
//! Contract "woocommerce", section 6.2.

use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::additional_information::{additional_information, has_information};
use super::reviews::reviews;
use crate::markup::markup;
use crate::woocommerce::shop::Shop;
use crate::wordpress::content::{get_the_content, the_content};
use crate::wordpress::view::Page;

/// `woocommerce_output_product_data_tabs`; empty without tabs.
pub fn tabs(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let mut tabs = Vec::new();
    let mut add = |key: &str, title: String, content: String| {
        tabs.push(context! { key => key, title => title, content => markup(content) });
    };
    if !product.post.content.is_empty() {
        let title = shop.text("Description");
        let heading = esc_html(&title).into_owned();
        let text = description(page, product);
        add(
            "description",
            title,
            format!("\n\t<h2>{heading}</h2>\n\n{text}"),
        );
    }
    if has_information(product) {
        let title = shop.text("Additional information");
        let heading = esc_html(&title).into_owned();
        let table = additional_information(page, shop, product);
        add(
            "additional_information",
            title,
            format!("\n\t<h2>{heading}</h2>\n\n{table}"),
        );
    }
    let has_reviews = shop.is_yes("woocommerce_enable_reviews", "yes");
    if has_reviews && shop.view.comments_open(&product.post) {
        let count = product.rating.reviews.to_string();
        let title = shop.text("Reviews (%d)").replacen("%d", &count, 1);
        let content = reviews(page, shop, product);
        add("reviews", title, content);
    }
    if tabs.is_empty() {
        return String::new();
    }
    shop.view
        .render("woocommerce/tabs.html", context! { tabs => tabs })
}

fn description(page: &mut Page, product: &Product) -> String {
    let view = page.view.clone();
    let text = get_the_content(&view, &product.post);
    let outer = page.content_post.replace(product.id());
    let content = the_content(page, &text);
    page.content_post = outer;
    content
}
