//! `et_pb_number_counter`: an animated number.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::{Element, Module, Render, Rendered, print_slots};
use super::circle_counter::{numbers_multi_view, percent_sign};
use crate::slots::slots;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_number_counter",
    defaults: &[
        ("text_orientation", "center"),
        ("background_layout", "light"),
        ("percent_sign", "on"),
        ("number", "0"),
    ],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let number = element.text("number");
    let separator = if number.contains(',') { "," } else { "" };
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    let title = element.title("title", element.heading("header_level", "h3"), "title");
    classes.add_if(!title.is_empty(), "et_pb_with_title");
    let plain = |number: &str| number.replace([',', '%'], "");
    let (numbers, signs) = (element.values("number").map(plain), percent_sign(element));
    let color = element.text("counter_color");
    // A legacy attribute of the number's colour: recording pages/modulos-contador-numerico.
    let style = if color.is_empty() {
        String::new()
    } else {
        format!(" style=\"color:{}\"", esc_attr(color))
    };
    let values = slots! {
        number => numbers.desktop(), separator, title, style, sign => signs.desktop(),
        multi_view => numbers_multi_view(element, numbers.clone(), signs.clone()),
        ..element.root_slots(&classes)
    };
    print_slots(element, "number_counter", &values).into()
}
