//! `et_pb_counters` and `et_pb_counter`: bar counters.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;

use super::super::builder::{
    Background, ClassList, Element, Module, Render, Rendered, print_slots, slots,
};

/// `et_pb_counters`.
pub const MODULE: Module = Module {
    slug: "et_pb_counters",
    defaults: &[("background_layout", "light"), ("use_percentages", "on")],
    render: Render::Around(counters),
};

/// `et_pb_counter`.
pub const COUNTER: Module = Module {
    slug: "et_pb_counter",
    defaults: &[("percent", "0")],
    render: Render::Around(counter),
};

/// The options of its background that a bar takes from its module, unless it has an image or a gradient of its own:
/// vectors divi-modules-2, bars of a module with an image.
const BACKGROUND: [&str; 9] = [
    "background_image",
    "parallax",
    "parallax_method",
    "background_video_mp4",
    "background_video_webm",
    "background_video_width",
    "background_video_height",
    "allow_player_pause",
    "background_video_pause_outside_viewport",
];

/// A bar with the background of its module.
fn with_background<'a>(element: &Element<'a>) -> Element<'a> {
    let has_own = !element.text("background_image").is_empty()
        || element.is_on("use_background_color_gradient");
    match element.parent("et_pb_counters").filter(|_| !has_own) {
        Some(parent) => element.inheriting(&parent.attributes, &BACKGROUND),
        None => element.clone(),
    }
}

fn counters(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = element.class_list();
    classes.add("et-waypoint");
    classes.background_layout(element);
    classes.add_text_orientation_without_space(element, "text_orientation");
    let html = print_slots(
        element,
        "counters",
        &slots! {
            content, layers => Background::of(element).pattern_and_mask(),
            ..element.root_slots(&classes)
        },
    );
    inside.with_html(html)
}

fn counter(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let title = wp_strip_all_tags(content, false);
    let written = element.text("percent");
    let percent = if written.ends_with('%') {
        written.to_owned()
    } else {
        format!("{written}%")
    };
    let hides = element
        .parent("et_pb_counters")
        .is_some_and(|p| p.attributes.text("use_percentages") == "off");
    let drawn = with_background(element);
    let mut classes = ClassList::of_child(element);
    classes.insert(0, COUNTER.slug);
    classes.backgrounds(&drawn);
    classes.add_text_orientation_without_space(element, "text_orientation");
    let values = slots! {
        title, width => esc_attr(&percent),
        label => if hides { String::new() } else { esc_attr(&percent).into_owned() },
        layers => [Background::of(&drawn).parallax(), Background::of(&drawn).video()].concat(),
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "counter", &values);
    inside.with_html(html)
}
