//! `et_pb_accordion`: toggles, one of them open.
//!
//! Contract "divi-modules", section 2.

use super::super::builder::{Element, Module, Render, Rendered, print_slots, slots};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_accordion",
    defaults: &[],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let classes = element.class_list();
    let values = slots! { content, ..element.root_slots(&classes) };
    let html = print_slots(element, "accordion", &values);
    inside.with_html(html)
}
