//! `et_pb_counters` and `et_pb_counter`: bars of per cents.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;

use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, RenderState, print_slots, slots};

/// The parent.
pub const MODULE: Module = Module {
    slug: "et_pb_counters",
    defaults: &[("background_layout", "light"), ("use_percentages", "on")],
    render: counters,
};

/// A bar.
pub const COUNTER: Module = Module {
    slug: "et_pb_counter",
    defaults: &[("percent", "0")],
    render: counter,
};

fn counters(element: &Element<'_>, page: &mut Page) -> String {
    let content = element.content(page);
    let mut classes = element.class_list();
    classes.add("et-waypoint");
    classes.background_layout(element);
    print_slots(
        page,
        "counters",
        &slots! { content, ..element.root_slots(&classes) },
    )
}

fn counter(element: &Element<'_>, page: &mut Page) -> String {
    let content = element.content(page);
    let title = wp_strip_all_tags(&content, false);
    let written = element.text("percent");
    let percent = if written.ends_with('%') {
        written.to_owned()
    } else {
        format!("{written}%")
    };
    let hides = RenderState::of(page)
        .parent("et_pb_counters")
        .is_some_and(|p| p.attributes.text("use_percentages") == "off");
    let mut classes = super::super::builder::ClassList::of_child(element);
    classes.insert(0, COUNTER.slug);
    classes.backgrounds(element);
    let values = slots! {
        title, width => esc_attr(&percent),
        label => if hides { String::new() } else { esc_attr(&percent).into_owned() },
        ..element.root_slots(&classes)
    };
    print_slots(page, "counter", &values)
}
