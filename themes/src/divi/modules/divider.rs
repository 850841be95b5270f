//! `et_pb_divider`: a line or empty space.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::{ClassList, Element, Module, Render, Rendered, print_slots, slots};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_divider",
    defaults: &[("show_divider", "on")],
    render: Render::Leaf(render),
};

fn render(element: &Element<'_>) -> Rendered {
    let is_shown = element.is_on("show_divider");
    let mut classes = if is_shown {
        element.class_list()
    } else {
        ClassList::without_slug(element)
    };
    if is_shown {
        let position = element.text("divider_position");
        classes.add(format!("et_pb_divider_position_{}", esc_attr(position)));
    }
    classes.add("et_pb_space");
    classes.add_if(!is_shown, "et_pb_divider_hidden");
    print_slots(
        element,
        "divider",
        &slots! { ..element.root_slots(&classes) },
    )
    .into()
}
