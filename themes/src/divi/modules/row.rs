//! `et_pb_row` and `et_pb_row_inner`: columns side by side.

use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::class_list::ClassList;
use super::super::builder::element::Element;
use super::super::builder::module::Module;
use super::super::builder::page_builder::PageBuilder;

/// The row of a section.
pub const MODULE: Module = Module {
    slug: "et_pb_row",
    defaults: &[],
    render,
};

/// The row inside a column.
pub const INNER: Module = Module {
    slug: "et_pb_row_inner",
    defaults: &[],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let outer = std::mem::take(&mut PageBuilder::of(page).columns);
    let content = element.content(page);
    PageBuilder::of(page).columns = outer;
    let mut classes = ClassList::of_structure(element);
    classes.add_if(element.is_on("make_equal"), "et_pb_equal_columns");
    if element.is_on("use_custom_gutter") {
        let width = match element.text("gutter_width") {
            "0" => "1",
            "" => "3",
            width => width,
        };
        classes.add(format!("et_pb_gutters{width}"));
    }
    classes.add_if(
        content.trim().is_empty(),
        &format!("{}_empty", element.module.slug),
    );
    let values = context! { id => element.id_attribute(), classes => classes.print(), content };
    let view = page.view.clone();
    view.theme.engine.render("divi/modules/row.html", values)
}
