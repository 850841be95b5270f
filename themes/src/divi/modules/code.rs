//! `et_pb_code` and `et_pb_fullwidth_code`: raw markup.
//!
//! Contract "divi-modules", sections 2 and 3.

use std::sync::Arc;

use compat::divi::code_module::{
    convert_line_breaks, fix_raw_shortcodes, replace_code_content_entities,
    unprep_code_module_for_wpautop,
};
use compat::divi::layout::ContentModel;
use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, OnPage, Render, Rendered, print};

/// The content may contain shortcodes.
const RENDER: Render = OnPage::with(
    ContentModel::Raw,
    |_, raw| written(raw).contains('['),
    render,
);

/// `et_pb_code`.
pub const MODULE: Module = Module {
    slug: "et_pb_code",
    defaults: &[],
    render: RENDER,
};

/// `et_pb_fullwidth_code`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_code",
    defaults: &[],
    render: RENDER,
};

/// The raw content.
fn written(raw: &str) -> String {
    // Brackets in HTML comments are stored as entities.
    let raw = raw.replace(
        "&#91;et_pb_line_break_holder&#93;",
        "[et_pb_line_break_holder]",
    );
    let raw = raw.replace(
        "&#091;et_pb_line_break_holder&#093;",
        "[et_pb_line_break_holder]",
    );
    let raw = convert_line_breaks(&raw, "\n");
    fix_raw_shortcodes(&unprep_code_module_for_wpautop(&raw))
}

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let theme = Arc::clone(&page.view.theme);
    let written = written(element.raw_content());
    let content = theme.shortcodes.do_shortcode(&written, page);
    let content = replace_code_content_entities(&content);
    let mut classes = element.class_list();
    classes.add_text_orientation_without_space(element, "text_orientation");
    let multi_view = element.multi_view("raw_content");
    let values = context! { content, multi_view, ..element.root(&classes) };
    let html = print(element, "code", values);
    inside.with_html(html)
}
