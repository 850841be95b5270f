//! `et_pb_column` and `et_pb_column_inner`: modules one under the other, in a part of the row's width.
//!
//! Contract "divi-modules", section 1: fractions are added up in floating point and compared as text of 14 digits.

use crate::wordpress::view::Page;

use super::super::builder::class_list::{ClassList, blends};
use super::super::builder::element::{Element, print_slots};
use super::super::builder::module::Module;
use super::super::builder::render_state::RenderState;
use crate::slots::slots;

/// The column of a row.
pub const MODULE: Module = Module {
    slug: "et_pb_column",
    defaults: &[],
    render: column,
};

/// The column of an inner row.
pub const INNER: Module = Module {
    slug: "et_pb_column_inner",
    defaults: &[],
    render: inner,
};

fn column(element: &Element<'_>, page: &mut Page) -> String {
    let kind = column_type(element).to_owned();
    let builder = RenderState::of(page);
    let stands_in_section = builder
        .parents()
        .last()
        .is_some_and(|p| p.slug == "et_pb_section");
    let is_last = builder.columns.closes_row(&kind);
    let (content, has_menu) = content(element, page);
    let mut classes = ClassList::of_column(element, &["et_pb_column"]);
    // The builder's second place, whatever the first one is.
    classes.insert(1, format!("et_pb_column_{kind}"));
    // Empty places of the builder's own list: they show as spaces.
    classes.add("");
    if stands_in_section {
        let holds_rows = element.is_filled("specialty_columns");
        classes.add(if holds_rows {
            " et_pb_specialty_column"
        } else {
            ""
        });
        classes.add("");
    }
    classes.backgrounds(element);
    classes.blending(element);
    classes.add_if(!blends(element), "et_pb_css_mix_blend_mode_passthrough");
    finish(element, page, classes, (is_last, has_menu, content))
}

fn inner(element: &Element<'_>, page: &mut Page) -> String {
    let outer = match element.text("saved_specialty_column_type") {
        "" => RenderState::of(page)
            .parent("et_pb_column")
            .map_or("", |p| p.attributes.text("type"))
            .to_owned(),
        saved => saved.to_owned(),
    };
    let kind = column_type(element).to_owned();
    let part = inside(&outer, &kind);
    let is_last = RenderState::of(page).columns.closes_row(&kind);
    let (content, has_menu) = content(element, page);
    let mut classes = ClassList::of_column(
        element,
        &[
            "et_pb_column",
            &format!("et_pb_column_{part}"),
            "et_pb_column_inner",
        ],
    );
    classes.backgrounds(element);
    finish(element, page, classes, (is_last, has_menu, content))
}

/// What stands inside, and whether a menu is there.
fn content(element: &Element<'_>, page: &mut Page) -> (String, bool) {
    let before = std::mem::take(&mut RenderState::of(page).has_menu);
    let content = element.content(page);
    let has_menu = RenderState::of(page).has_menu;
    RenderState::of(page).has_menu |= before;
    (content, has_menu)
}

fn finish(
    element: &Element<'_>,
    page: &mut Page,
    mut classes: ClassList,
    (is_last, has_menu, content): (bool, bool, String),
) -> String {
    classes.add_if(is_last, "et-last-child");
    classes.add_if(content.trim().is_empty(), "et_pb_column_empty");
    classes.add_if(has_menu, "et_pb_column--with-menu");
    let values = slots! { content, ..element.root_slots(&classes) };
    print_slots(page, "column", &values)
}

/// The part of the row, as in `1_2`.
fn column_type<'e>(element: &'e Element<'_>) -> &'e str {
    match element.text("type") {
        "" => "4_4",
        kind => kind,
    }
}

/// The part of the page that a column takes inside a column.
fn inside(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("2_3", "1_2") => "1_3",
        ("2_3", "1_3") => "2_9",
        ("2_3", "1_4") | ("1_2", "1_3") => "1_6",
        ("3_4", "1_2") => "3_8",
        ("3_4", "1_3") | ("1_2", "1_2") => "1_4",
        (_, "1_1") => "4_4",
        (_, inner) => inner,
    }
    .to_owned()
}
