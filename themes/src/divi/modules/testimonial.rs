//! `et_pb_testimonial`.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_html;

use crate::wordpress::head::url;

use super::super::builder::{Element, Module, MultiView, Render, Rendered, print_slots, slots};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_testimonial",
    defaults: &[
        ("text_orientation", "left"),
        ("background_layout", "light"),
        ("quote_icon", "on"),
        ("use_background_color", "on"),
    ],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let portrait = element.text("portrait_url");
    let mut classes = element.class_list();
    classes.add("clearfix");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(element.text("quote_icon") == "off", "et_pb_icon_off");
    // Printed even with a portrait, because Divi checks the wrong attribute.
    classes.add("et_pb_testimonial_no_image");
    classes.add_if(
        element.text("use_background_color") == "off",
        "et_pb_testimonial_no_bg",
    );
    let href = element.text("url");
    let target = if element.is_on("url_new_window") {
        "target=\"_blank\""
    } else {
        ""
    };
    let linked = |text: String| {
        if href.is_empty() || text.is_empty() {
            text
        } else {
            format!("<a href=\"{}\" {target}>{text}</a>", url(href))
        }
    };
    let company = linked(esc_html(element.text("company_name")).into_owned());
    let author = element.values("author");
    let multi_view = MultiView::default()
        .content(&author.clone().escaped())
        .print(element.slug);
    let author = if company.is_empty() {
        linked(esc_html(author.desktop()).into_owned())
    } else {
        esc_html(author.desktop()).into_owned()
    };
    let content_multi_view = element.content_multi_view(content);
    let values = slots! {
        content_multi_view,
        portrait => url(portrait), content, author, multi_view,
        position => element.text("job_title"), company,
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "testimonial", &values);
    inside.with_html(html)
}
