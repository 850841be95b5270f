//! The table of weight, sizes and attributes.
//!
//! Contract "woocommerce", section 6.2.

use compat::woocommerce::money::wc_format_localized_price;
use compat::woocommerce::product::{Dimensions, Product, ProductAttribute};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::sanitize_title::{TitleContext, sanitize_title_with_dashes};
use compat::wordpress::php::Value;

use crate::woocommerce::attribute_label::attribute_label;
use crate::woocommerce::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

fn has_weight(product: &Product) -> bool {
    !product.weight.is_empty() && !product.is_virtual
}

fn has_dimensions(product: &Product) -> bool {
    product.dimensions != Dimensions::default() && !product.is_virtual
}

/// Whether there is anything to list.
pub fn has_information(product: &Product) -> bool {
    has_weight(product)
        || has_dimensions(product)
        || product.attributes.iter().any(|a| a.is_visible)
}

/// `wc_display_product_attributes`.
pub fn additional_information(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let mut rows = String::new();
    let mut add = |key: &str, label: &str, value: &str| {
        rows.push_str(&format!(
            "\t<tr class=\"woocommerce-product-attributes-item woocommerce-product-attributes-item--{}\">\n\
             \t\t<th class=\"woocommerce-product-attributes-item__label\" scope=\"row\">{label}</th>\n\
             \t\t<td class=\"woocommerce-product-attributes-item__value\">{value}</td>\n\t</tr>\n",
            esc_attr(key)
        ));
    };
    if has_weight(product) {
        let label = esc_html(&shop.text("Weight")).into_owned();
        add("weight", &label, &weight_html(shop, &product.weight));
    }
    if has_dimensions(product) {
        let label = esc_html(&shop.text("Dimensions")).into_owned();
        add(
            "dimensions",
            &label,
            &dimensions_html(shop, &product.dimensions),
        );
    }
    for attribute in product.attributes.iter().filter(|a| a.is_visible) {
        let key = format!(
            "attribute_{}",
            sanitize_title_with_dashes(&attribute.name, TitleContext::Display)
        );
        let label = esc_html(&attribute_label(shop, attribute)).into_owned();
        add(&key, &label, &values(page, shop, attribute));
    }
    format!(
        "<table class=\"woocommerce-product-attributes shop_attributes\" aria-label=\"{}\">\n{rows}</table>\n",
        esc_attr(&shop.text("Product Details"))
    )
}

/// The values in a paragraph; terms of public attributes are links.
fn values(page: &mut Page, shop: &Shop, attribute: &ProductAttribute) -> String {
    let links = shop.view.links();
    let is_linked = shop
        .view
        .site
        .registry
        .taxonomies
        .contains_key(attribute.name.as_str());
    let values: Vec<String> = if attribute.is_taxonomy {
        let terms = attribute.terms.iter().map(|term| {
            let name = esc_html(&term.name);
            match links.get_term_link(term).filter(|_| is_linked) {
                Some(link) => format!("<a href=\"{}\" rel=\"tag\">{name}</a>", url(&link)),
                None => name.into_owned(),
            }
        });
        terms.collect()
    } else {
        let texts = attribute.texts.iter();
        texts.map(|text| esc_html(text).into_owned()).collect()
    };
    crate::woocommerce::short_description::format_content(page, &values.join(", "))
}

/// `wc_format_weight`: with the shop's unit, or that there is none.
pub fn weight_html(shop: &Shop, weight: &str) -> String {
    if weight.is_empty() {
        return esc_html(&shop.text("N/A")).into_owned();
    }
    let number = wc_format_localized_price(&Value::from(weight), &shop.settings);
    let unit = shop.options().text_or("woocommerce_weight_unit", "kg");
    format!("{number} {}", shop.text(&unit))
}

/// `wc_format_dimensions`: the sizes that are set, with the shop's unit, or that there are none.
pub fn dimensions_html(shop: &Shop, dimensions: &Dimensions) -> String {
    let sizes = [&dimensions.length, &dimensions.width, &dimensions.height];
    let sizes = sizes.into_iter().filter(|size| !size.is_empty());
    let sizes =
        sizes.map(|size| wc_format_localized_price(&Value::from(size.as_str()), &shop.settings));
    let sizes: Vec<String> = sizes.collect();
    if sizes.is_empty() {
        return esc_html(&shop.text("N/A")).into_owned();
    }
    let unit = shop.options().text_or("woocommerce_dimension_unit", "cm");
    format!("{} {}", sizes.join(" &times; "), shop.text(&unit))
}
