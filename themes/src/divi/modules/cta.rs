//! `et_pb_cta`: call to action.
//!
//! Contract "divi-modules", section 2.

use super::super::builder::{
    Button, ClassList, Element, Module, Render, Rendered, print_slots, slots,
};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_cta",
    defaults: &[
        ("text_orientation", "center"),
        ("background_layout", "dark"),
        ("use_background_color", "on"),
    ],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_promo");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(element.text("use_background_color") == "off", "et_pb_no_bg");
    let button = Button {
        class: "et_pb_button et_pb_promo_button",
        ..Button::default()
    };
    let values = slots! {
        title => element.title_markup("title", element.heading("header_level", "h2"), "et_pb_module_header"),
        multi_view => element.content_multi_view(content),
        content, button => button.print(element),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "cta", &values);
    inside.with_html(html)
}
