//! `et_pb_text`: a text.
//!
//! Contract "divi-modules", section 2.

use super::super::builder::{Element, Module, Render, Rendered, print_slots, slots};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_text",
    defaults: &[("text_orientation", "left"), ("background_layout", "light")],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    let multi_view = element.content_multi_view(content);
    let is_written = !element.raw_content().trim().is_empty();
    let values = slots! { content, is_written, multi_view, ..element.root_slots(&classes) };
    let html = print_slots(element, "text", &values);
    inside.with_html(html)
}
