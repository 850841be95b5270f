//! `et_pb_sidebar`: a widget area.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;
use minijinja::context;

use crate::wordpress::view::Page;

use crate::wordpress::widgets::{SidebarArgs, dynamic_sidebar};

use super::super::builder::{ClassList, Element, Module, OnPage, Rendered, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_sidebar",
    defaults: &[
        ("orientation", "left"),
        ("background_layout", "light"),
        ("area", "sidebar-1"),
        ("show_border", "on"),
    ],
    render: OnPage::leaf(render),
};

/// The wrappers of widgets.
const WIDGET: SidebarArgs = SidebarArgs {
    before_widget: "<div id=\"%1$s\" class=\"et_pb_widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h4 class=\"widgettitle\">",
    after_title: "</h4>",
};

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let area = element.text("area").to_owned();
    let widgets = dynamic_sidebar(page, &area, WIDGET);
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_widget_area clearfix");
    classes.add(format!(
        "et_pb_widget_area_{}",
        esc_attr(element.text("orientation"))
    ));
    classes.add_text_orientation_without_space(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(!element.is_on("show_border"), "et_pb_sidebar_no_border");
    let html = print(
        element,
        "sidebar",
        context! { widgets, ..element.root(&classes) },
    );
    inside.with_html(html)
}
