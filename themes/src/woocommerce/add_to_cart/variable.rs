//! The form of a variable product: a choice for each attribute, and what it chooses among.

use compat::woocommerce::product::variations::visible;
use compat::woocommerce::product::{Product, ProductAttribute};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::formatting::specialchars::{QuoteStyle, htmlspecialchars};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::wp_json_encode;
use minijinja::context;

use super::button::button_text;
use super::quantity::{Quantity, quantity_input};
use super::variation::available_variation;
use crate::markup::markup;
use crate::woocommerce::attribute_label::attribute_label;
use crate::woocommerce::product_assets::enqueue_variations;
use crate::woocommerce::shop::Shop;
use crate::wordpress::view::Page;

/// Beyond so many variations, the script asks for each.
const AJAX_VARIATION_THRESHOLD: usize = 30;

/// `woocommerce_variable_add_to_cart`.
pub fn variable(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let variations: Vec<_> = visible(product, shop.products(), shop.options())
        .filter(|v| shop.is_purchasable(v))
        .cloned()
        .collect();
    let is_asked = product.children.len() > AJAX_VARIATION_THRESHOLD;
    let json = if is_asked {
        "false".to_owned()
    } else {
        let of = variations.iter();
        let list = of.fold(Value::array(), |list, v| {
            list.with_pushed(available_variation(page, shop, product, v))
        });
        wp_json_encode(&list, 0).unwrap_or_default()
    };
    enqueue_variations(page);
    let attributes: Vec<&ProductAttribute> = product
        .attributes
        .iter()
        .filter(|a| a.is_variation)
        .collect();
    let rows: String = attributes
        .iter()
        .enumerate()
        .map(|(at, attribute)| row(shop, product, attribute, at + 1 == attributes.len()))
        .collect();
    let is_empty = variations.is_empty() && !is_asked;
    let unavailable = shop.text("This product is currently out of stock and unavailable.");
    shop.view.render(
        "woocommerce/add_to_cart_variable.html",
        context! {
            action => markup(shop.href(product)),
            id => product.id().0,
            variations => markup(htmlspecialchars(&json, QuoteStyle::Quotes).into_owned()),
            unavailable => is_empty.then_some(unavailable),
            rows => markup(rows),
            quantity => markup(quantity_input(page, shop, &Quantity::of(shop, product))),
            text => button_text(shop, product),
        },
    )
}

/// The choice that the address or the product makes for an attribute.
fn chosen(shop: &Shop, product: &Product, attribute: &ProductAttribute) -> String {
    let args = shop.view.visitor.page_url.args();
    let asked = args.get(attribute.field_name().as_str());
    let asked = asked.map(|value| value.to_string_lossy().into_owned());
    let default = || {
        let defaults = product.default_attributes.iter();
        let mut found = defaults.filter(|(key, _)| *key == attribute.key);
        found.next().map(|(_, value)| value.clone())
    };
    asked.or_else(default).unwrap_or_default()
}

fn sanitized(shop: &Shop, text: &str) -> String {
    sanitize_title(text, "", shop.view.locale.code())
}

fn row(shop: &Shop, product: &Product, attribute: &ProductAttribute, is_last: bool) -> String {
    let id = sanitized(shop, &attribute.key);
    let id = esc_attr(&id).into_owned();
    let name = esc_attr(&attribute.field_name()).into_owned();
    let label = esc_html(&attribute_label(shop, attribute)).into_owned();
    let chosen = chosen(shop, product, attribute);
    let is_chosen = |value: &str| {
        chosen == value
            || !attribute.is_taxonomy && sanitized(shop, &chosen) == sanitized(shop, value)
    };
    let mut options = format!(
        "<option value=\"\">{}</option>",
        esc_html(&shop.text("Choose an option"))
    );
    for value in attribute.options() {
        let selected = if !chosen.is_empty() && is_chosen(value) {
            " selected='selected'"
        } else {
            ""
        };
        options.push_str(&format!(
            "<option value=\"{}\" {selected}>{}</option>",
            esc_attr(value),
            esc_html(attribute.label_of(value))
        ));
    }
    let reset = if is_last {
        format!(
            "<a class=\"reset_variations\" href=\"#\" aria-label=\"{}\">{}</a>",
            esc_attr(&shop.text("Clear options")),
            esc_html(&shop.text("Clear"))
        )
    } else {
        String::new()
    };
    format!(
        "\t\t\t\t\t\t\t\t\t<tr>\n\t\t\t\t\t\t<th class=\"label\"><label for=\"{id}\">{label}</label></th>\n\
         \t\t\t\t\t\t<td class=\"value\">\n\t\t\t\t\t\t\t<select id=\"{id}\" class=\"\" name=\"{name}\" \
         data-attribute_name=\"{name}\" data-show_option_none=\"yes\">{options}</select>{reset}\t\t\t\t\t\t</td>\n\
         \t\t\t\t\t</tr>\n"
    )
}
