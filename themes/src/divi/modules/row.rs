//! `et_pb_row` and `et_pb_row_inner`.
//!
//! Contract "divi-modules", section 1: background layers are printed after the columns.

use std::borrow::Cow;

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::{ClassList, Element, Module, Render, Rendered, print_slots};
use crate::slots::slots;

/// `et_pb_row`.
pub const MODULE: Module = Module {
    slug: "et_pb_row",
    defaults: &[],
    render: Render::Around(render),
};

/// `et_pb_row_inner`.
pub const INNER: Module = Module {
    slug: "et_pb_row_inner",
    defaults: &[],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = ClassList::of_structure(element);
    classes.add_if(element.is_on("make_equal"), "et_pb_equal_columns");
    let (gutters, hover_gutters) = gutters(element);
    classes.add_if(!gutters.is_empty(), &gutters);
    classes.backgrounds(element);
    classes.blending(element);
    let slug = element.slug;
    classes.add_if(inside.has_menu, &format!("{slug}--with-menu"));
    classes.add_if(content.trim().is_empty(), &format!("{slug}_empty"));
    let values = slots! { content, hover_gutters, ..element.root_slots(&classes) };
    let html = print_slots(element, "row", &values);
    inside.with_html(html)
}

/// The gutter width classes, if set, and the data attributes for its hover value.
pub fn gutters(element: &Element<'_>) -> (String, String) {
    if !element.is_on("use_custom_gutter") {
        return (String::new(), String::new());
    }
    let width = gutter_width(element.text("gutter_width"));
    let hover = element.attributes.value("gutter_width");
    let hover = hover.enabled(State::Hover);
    if hover.is_empty() {
        return (format!("et_pb_gutters{width}"), String::new());
    }
    let hover = gutter_width(hover);
    (
        format!("et_pb_gutters{width} et_pb_gutter_hover"),
        format!(" data-original_gutter=\"{width}\" data-hover_gutter=\"{hover}\""),
    )
}

/// 0 counts as 1.
fn gutter_width(width: &str) -> Cow<'_, str> {
    match width {
        "0" => Cow::Borrowed("1"),
        "" => Cow::Borrowed("3"),
        width => esc_attr(width),
    }
}
