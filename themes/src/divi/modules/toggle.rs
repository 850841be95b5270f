//! `et_pb_toggle` and `et_pb_accordion_item`.
//!
//! Contract "divi-modules", section 2.

use super::super::builder::{ClassList, Element, Module, Render, Rendered, print_slots, slots};

/// `et_pb_toggle`.
pub const MODULE: Module = Module {
    slug: "et_pb_toggle",
    defaults: &[("open", "off")],
    render: Render::Around(render),
};

/// `et_pb_accordion_item`.
pub const ACCORDION_ITEM: Module = Module {
    slug: "et_pb_accordion_item",
    defaults: &[("open", "off")],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let is_item = element.slug == ACCORDION_ITEM.slug;
    let mut classes = if is_item {
        let first = ["et_pb_toggle", "et_pb_module", ACCORDION_ITEM.slug];
        let mut classes = ClassList::of_column(element, &first);
        classes.backgrounds(element);
        classes
    } else {
        let mut classes = ClassList::before_backgrounds(element);
        classes.add("et_pb_toggle_item");
        classes.backgrounds(element);
        classes
    };
    classes.text_orientation(element, "text_orientation");
    // The first item of an accordion is open, whatever its attributes.
    let is_open = if is_item {
        element.index == 0
    } else {
        element.is_on("open")
    };
    classes.add(if is_open {
        "et_pb_toggle_open"
    } else {
        "et_pb_toggle_close"
    });
    let tag = level(element);
    let values = slots! {
        title => element.title("title", tag, "et_pb_toggle_title"),
        multi_view => element.content_multi_view(content),
        content,
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "toggle", &values);
    inside.with_html(html)
}

/// The heading element of the title: its own, else the accordion's.
fn level(element: &Element<'_>) -> &'static str {
    let accordion = element.parent("et_pb_accordion");
    let own = [element.text("title_level"), element.text("toggle_level")];
    let of_parent = accordion.map_or("", |p| p.attributes.text("toggle_level"));
    let levels = own.into_iter().chain([of_parent]);
    let known = ["h1", "h2", "h3", "h4", "h5", "h6"];
    levels
        .filter_map(|level| known.iter().find(|k| **k == level))
        .next()
        .unwrap_or(&"h5")
}
