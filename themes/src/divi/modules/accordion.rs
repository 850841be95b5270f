//! `et_pb_accordion`: toggles of which one is open.
//!
//! Contract "divi-modules", section 2.

use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_accordion",
    defaults: &[],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let content = element.content(page);
    let classes = element.class_list();
    let values = context! { content, ..element.root(&classes) };
    print(page, "accordion", values)
}
