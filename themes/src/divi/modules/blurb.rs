//! `et_pb_blurb`: an image or icon above or beside a title and text.
//!
//! Contract "divi-modules", section 2.

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;

use super::super::builder::{
    ClassList, Element, ImageTag, Module, MultiView, Render, Rendered, print_slots, slots,
};
use crate::wordpress::head::url;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_blurb",
    defaults: &[
        ("text_orientation", "left"),
        ("background_layout", "light"),
        ("icon_placement", "top"),
        ("animation", "top"),
    ],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = element.class_list();
    classes.text_orientation(element, "text_orientation");
    let [position, narrower] = position(element);
    classes.add(format!(" {position}"));
    classes.background_layout(element);
    classes.add_if(!narrower.is_empty(), &narrower);
    let href = element.text("url");
    let target = if element.is_on("url_new_window") {
        " target=\"_blank\""
    } else {
        ""
    };
    let link = if href.is_empty() {
        String::new()
    } else {
        format!("<a href=\"{}\"{target}", url(href))
    };
    let filters = ClassList::of_child_filters(element);
    let values = slots! {
        tag => element.heading("header_level", "h4"),
        title => title(element, &link),
        media => media(element, &link),
        filters => filters.trim_start(),
        multi_view => element.content_multi_view(content),
        content,
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "blurb", &values);
    inside.with_html(html)
}

fn title(element: &Element<'_>, link: &str) -> String {
    let values = element.values("title");
    if !values.is_any() {
        return String::new();
    }
    let multi_view = MultiView::default().content(&values).print(element.slug);
    let text = values.desktop();
    if link.is_empty() {
        format!("<span{multi_view}>{text}</span>")
    } else {
        format!("{link}{multi_view}>{text}</a>")
    }
}

/// The classes of the image's position, by device.
fn position(element: &Element<'_>) -> [String; 2] {
    let first = format!(
        "et_pb_blurb_position_{}",
        esc_attr(element.text("icon_placement"))
    );
    let mut classes = Vec::new();
    for device in State::NARROW {
        let value = element.attributes.value("icon_placement").enabled(device);
        if !value.is_empty() {
            let class = format!("et_pb_blurb_position_{}", esc_attr(value));
            classes.push(device.name_of(&class));
        }
    }
    [first, classes.join(" ")]
}

/// The image or icon, linked like the title.
fn media(element: &Element<'_>, link: &str) -> String {
    let animation = esc_attr(element.text("animation")).into_owned();
    let animated = format!(
        "et-waypoint et_pb_animation_{animation} et_pb_animation_{animation}_tablet et_pb_animation_{animation}_phone"
    );
    let (wrap, inner) = if element.is_on("use_icon") {
        ("et_pb_image_wrap", icon(element, &animated))
    } else {
        let image = ImageTag::of(element, "image")
            .with("alt", element.text("alt"))
            .class(animated);
        let image = image.print(element.view, element.slug);
        ("et_pb_image_wrap et_pb_only_image_mode_wrap", image)
    };
    if inner.is_empty() {
        return String::new();
    }
    let inner = format!("<span class=\"{wrap}\">{inner}</span>");
    if link.is_empty() {
        inner
    } else {
        // Divi escapes this link's URL differently from the title's.
        format!("{}>{inner}</a>", link.replace("&#038;", "&amp;"))
    }
}

fn icon(element: &Element<'_>, animated: &str) -> String {
    let icons = element.values("font_icon");
    if !icons.is_any() {
        return String::new();
    }
    let icons = super::icon::characters(element.theme_tables(), icons);
    let multi_view = MultiView::default().content(&icons).print(element.slug);
    let mut class = format!("{animated} et-pb-icon");
    if element.is_on("use_circle") {
        class.push_str(" et-pb-icon-circle");
        if element.is_on("use_circle_border") {
            class.push_str(" et-pb-icon-circle-border");
        }
    }
    format!(
        "<span class=\"{class}\"{multi_view}>{}</span>",
        icons.desktop()
    )
}
