//! The form of a group of products.

use std::sync::Arc;

use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::esc_html;
use minijinja::context;

use super::button::button_text;
use super::quantity::{Quantity, quantity_input};
use super::stock::stock_html;
use crate::markup::markup;
use crate::woocommerce::list_button::list_button;
use crate::woocommerce::shop::Shop;
use crate::wordpress::view::Page;

/// `woocommerce_grouped_add_to_cart`; empty without products.
pub fn grouped(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let children = shop.products().children_of(product);
    let children = children.filter(|p| p.is_visible(shop.options(), false, shop.may_edit()));
    let children: Vec<Arc<Product>> = children.cloned().collect();
    if children.is_empty() {
        return String::new();
    }
    let is_sold = |p: &Arc<Product>| shop.is_purchasable(p) && !p.has_options() && p.is_in_stock();
    let has_button = children.iter().any(is_sold);
    let rows: String = children
        .iter()
        .map(|child| row(page, shop, child))
        .collect();
    shop.view.render(
        "woocommerce/add_to_cart_grouped.html",
        context! {
            action => markup(shop.href(product)),
            rows => markup(rows),
            id => product.id().0,
            text => has_button.then(|| button_text(shop, product)),
        },
    )
}

fn row(page: &mut Page, shop: &Shop, child: &Product) -> String {
    let id = child.id();
    let can_choose = shop.is_purchasable(child) && !child.has_options() && child.is_in_stock();
    let quantity = if !can_choose {
        list_button(shop, child)
    } else if child.is_sold_individually {
        let text = shop.text("Buy one of this item");
        format!(
            "<input type=\"checkbox\" name=\"quantity[{id}]\" value=\"1\" class=\"wc-grouped-product-add-to-cart-checkbox\" \
             id=\"quantity-{id}\" /><label for=\"quantity-{id}\" class=\"screen-reader-text\">{}</label>",
            esc_html(&text)
        )
    } else {
        let quantity = Quantity {
            name: format!("quantity[{id}]"),
            value: None,
            min: 0.0,
            placeholder: "0",
            max: child.max_purchase_quantity(shop.options()),
            product_name: child.title().to_owned(),
            template: None,
        };
        quantity_input(page, shop, &quantity)
    };
    let name = esc_html(child.title()).into_owned();
    let is_linked = child.is_visible(shop.options(), false, shop.may_edit());
    let label = if is_linked {
        format!("<a href=\"{}\">{name}</a>", shop.href(child))
    } else {
        name
    };
    let price = shop.prices().price_html(child) + &stock_html(shop, child);
    let cell = |class: &str, content: &str| {
        format!("<td class=\"woocommerce-grouped-product-list-item__{class}\">{content}</td>")
    };
    let label = format!("<label for=\"product-{id}\">{label}</label>");
    let class = crate::woocommerce::product_class::product_class(shop, child, "");
    format!(
        "<tr id=\"product-{id}\" class=\"woocommerce-grouped-product-list-item {class}\">{}{}{}</tr>",
        cell("quantity", &quantity),
        cell("label", &label),
        cell("price", &price)
    )
}
