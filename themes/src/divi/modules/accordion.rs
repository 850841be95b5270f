//! `et_pb_accordion`: toggles of which one is open.
//!
//! Contract "divi-modules", section 2.

use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, print_slots, slots};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_accordion",
    defaults: &[],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let content = element.content(page);
    let classes = element.class_list();
    let values = slots! { content, ..element.root_slots(&classes) };
    print_slots(page, "accordion", &values)
}
