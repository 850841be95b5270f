//! `et_pb_wc_cart_notice`, `et_pb_wc_cart_products`, `et_pb_wc_cart_totals` and `et_pb_wc_cross_sells`: the page of the cart.
//!
//! Contract "woocommerce", section 15.3; recordings woo/cart-divi, pages/carrito-divi.

use compat::wordpress::formatting::escape::esc_attr;

use crate::shop_parts::{CartPart, CheckoutPart, ProductPart, ShopPart};
use crate::wordpress::view::Page;

use super::super::super::builder::{Element, Module, OnPage, Rendered};
use super::frame::{
    beside, button_data, button_names_data, framed, framed_or_nothing, hidden_parts, layout_class,
    product_part, shop_part, shop_state,
};

/// `et_pb_wc_cart_notice`.
pub const NOTICE: Module = Module {
    slug: "et_pb_wc_cart_notice",
    defaults: &[
        ("page_type", "product"),
        ("fields_width", "default"),
        ("text_orientation", "left"),
    ],
    render: OnPage::leaf(notice),
};

/// `et_pb_wc_cart_products`.
pub const PRODUCTS: Module = Module {
    slug: "et_pb_wc_cart_products",
    defaults: &[("row_layout", "default")],
    render: OnPage::leaf(products),
};

/// `et_pb_wc_cart_totals`.
pub const TOTALS: Module = Module {
    slug: "et_pb_wc_cart_totals",
    defaults: &[],
    render: OnPage::leaf(totals),
};

/// `et_pb_wc_cross_sells`.
pub const CROSS_SELLS: Module = Module {
    slug: "et_pb_wc_cross_sells",
    defaults: &[],
    render: OnPage::leaf(cross_sells),
};

/// The theme's field for a quantity in the cart.
const QUANTITY: &str = "divi/shop/quantity.html";

/// The theme's form for returning customers.
const LOGIN: &str = "divi/shop/login_form.html";

fn notice(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let state = shop_state(element.view);
    let kind = element.text("page_type");
    let content = match kind {
        "cart" => shop_part(page, &ShopPart::Cart(CartPart::Notices)),
        "checkout" => {
            let part = CheckoutPart::Notices { login: Some(LOGIN) };
            shop_part(page, &ShopPart::Checkout(part))
        }
        _ => product_part(element, page, ProductPart::Notices),
    };
    let mut classes = element.class_list();
    classes.add("woocommerce");
    let width = esc_attr(element.text("fields_width"));
    classes.add(format!("et_pb_fields_layout_{width}"));
    layout_class(&mut classes, element);
    classes.text_orientation(element, "text_orientation");
    let is_hidden = kind == "checkout" && state.has_cart_errors;
    classes.add_if(is_hidden, "et_pb_hide_module");
    let data = button_data(element, "button");
    framed_or_nothing(element, inside, &classes, &data, &content)
}

/// Parts that can be hidden: attribute, class.
const PARTS: [(&str, &str); 4] = [
    ("show_product_image", "et_pb_wc_no_product_image"),
    ("show_coupon_code", "et_pb_wc_no_coupon_code"),
    ("show_update_cart_button", "et_pb_wc_no_update_cart_button"),
    ("show_remove_item_icon", "et_pb_wc_no_remove_item_icon"),
];

fn products(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let part = CartPart::Form {
        quantity: Some(QUANTITY),
    };
    let content = shop_part(page, &ShopPart::Cart(part));
    let mut classes = element.class_list();
    classes.add("woocommerce-cart woocommerce et_pb_woo_custom_button_icon");
    let is_empty = shop_state(element.view).is_cart_empty;
    classes.add_if(is_empty, "et_pb_wc_cart_empty");
    let layout = esc_attr(element.text("row_layout"));
    classes.add(format!("et_pb_row_layout_{layout}"));
    hidden_parts(&mut classes, element, &PARTS);
    let data = button_names_data(element, &["apply_coupon", "update_cart"]);
    framed(element, inside, &classes, &data, &content)
}

fn totals(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let content = shop_part(page, &ShopPart::Cart(CartPart::Totals));
    let mut classes = element.class_list();
    classes.add("woocommerce-cart");
    let is_empty = shop_state(element.view).is_cart_empty;
    classes.add_if(is_empty, "et_pb_wc_cart_empty");
    classes.add("et_pb_woo_custom_button_icon");
    let data = button_data(element, "checkout-button");
    framed(element, inside, &classes, &data, &content)
}

fn cross_sells(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let part = CartPart::CrossSells(beside(element));
    let content = shop_part(page, &ShopPart::Cart(part));
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    framed(element, inside, &classes, "", &content)
}
