//! `et_pb_team_member`: a person.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;

use super::super::builder::{
    ClassList, Element, ImageTag, Module, Render, Rendered, builder_text, print_slots, slots,
};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_team_member",
    defaults: &[("background_layout", "light"), ("animation", "off")],
    render: Render::Around(render),
};

/// The networks: attribute, class, name.
const NETWORKS: [(&str, &str, &str); 4] = [
    ("facebook_url", "facebook", "Facebook"),
    ("twitter_url", "twitter", "Twitter"),
    ("google_url", "google", "Google+"),
    ("linkedin_url", "linkedin", "LinkedIn"),
];

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let view = element.view;
    let image = ImageTag::of(element, "image_url")
        .with("alt", element.text("name"))
        .print(view, element.slug);
    let mut classes = element.class_list();
    classes.add("clearfix");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(image.is_empty(), "et_pb_team_member_no_image");
    let links: String = NETWORKS
        .iter()
        .filter(|(name, ..)| element.is_filled(name))
        .map(|(name, class, label)| {
            format!(
                "<li><a href=\"{}\" class=\"et_pb_font_icon et_pb_{class}_icon\"><span>{}</span></a></li>",
                url(&element.text(name).replace(['"', '\''], "")),
                builder_text(view, label)
            )
        })
        .collect();
    let filters = match ClassList::of_child_filters(element) {
        none if none.is_empty() => none,
        some => format!(" {some}"),
    };
    let content_multi_view = element.content_multi_view(content);
    let values = slots! {
        content_multi_view,
        image, content, links, filters,
        animation => esc_attr(element.text("animation")),
        name => element.title("name", element.heading("header_level", "h4"), "et_pb_module_header"),
        position => element.title("position", "p", "et_pb_member_position"),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "team_member", &values);
    inside.with_html(html)
}
