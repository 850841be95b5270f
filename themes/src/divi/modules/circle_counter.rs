//! `et_pb_circle_counter`: a percentage as a circle.
//!
//! Contract "divi-modules", section 2.

use std::fmt::Write as _;

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::css::sticks;
use super::super::builder::{
    Background, Element, ModeValues, Module, MultiView, Render, Rendered, print_slots,
};
use super::super::options::DiviOptions;
use crate::slots::slots;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_circle_counter",
    defaults: &[
        ("text_orientation", "center"),
        ("background_layout", "light"),
        ("percent_sign", "on"),
        ("number", "0"),
    ],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let mut classes = element.class_list();
    classes.add("container-width-change-notify");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    let title = element.title(
        "title",
        element.heading("header_level", "h3"),
        "et_pb_module_header",
    );
    classes.add_if(!title.is_empty(), "et_pb_with_title");
    let stored = DiviOptions::of(element.view)
        .text("accent_color")
        .into_owned();
    let accent = if stored.is_empty() {
        "#7EBEC5"
    } else {
        &stored
    };
    let without_sign = |number: &str| number.replace('%', "").trim().to_owned();
    let number = element.values("number").map(without_sign);
    let sign = percent_sign(element);
    let mut data = by_state(element, "bar_bg_color", "bar-bg-color", accent);
    data.push_str(&by_state(element, "circle_color", "color", ""));
    data.push_str(&by_state(element, "circle_color_alpha", "alpha", ""));
    if sticks(element) {
        let _ = write!(data, " data-sticky-id=\"{}\"", element.order_class());
    }
    let (shown, shown_sign) = (number.desktop().to_owned(), sign.desktop().to_owned());
    data.push_str(&numbers_multi_view(element, number, sign));
    let values = slots! {
        number => shown, sign => shown_sign, data, title,
        has_background => Background::of(element).is_set(),
        ..element.root_slots(&classes)
    };
    print_slots(element, "circle_counter", &values).into()
}

/// The percent sign by state.
pub(super) fn percent_sign(element: &Element<'_>) -> ModeValues {
    let sign = |value: &str| if value == "on" { "%" } else { "" }.to_owned();
    element.values("percent_sign").map(sign)
}

/// `data-et-multi-view` of number and percent sign.
pub(super) fn numbers_multi_view(
    element: &Element<'_>,
    number: ModeValues,
    sign: ModeValues,
) -> String {
    let list = [("data-number-value", number), ("data-percent-sign", sign)];
    MultiView::default()
        .attributes("attrs", &list)
        .print(element.slug)
}

/// The data attributes of a value by state.
fn by_state(element: &Element<'_>, name: &str, data: &str, default: &str) -> String {
    let value = element.attributes.value(name);
    let mut out = String::new();
    let mut push = |joint: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(out, " data-{data}{joint}=\"{}\"", esc_attr(value));
        }
    };
    let own = value.desktop();
    push("", if own.is_empty() { default } else { own });
    for state in [State::Tablet, State::Phone, State::Hover] {
        push(&format!("-{}", state.name()), value.enabled(state));
    }
    out
}
