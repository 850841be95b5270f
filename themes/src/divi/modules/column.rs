//! `et_pb_column` and `et_pb_column_inner`.
//!
//! Contract "divi-modules", section 1: fractions are summed in floating point and compared as text with 14 digits.

use super::super::builder::class_list::blends;
use super::super::builder::element_count::column_type;
use super::super::builder::{ClassList, Element, Module, Render, Rendered, print_slots};
use crate::slots::slots;

/// The column of a row.
pub const MODULE: Module = Module {
    slug: "et_pb_column",
    defaults: &[],
    render: Render::Around(column),
};

/// The column of an inner row.
pub const INNER: Module = Module {
    slug: "et_pb_column_inner",
    defaults: &[],
    render: Render::Around(inner),
};

fn column(element: &Element<'_>, inside: Rendered) -> Rendered {
    let kind = column_type(element);
    let stands_in_section = element
        .parents()
        .next()
        .is_some_and(|p| p.slug == "et_pb_section");
    let mut classes = ClassList::of_column(element, &["et_pb_column"]);
    // Divi always inserts this class at the second position.
    classes.insert(1, format!("et_pb_column_{kind}"));
    classes.backgrounds(element);
    // Empty entries of Divi's class list, printed as spaces.
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
    classes.add(if blends(element) {
        "et_pb_css_mix_blend_mode"
    } else {
        "et_pb_css_mix_blend_mode_passthrough"
    });
    classes.filters(element, "filter_");
    finish(element, inside, classes)
}

fn inner(element: &Element<'_>, inside: Rendered) -> Rendered {
    let outer = match element.text("saved_specialty_column_type") {
        "" => element
            .parent("et_pb_column")
            .map_or("", |p| p.attributes.text("type")),
        saved => saved,
    };
    let part = part_of_page(outer, column_type(element));
    let mut classes = ClassList::of_column(element, &["et_pb_column_inner"]);
    // The class of a column stands behind that of a transform, before that of a border.
    classes.put_behind_transform("et_pb_column");
    classes.insert(1, format!("et_pb_column_{part}"));
    classes.backgrounds(element);
    classes.blending(element);
    finish(element, inside, classes)
}

fn finish(element: &Element<'_>, inside: Rendered, mut classes: ClassList) -> Rendered {
    let content = inside.html.as_str();
    // Of the columns of a specialty section only that with rows is told to be the last.
    let stands_in_section = element
        .parents()
        .next()
        .is_some_and(|p| p.slug == "et_pb_section");
    let is_last =
        element.closes_row && (!stands_in_section || element.is_filled("specialty_columns"));
    classes.add_if(is_last, "et-last-child");
    classes.add_if(content.trim().is_empty(), "et_pb_column_empty");
    classes.add_if(inside.has_menu, "et_pb_column--with-menu");
    let is_inner = element.slug == INNER.slug;
    let values = slots! { content, is_inner, ..element.root_slots(&classes) };
    let html = print_slots(element, "column", &values);
    inside.with_html(html)
}

/// The fraction of the page of a nested column.
fn part_of_page<'p>(outer: &str, inner: &'p str) -> &'p str {
    match (outer, inner) {
        ("2_3", "1_2") => "1_3",
        ("2_3", "1_3") => "2_9",
        ("2_3", "1_4") | ("1_2", "1_3") => "1_6",
        ("3_4", "1_2") => "3_8",
        ("3_4", "1_3") | ("1_2", "1_2") => "1_4",
        (_, "1_1") => "4_4",
        (_, inner) => inner,
    }
}
