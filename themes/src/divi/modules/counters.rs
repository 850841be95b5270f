//! `et_pb_counters` and `et_pb_counter`: bar counters.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;

use super::super::builder::{Element, Module, Render, Rendered, print_slots, slots};

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

fn counters(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = element.class_list();
    classes.add("et-waypoint");
    classes.background_layout(element);
    classes.add_text_orientation_without_space(element, "text_orientation");
    let html = print_slots(
        element,
        "counters",
        &slots! { content, ..element.root_slots(&classes) },
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
    let mut classes = super::super::builder::ClassList::of_child(element);
    classes.insert(0, COUNTER.slug);
    classes.backgrounds(element);
    classes.add_text_orientation_without_space(element, "text_orientation");
    let values = slots! {
        title, width => esc_attr(&percent),
        label => if hides { String::new() } else { esc_attr(&percent).into_owned() },
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "counter", &values);
    inside.with_html(html)
}
