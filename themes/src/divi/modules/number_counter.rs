//! `et_pb_number_counter`: a number that counts up.
//!
//! Contract "divi-modules", section 2.

use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_number_counter",
    defaults: &[
        ("text_orientation", "center"),
        ("background_layout", "light"),
        ("percent_sign", "on"),
        ("number", "0"),
    ],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let number = element.text("number");
    let separator = if number.contains(',') { "," } else { "" };
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    let title = element.title("title", element.heading("header_level", "h3"), "title");
    classes.add_if(!title.is_empty(), "et_pb_with_title");
    let values = context! {
        number => number.replace([',', '%'], ""), separator, title,
        sign => if element.is_on("percent_sign") { "%" } else { "" },
        ..element.root(&classes)
    };
    print(page, "number_counter", values)
}
