//! The line with SKU, categories and tags.
//!
//! Contract "woocommerce", section 6.1.

use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use crate::markup::markup;
use crate::woocommerce::shop::Shop;
use crate::wordpress::head::url;

/// `woocommerce_template_single_meta`.
pub fn meta(shop: &Shop, product: &Product) -> String {
    let has_sku = !product.sku.is_empty() || product.kind == ProductType::Variable;
    let sku = if product.sku.is_empty() {
        shop.text("N/A")
    } else {
        product.sku.clone()
    };
    shop.view.render(
        "woocommerce/product_meta.html",
        context! {
            sku_label => has_sku.then(|| shop.text("SKU:")),
            sku => sku,
            categories => markup(terms(shop, product, "product_cat", "posted_in", ("Category:", "Categories:"))),
            tags => markup(terms(shop, product, "product_tag", "tagged_as", ("Tag:", "Tags:"))),
        },
    )
}

fn terms(
    shop: &Shop,
    product: &Product,
    taxonomy: &str,
    class: &str,
    (one, many): (&str, &str),
) -> String {
    let links = shop.view.links();
    let terms = product.terms_of(taxonomy).map(|term| {
        let href = url(&links.get_term_link(term).unwrap_or_default());
        format!("<a href=\"{href}\" rel=\"tag\">{}</a>", term.name)
    });
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() {
        return String::new();
    }
    let count = i64::try_from(terms.len()).unwrap_or(i64::MAX);
    let label = shop.plural(one, many, count);
    format!(
        "<span class=\"{class}\">{} {}</span>",
        esc_html(&label),
        terms.join(", ")
    )
}
