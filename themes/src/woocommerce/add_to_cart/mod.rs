//! The form that puts a product in the cart, for each type of product.
//!
//! Contract "woocommerce", section 6.4.

mod button;
mod grouped;
mod quantity;
mod stock;
mod variable;
pub mod variation;

use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::Value;
use compat::wordpress::php::query_string::parse_str;
use minijinja::context;

use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

pub use self::button::button_text;
pub use self::quantity::{Quantity, quantity_input};
pub use self::stock::{availability_text, stock_html};

/// `woocommerce_template_single_add_to_cart`.
pub fn add_to_cart(page: &mut Page, shop: &Shop, product: &Product) -> String {
    match product.kind {
        ProductType::Simple => simple(page, shop, product),
        ProductType::External => external(shop, product),
        ProductType::Grouped => grouped::grouped(page, shop, product),
        ProductType::Variable => variable::variable(page, shop, product),
        ProductType::Variation => String::new(),
    }
}

fn simple(page: &mut Page, shop: &Shop, product: &Product) -> String {
    if !shop.is_purchasable(product) {
        return String::new();
    }
    let stock = stock_html(shop, product);
    if !product.is_in_stock() {
        return stock;
    }
    let form = shop.view.render(
        "woocommerce/add_to_cart_simple.html",
        context! {
            action => markup(shop.href(product)),
            quantity => markup(quantity_input(page, shop, &Quantity::of(shop, product))),
            id => product.id().0,
            text => button_text(shop, product),
        },
    );
    stock + &form
}

/// The form sends the arguments of the address as its fields, because a form without a body drops them.
fn external(shop: &Shop, product: &Product) -> String {
    let address = &product.external.url;
    if address.is_empty() {
        return String::new();
    }
    let (action, query) = address.split_once('?').unwrap_or((address, ""));
    let query = query.split('#').next().unwrap_or_default();
    let fields: String = parse_str(query.as_bytes())
        .iter()
        .filter(|(_, value)| value.as_array().is_none())
        .map(|(name, value)| field(&name.to_string_lossy(), value))
        .collect();
    format!(
        "\n<form class=\"cart\" action=\"{}\" method=\"get\">\n\t\n\t<button type=\"submit\" \
         class=\"single_add_to_cart_button button alt\">{}</button>\n\n\t{fields}\n\t</form>\n\n",
        url(action),
        esc_html(&button_text(shop, product))
    )
}

fn field(name: &str, value: &Value) -> String {
    format!(
        "<input type=\"hidden\" name=\"{}\" value=\"{}\" />",
        esc_attr(name),
        esc_attr(&value.to_string_lossy())
    )
}
