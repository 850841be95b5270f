//! `et_pb_map`, `et_pb_fullwidth_map` and their pins.
//!
//! Contract "divi-modules", sections 2 and 3.

use std::fmt::Write as _;

use compat::divi::attributes::State;
use compat::wordpress::formatting::escape::esc_attr;
use minijinja::context;

use super::super::builder::{ClassList, Element, Module, Render, Rendered, print};

/// `et_pb_map`.
pub const MODULE: Module = Module {
    slug: "et_pb_map",
    defaults: DEFAULTS,
    render: Render::Around(map),
};

/// `et_pb_fullwidth_map`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_map",
    defaults: DEFAULTS,
    render: Render::Around(map),
};

/// A pin.
pub const PIN: Module = Module {
    slug: "et_pb_map_pin",
    defaults: &[],
    render: Render::Around(pin),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("zoom_level", "12"),
    ("mouse_wheel", "on"),
    ("mobile_dragging", "on"),
    ("grayscale_filter_amount", "0"),
];

fn map(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_map_container");
    let values = context! {
        content, grayscale => grayscale(element),
        lat => element.text("address_lat"), lng => element.text("address_lng"),
        zoom => element.text("zoom_level"),
        wheel => element.text("mouse_wheel"), dragging => element.text("mobile_dragging"),
        ..element.root(&classes)
    };
    let html = print(element, "map", values);
    inside.with_html(html)
}

/// The grayscale filter by device.
fn grayscale(element: &Element<'_>) -> String {
    let name = "grayscale_filter_amount";
    if !element.is_on("use_grayscale_filter") {
        return String::new();
    }
    let mut wider = element.text(name);
    let mut out = format!(" data-grayscale=\"{}\"", esc_attr(wider));
    for device in State::NARROW {
        let value = element.attributes.value(name).enabled(device);
        if !value.is_empty() && value != wider {
            wider = value;
            let _ = write!(
                out,
                " data-grayscale-{}=\"{}\"",
                device.name(),
                esc_attr(value)
            );
        }
    }
    out
}

fn pin(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let (mut lat, mut lng) = (
        element.text("pin_address_lat"),
        element.text("pin_address_lng"),
    );
    // Pins of old versions store both coordinates in one attribute.
    if lat.is_empty() && lng.is_empty() {
        (lat, lng) = element
            .text("zoom_level")
            .split_once(',')
            .unwrap_or_default();
    }
    let values = context! { lat, lng, title => element.text("title"), content };
    let html = print(element, "map_pin", values);
    inside.with_html(html)
}
