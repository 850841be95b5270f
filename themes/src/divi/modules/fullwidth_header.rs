//! `et_pb_fullwidth_header`: a full-width, optionally full-screen, title.
//!
//! Contract "divi-modules", section 3.

use compat::divi::font_icon::process_font_icon_down;
use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::{
    Button, Element, ImageTag, Module, MultiView, Render, Rendered, print_slots,
};
use crate::slots::slots;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_fullwidth_header",
    defaults: &[
        ("parallax_method", "off"),
        ("text_orientation", "left"),
        ("background_layout", "dark"),
        ("content_orientation", "center"),
        ("image_orientation", "center"),
        ("scroll_down_icon", ";"),
        ("header_fullscreen", "off"),
    ],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let view = element.view;
    let logo = ImageTag::of(element, "logo_image_url")
        .with("title", element.text("logo_title"))
        .with("alt", element.text("logo_alt_text"))
        .class("header-logo")
        .print(view, element.slug);
    let image = ImageTag::of(element, "header_image_url")
        .with("alt", element.text("image_alt_text"))
        .with("title", element.text("image_title"))
        .print(view, element.slug);
    let mut classes = element.class_list();
    classes.add_if(!image.is_empty(), "et_pb_header_with_image");
    classes.add_justified_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(
        element.text("header_fullscreen") != "off",
        "et_pb_fullscreen",
    );
    let plain = |name: &str, tag: &str, class: &str| {
        let values = element.values(name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = MultiView::default().content(&values).print(element.slug);
        format!(
            "<{tag} class=\"{class}\"{multi_view}>{}</{tag}>",
            values.desktop()
        )
    };
    let content_multi_view = element.content_multi_view(content);
    let values = slots! {
        logo, image, content, content_multi_view,
        title => plain("title", element.heading("title_level", "h1"), "et_pb_module_header"),
        subhead => plain("subhead", "span", "et_pb_fullwidth_header_subhead"),
        buttons => [button(element, "one"), button(element, "two")].concat(),
        orientation => esc_attr(element.text("text_orientation")),
        content_orientation => esc_attr(element.text("content_orientation")),
        image_orientation => esc_attr(element.text("image_orientation")),
        scroll => scroll(element),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "fullwidth_header", &values);
    inside.with_html(html)
}

fn button(element: &Element<'_>, number: &str) -> String {
    let prefix = format!("button_{number}");
    Button {
        text: &format!("{prefix}_text"),
        url: &format!("{prefix}_url"),
        new_window: &format!("{prefix}_new_window"),
        class: &format!("et_pb_button et_pb_more_button et_pb_{prefix}"),
        prefix: &prefix,
        is_wrapped: false,
        shows_without_url: true,
    }
    .print(element)
}

/// The scroll-down button.
fn scroll(element: &Element<'_>) -> String {
    if !element.is_on("header_scroll_down") {
        return String::new();
    }
    let tables = element.theme_tables();
    let icon = process_font_icon_down(tables, element.text("scroll_down_icon"));
    let icon = super::icon::character(tables, &icon.replace("&amp;#", "&#"));
    format!("<span class=\"scroll-down et-pb-icon\">{icon}</span>")
}
