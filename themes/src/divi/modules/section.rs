//! `et_pb_section`: regular, fullwidth and specialty sections.
//!
//! Contract "divi-modules", section 1.

use compat::divi::attributes::State;

use super::super::builder::background::Background;
use super::super::builder::dividers::has_divider;
use super::super::builder::{ClassList, Element, Module, Render, Rendered, print_slots};
use super::row::gutters;
use crate::slots::slots;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_section",
    defaults: &[],
    render: Render::Around(render),
};

/// The colour of a section that shows what stands behind it.
const TRANSPARENT: &str = "rgba(255,255,255,0)";

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let (fullwidth, specialty) = (element.is_on("fullwidth"), element.is_on("specialty"));
    let content = inside.html.as_str();
    let background = Background::of(element);
    let mut classes = ClassList::of_structure(element);
    classes.add_if(
        specialty && element.is_on("make_equal"),
        "et_pb_equal_columns",
    );
    classes.backgrounds(element);
    classes.add_if(background.is_set(), "et_pb_with_background");
    classes.blending(element);
    classes.add_if(element.is_on("inner_shadow"), "et_pb_inner_shadow");
    classes.add_if(fullwidth, "et_pb_fullwidth_section");
    classes.add(if specialty {
        "et_section_specialty"
    } else {
        "et_section_regular"
    });
    classes.add_if(
        element.text("background_color") == TRANSPARENT,
        "et_section_transparent",
    );
    let [top, bottom] = ["top", "bottom"].map(|place| has_divider(&element.attributes, place));
    classes.add_if(top || bottom, "section_has_divider");
    if top || bottom {
        element
            .dividers
            .classes()
            .for_each(|class| classes.add(class));
    }
    let positioning = element.attributes.value("positioning");
    for (position, class) in [
        ("absolute", "et_pb_section--absolute"),
        ("fixed", "et_pb_section--fixed"),
    ] {
        let mut devices = State::DEVICES.into_iter();
        let is_there = devices.any(|device| positioning.enabled(device) == position);
        classes.add_if(is_there, class);
    }
    classes.add_if(inside.has_menu, "et_pb_section--with-menu");
    let (row_classes, hover_gutters) = gutters(element);
    let values = slots! {
        specialty, content, top, bottom, row_classes, hover_gutters,
        ..element.root_slots(&classes)
    };
    let html = print_slots(element, "section", &values);
    // Menus of a section do not affect its parents.
    Rendered {
        has_menu: false,
        ..inside.with_html(html)
    }
}
