//! What the modules of a shop share: their root, and what they ask the shop for.

use compat::wordpress::shop_content::ShopProduct;

use crate::shop_parts::{Beside, BesideOrder, ProductPart, ShopPart, ShopState};
use crate::wordpress::view::{Page, View};

use super::super::super::builder::button::icon_attributes;
use super::super::super::builder::{ClassList, Element, Rendered, print_slots, slots};

/// A part of the shop; empty without one.
pub(super) fn shop_part(page: &mut Page, part: &ShopPart<'_>) -> String {
    let theme = page.view.theme.clone();
    (theme.shop_parts.print)(page, part)
}

/// The state of cart and checkout.
pub(super) fn shop_state(view: &View) -> ShopState {
    (view.theme.shop_parts.state)(view)
}

/// The product that a module shows.
pub(super) fn product_of(element: &Element<'_>) -> ShopProduct {
    ShopProduct::of(element.text("product"))
}

/// A part of the module's product.
pub(super) fn product_part(element: &Element<'_>, page: &mut Page, part: ProductPart) -> String {
    shop_part(page, &ShopPart::Product(product_of(element), part))
}

/// The module's root with an element inside that holds the content; nothing on a site without a shop. `data`: more
/// attributes of the root.
pub(super) fn framed(
    element: &Element<'_>,
    inside: Rendered,
    classes: &ClassList,
    data: &str,
    content: &str,
) -> Rendered {
    if !element.view.theme.shop_parts.is_there {
        return inside.with_html(String::new());
    }
    let values = slots! { content, data, ..element.root_slots(classes) };
    let html = print_slots(element, "shop_part", &values);
    inside.with_html(html)
}

/// [`framed`]; nothing for a module without content.
pub(super) fn framed_or_nothing(
    element: &Element<'_>,
    inside: Rendered,
    classes: &ClassList,
    data: &str,
    content: &str,
) -> Rendered {
    if content.trim().is_empty() {
        return inside.with_html(String::new());
    }
    framed(element, inside, classes, data, content)
}

/// `et_pb_bg_layout_{v}`; a module that stores none prints the class without a value.
pub(super) fn layout_class(classes: &mut ClassList, element: &Element<'_>) {
    if element.attributes.get("background_layout").is_none() {
        let default = element.text("background_layout");
        if default.is_empty() {
            classes.add("et_pb_bg_layout_");
            return;
        }
    }
    classes.background_layout(element);
}

/// The data from which the module's script puts an icon on the shop's buttons with a class.
pub(super) fn button_data(element: &Element<'_>, class: &str) -> String {
    let icons = icon_attributes(element, "button");
    if icons.is_empty() {
        return String::new();
    }
    let icons = icons.replace(" data-icon", " data-button-icon");
    format!(" data-button-class=\"{class}\"{icons}")
}

/// The same for buttons with names of their own.
pub(super) fn button_names_data(element: &Element<'_>, names: &[&str]) -> String {
    let mut used = Vec::new();
    let mut data = String::new();
    for name in names {
        let icons = icon_attributes(element, name);
        if !icons.is_empty() {
            used.push(format!("\"{name}\""));
            let own = format!(" data-{name}-icon");
            data.push_str(&icons.replace(" data-icon", &own));
        }
    }
    if used.is_empty() {
        return String::new();
    }
    format!(" data-button-names='[{}]'{data}", used.join(","))
}

/// The list beside a product or the cart that a module names.
pub(super) fn beside(element: &Element<'_>) -> Beside {
    let number = |name: &str| element.text(name).trim().parse::<usize>().ok();
    Beside {
        number: number("posts_number").filter(|n| *n > 0),
        columns: number("columns_number").filter(|n| *n > 0),
        offset: number("offset_number").unwrap_or(0),
        order: match element.text("orderby") {
            "popularity" => BesideOrder::Popularity,
            "rating" => BesideOrder::Rating,
            "date" => BesideOrder::Date,
            "date-desc" => BesideOrder::DateDesc,
            "price" => BesideOrder::Price,
            "price-desc" => BesideOrder::PriceDesc,
            _ => BesideOrder::Own,
        },
    }
}

/// Adds a class for each part that is switched off.
pub(super) fn hidden_parts(classes: &mut ClassList, element: &Element<'_>, parts: &[(&str, &str)]) {
    for (name, class) in parts {
        classes.add_if(element.text(name) == "off", class);
    }
}
