//! `et_pb_text`: a text.

use minijinja::context;

use crate::wordpress::view::Page;

use super::super::builder::element::Element;
use super::super::builder::module::Module;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_text",
    defaults: &[("text_orientation", "left"), ("background_layout", "light")],
    render,
};

fn render(element: &Element<'_>, page: &mut Page) -> String {
    let content = element.content(page);
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    let values = context! { id => element.id_attribute(), classes => classes.print(), content };
    let view = page.view.clone();
    view.theme.engine.render("divi/modules/text.html", values)
}
