//! The tabs of a product's page: description, additional information, reviews.
//!
//! Contract "woocommerce", section 6.2.

use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::additional_information::{additional_information, has_information};
use super::reviews::reviews;
use crate::markup::markup;
use crate::shop_parts::ProductTab;
use crate::woocommerce::shop::Shop;
use crate::woocommerce::short_description::format_content;
use crate::wordpress::content::{get_the_content, the_content};
use crate::wordpress::view::Page;

/// `woocommerce_output_product_data_tabs`; empty without tabs.
pub fn tabs(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let tabs = product_tabs(page, shop, product).into_iter().map(|tab| {
        let content = match tab.key {
            REVIEWS => tab.content,
            _ => {
                let heading = esc_html(&tab.title);
                format!("\n\t<h2>{heading}</h2>\n\n{}", tab.content)
            }
        };
        context! { key => tab.key, title => tab.title, content => markup(content) }
    });
    let tabs: Vec<_> = tabs.collect();
    if tabs.is_empty() {
        return String::new();
    }
    shop.view
        .render("woocommerce/tabs.html", context! { tabs => tabs })
}

const REVIEWS: &str = "reviews";

/// The tabs that have something to show.
pub fn product_tabs(page: &mut Page, shop: &Shop, product: &Product) -> Vec<ProductTab> {
    let mut tabs = Vec::new();
    if !long_description(shop, product).is_empty() {
        tabs.push(ProductTab {
            key: "description",
            title: shop.text("Description"),
            content: description(page, shop, product),
        });
    }
    if has_information(product) {
        tabs.push(ProductTab {
            key: "additional_information",
            title: shop.text("Additional information"),
            content: additional_information(page, shop, product),
        });
    }
    let has_reviews = shop.is_yes("woocommerce_enable_reviews", "yes");
    if has_reviews && shop.view.comments_open(&product.post) {
        let count = product.rating.reviews.to_string();
        tabs.push(ProductTab {
            key: REVIEWS,
            title: shop.text("Reviews (%d)").replacen("%d", &count, 1),
            content: reviews(page, shop, product),
        });
    }
    tabs
}

/// The description of a product: that which the theme keeps beside content of its own builder, else the content.
fn long_description(shop: &Shop, product: &Product) -> String {
    let kept = shop.view.theme.product_theme.kept_description;
    let kept = kept(&shop.view, &product.post);
    kept.unwrap_or_else(|| get_the_content(&shop.view, &product.post).into_owned())
}

/// The description as the page shows it.
pub fn description(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let view = page.view.clone();
    let text = long_description(shop, product);
    if (view.theme.product_theme.kept_description)(&view, &product.post).is_some() {
        return format_content(page, &text);
    }
    let outer = page.content_post.replace(product.id());
    let content = the_content(page, &text);
    page.content_post = outer;
    content
}
