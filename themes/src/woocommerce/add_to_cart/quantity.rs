//! The field for how many of a product (`woocommerce_quantity_input`).
//!
//! Contract "woocommerce", section 6.4.

use compat::woocommerce::product::Product;
use compat::wordpress::php::float::to_php_string;
use compat::wordpress::php::hash::md5;
use minijinja::context;

use crate::woocommerce::shop::Shop;
use crate::wordpress::view::Page;

/// What the field holds.
#[derive(Debug, Clone)]
pub struct Quantity {
    /// Its name.
    pub name: String,
    /// The number at first; `None` for an empty field.
    pub value: Option<f64>,
    /// The lowest number.
    pub min: f64,
    /// The highest number; `None` for any.
    pub max: Option<f64>,
    /// What stands in an empty field.
    pub placeholder: &'static str,
    /// The product's name.
    pub product_name: String,
    /// The template of the field, where it is not the shop's.
    pub template: Option<&'static str>,
}

impl Quantity {
    /// The field of a product's own form.
    pub fn of(shop: &Shop, product: &Product) -> Self {
        let max = product.max_purchase_quantity(shop.options());
        Self {
            name: "quantity".to_owned(),
            value: Some(1.0),
            min: 1.0,
            // A highest number below the lowest is none.
            max: max.map(|max| max.max(1.0)),
            placeholder: "",
            product_name: product.title().to_owned(),
            template: None,
        }
    }
}

/// The field with its label. Its id is the same each time that the page is rendered for this address.
pub fn quantity_input(page: &mut Page, shop: &Shop, quantity: &Quantity) -> String {
    let view = page.view.clone();
    let key = format!(
        "{} {} {}",
        view.visitor.page_url.as_str(),
        quantity.name,
        view.visitor.random
    );
    let hash = md5(key.as_bytes());
    let label = if quantity.product_name.is_empty() {
        shop.text("Quantity")
    } else {
        let name = compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags(
            &quantity.product_name,
            false,
        );
        shop.text("%s quantity").replacen("%s", &name, 1)
    };
    let number = |n: f64| to_php_string(n);
    let is_fixed = quantity.max.is_some_and(|max| max <= quantity.min);
    view.render(
        quantity.template.unwrap_or("woocommerce/quantity.html"),
        context! {
            id => format!("quantity_{}", hash.get(..13).unwrap_or(&hash)),
            label => label,
            aria_label => shop.text("Product quantity"),
            tooltip => view.theme_text("Qty"),
            is_fixed => is_fixed,
            name => quantity.name.as_str(),
            value => quantity.value.map(number).unwrap_or_default(),
            min => number(quantity.min),
            max => quantity.max.map(number),
            placeholder => quantity.placeholder,
        },
    )
}
