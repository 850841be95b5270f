//! `et_pb_code` and `et_pb_fullwidth_code`: markup as somebody wrote it.
//!
//! Contract "divi-modules", sections 2 and 3.

use compat::divi::code_module::{
    convert_line_breaks, fix_raw_shortcodes, unprep_code_module_for_wpautop,
};
use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, print};

/// In a column.
pub const MODULE: Module = Module {
    slug: "et_pb_code",
    defaults: &[],
    render,
};

/// As wide as the page.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_code",
    defaults: &[],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    // Brackets inside of comments arrive as entities.
    let raw = element.raw_content();
    let raw = raw.replace(
        "&#91;et_pb_line_break_holder&#93;",
        "[et_pb_line_break_holder]",
    );
    let raw = raw.replace(
        "&#091;et_pb_line_break_holder&#093;",
        "[et_pb_line_break_holder]",
    );
    let raw = convert_line_breaks(&raw, "\n");
    let raw = unprep_code_module_for_wpautop(&raw);
    let content = element.do_shortcode(&fix_raw_shortcodes(&raw), page);
    let content = compat::divi::code_module::replace_code_content_entities(&content);
    let classes = element.class_list();
    let multi_view = element.multi_view("raw_content");
    let values = context! { content, multi_view, ..element.root(&classes) };
    print(page, "code", values)
}
