//! `et_pb_wc_checkout_*`: the page of the checkout, each part in a form of its own.
//!
//! Contract "woocommerce", section 15.4; recordings woo/checkout-divi, woo/checkout-divi-empty.

use compat::wordpress::formatting::escape::esc_attr;

use crate::shop_parts::{CheckoutPart, ShopPart};
use crate::wordpress::view::Page;

use super::super::super::builder::{ClassList, Element, Module, OnPage, Rendered};
use super::frame::{button_data, framed, shop_part, shop_state};

/// `et_pb_wc_checkout_billing`.
pub const BILLING: Module = Module {
    slug: "et_pb_wc_checkout_billing",
    defaults: &[("fields_width", "default")],
    render: OnPage::leaf(|element, inside, page| {
        let mut classes = classes_of(element);
        fields_layout(&mut classes, element);
        part(element, inside, page, &classes, CheckoutPart::Billing)
    }),
};

/// `et_pb_wc_checkout_shipping`.
pub const SHIPPING: Module = Module {
    slug: "et_pb_wc_checkout_shipping",
    defaults: &[("fields_width", "default")],
    render: OnPage::leaf(|element, inside, page| {
        let mut classes = classes_of(element);
        fields_layout(&mut classes, element);
        let is_only = shop_state(element.view).ships_to_billing_only;
        classes.add_if(is_only, "et_pb_wc_ship_to_billing_address_only");
        part(element, inside, page, &classes, CheckoutPart::Shipping)
    }),
};

/// `et_pb_wc_checkout_additional_info`.
pub const ADDITIONAL_INFO: Module = Module {
    slug: "et_pb_wc_checkout_additional_info",
    defaults: &[],
    render: OnPage::leaf(|element, inside, page| {
        let mut classes = classes_of(element);
        classes.add_if(element.text("show_title") == "off", "et_pb_wc_no_title");
        part(element, inside, page, &classes, CheckoutPart::Additional)
    }),
};

/// `et_pb_wc_checkout_order_details`.
pub const ORDER_DETAILS: Module = Module {
    slug: "et_pb_wc_checkout_order_details",
    defaults: &[],
    render: OnPage::leaf(|element, inside, page| {
        let classes = classes_of(element);
        part(element, inside, page, &classes, CheckoutPart::Details)
    }),
};

/// `et_pb_wc_checkout_payment_info`.
pub const PAYMENT_INFO: Module = Module {
    slug: "et_pb_wc_checkout_payment_info",
    defaults: &[],
    render: OnPage::leaf(payment),
};

/// The classes of a module, with those of the state of cart and order.
fn classes_of(element: &Element<'_>) -> ClassList {
    let state = shop_state(element.view);
    let mut classes = element.class_list();
    classes.add_if(state.is_order_pay, "et_pb_wc_order_pay");
    classes.add_if(state.has_cart_errors, "et_pb_hide_module");
    classes
}

fn fields_layout(classes: &mut ClassList, element: &Element<'_>) {
    let width = esc_attr(element.text("fields_width"));
    classes.add(format!("et_pb_fields_layout_{width}"));
}

/// A part of the form; nothing once the order was received.
fn part(
    element: &Element<'_>,
    inside: Rendered,
    page: &mut Page,
    classes: &ClassList,
    part: CheckoutPart,
) -> Rendered {
    if shop_state(element.view).is_order_received {
        return inside.with_html(String::new());
    }
    let content = shop_part(page, &ShopPart::Checkout(part));
    framed(element, inside, classes, "", &content)
}

/// The payment with the form that is sent; after the order, the page that thanks for it.
fn payment(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let content = shop_part(page, &ShopPart::Checkout(CheckoutPart::Payment));
    let has_errors = shop_state(element.view).has_cart_errors;
    let mut classes = element.class_list();
    classes.add_if(has_errors, "et_pb_hide_module");
    let data = button_data(element, "button");
    classes.add_if(!data.is_empty(), "et_pb_woo_custom_button_icon");
    framed(element, inside, &classes, &data, &content)
}
