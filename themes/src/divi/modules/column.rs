//! `et_pb_column` and `et_pb_column_inner`: modules one under the other, in a part of the row's width.
//!
//! Contract "divi-modules", section 1: fractions are added up in floating point and compared as text of 14 digits.

use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::class_list::ClassList;
use super::super::builder::element::Element;
use super::super::builder::module::Module;
use super::super::builder::page_builder::PageBuilder;

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
    let holds_rows = element.is_filled("specialty_columns");
    let is_last = PageBuilder::of(page).columns.closes_row(&kind);
    let content = element.content(page);
    let mut classes = ClassList::default();
    classes.add("et_pb_column");
    classes.add(format!("et_pb_column_{kind}"));
    classes.add(element.order_class());
    classes.add_if(holds_rows, "et_pb_specialty_column");
    finish(element, page, classes, (is_last, content))
}

fn inner(element: &Element<'_>, page: &mut Page) -> String {
    let outer = match element.text("saved_specialty_column_type") {
        "" => PageBuilder::of(page)
            .parent("et_pb_column")
            .map_or("", |p| p.attributes.text("type"))
            .to_owned(),
        saved => saved.to_owned(),
    };
    let kind = column_type(element).to_owned();
    let is_last = PageBuilder::of(page).columns.closes_row(&kind);
    let content = element.content(page);
    let mut classes = ClassList::default();
    classes.add("et_pb_column");
    classes.add(format!("et_pb_column_{}", inside(&outer, &kind)));
    classes.add("et_pb_column_inner");
    classes.add(element.order_class());
    finish(element, page, classes, (is_last, content))
}

fn finish(
    element: &Element<'_>,
    page: &mut Page,
    mut classes: ClassList,
    (is_last, content): (bool, String),
) -> String {
    for class in element.text("module_class").split_whitespace() {
        classes.add(class);
    }
    let blends = !matches!(element.text("mix_blend_mode"), "" | "normal");
    classes.add_if(
        element.module.slug == "et_pb_column" && !blends,
        "et_pb_css_mix_blend_mode_passthrough",
    );
    classes.add_if(is_last, "et-last-child");
    classes.add_if(content.trim().is_empty(), "et_pb_column_empty");
    let values = context! { id => element.id_attribute(), classes => classes.print(), content };
    let view = page.view.clone();
    view.theme.engine.render("divi/modules/column.html", values)
}

/// The part of the row, as in `1_2`.
fn column_type<'e>(element: &'e Element<'_>) -> &'e str {
    match element.text("type") {
        "" => "4_4",
        kind => kind,
    }
}

/// The part of the page that a column takes inside a column.
fn inside(outer: &str, inner: &str) -> &'static str {
    match (outer, inner) {
        ("2_3", "1_2") => "1_3",
        ("2_3", "1_3") => "2_9",
        ("2_3", "1_4") => "1_6",
        ("3_4", "1_2") => "3_8",
        ("3_4", "1_3") | ("1_2", "1_2") => "1_4",
        ("1_2", "1_3") => "1_6",
        _ => "4_4",
    }
}
