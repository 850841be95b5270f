//! The button of a product in a list.
//!
//! Contract "woocommerce", section 5.3 (`woocommerce_template_loop_add_to_cart`).

use compat::woocommerce::product::{Product, ProductType};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::url::{QueryArg, add_query_arg, remove_query_arg};

use super::shop::Shop;
use crate::wordpress::head::url;

/// The address that adds a product, or the page where it is chosen or sold (`add_to_cart_url`).
pub fn add_to_cart_url(shop: &Shop, product: &Product) -> String {
    if product.kind == ProductType::External {
        return product.external.url.clone();
    }
    if !can_add(shop, product) {
        return shop.permalink(product);
    }
    let uri = remove_query_arg(&["added-to-cart"], shop.view.visitor.page_url.as_str());
    add_query_arg(&[("add-to-cart", QueryArg::from(product.id().0))], &uri)
}

/// The text of the button (`add_to_cart_text`).
pub fn add_to_cart_text(shop: &Shop, product: &Product) -> String {
    let is_sold = shop.is_purchasable(product) && product.is_in_stock();
    match product.kind {
        ProductType::External if !product.external.button_text.is_empty() => {
            product.external.button_text.clone()
        }
        ProductType::External => shop
            .view
            .locale
            .domain(super::shop::TEXT_DOMAIN)
            .translate_with_context("Buy product", "placeholder")
            .to_owned(),
        ProductType::Grouped => shop.text("View products"),
        ProductType::Variable if shop.is_purchasable(product) => shop.text("Select options"),
        _ if is_sold => shop.text("Add to cart"),
        _ => shop.text("Read more"),
    }
}

/// What the button does (`add_to_cart_description`), with a name of the product.
pub fn add_to_cart_description(shop: &Shop, product: &Product, name: &str) -> String {
    let is_sold = shop.is_purchasable(product) && product.is_in_stock();
    let source = match product.kind {
        ProductType::External => return add_to_cart_text(shop, product),
        ProductType::Variable => "Select options for &ldquo;%s&rdquo;",
        ProductType::Grouped => "View products in the &ldquo;%s&rdquo; group",
        _ if is_sold => "Add to cart: &ldquo;%s&rdquo;",
        _ => "Read more about &ldquo;%s&rdquo;",
    };
    shop.text(source).replacen("%s", name, 1)
}

/// Whether a link alone puts the product in the cart.
fn can_add(shop: &Shop, product: &Product) -> bool {
    let is_single = matches!(product.kind, ProductType::Simple | ProductType::Variation);
    is_single && shop.is_purchasable(product) && product.is_in_stock()
}

/// The button.
pub fn list_button(shop: &Shop, product: &Product) -> String {
    let is_sold = shop.is_purchasable(product) && product.is_in_stock();
    let kind = format!("product_type_{}", product.kind.name());
    let mut classes = vec!["button", kind.as_str()];
    if is_sold {
        classes.push("add_to_cart_button");
    }
    let has_ajax = shop.is_yes("woocommerce_enable_ajax_add_to_cart", "yes");
    if is_sold && has_ajax && product.supports_ajax_add_to_cart() {
        classes.push("ajax_add_to_cart");
    }
    let name = esc_html(product.title()).into_owned();
    let label = add_to_cart_description(shop, product, &name);
    let is_plain = matches!(product.kind, ProductType::Simple | ProductType::Variation);
    let message = (is_plain && is_sold).then(|| {
        let text = shop.text("&ldquo;%s&rdquo; has been added to your cart");
        text.replacen("%s", &name, 1)
    });
    let id = product.id();
    let described = format!("woocommerce_loop_add_to_cart_link_describedby_{id}");
    let description = if product.has_options() {
        let text =
            "This product has multiple variants. The options may be chosen on the product page";
        shop.text(text)
    } else {
        String::new()
    };
    let message = message.map_or_else(String::new, |text| {
        format!(
            " data-success_message=\"{}\" role=\"button\"",
            esc_attr(&text)
        )
    });
    let href = url(&add_to_cart_url(shop, product));
    format!(
        "<a href=\"{href}\" aria-describedby=\"{described}\" data-quantity=\"1\" class=\"{}\" data-product_id=\"{id}\" \
         data-product_sku=\"{}\" aria-label=\"{}\" rel=\"nofollow\"{message}>{}</a>\t<span id=\"{described}\" \
         class=\"screen-reader-text\">\n\t\t{}\t</span>\n",
        classes.join(" "),
        esc_attr(&product.sku),
        esc_attr(&label),
        esc_html(&add_to_cart_text(shop, product)),
        esc_html(&description),
    )
}
