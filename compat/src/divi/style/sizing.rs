//! Widths and heights.

use super::media::{Declarations, Media, State};
use crate::divi::attributes::Attributes;
use crate::divi::range_value::process_range_value;
use crate::divi::responsive::{Device, is_enabled};

/// A size: its attribute, its property, the value that says nothing.
struct Size {
    attribute: &'static str,
    property: &'static str,
    default: &'static str,
    /// Widths are made numbers with units, heights are taken as they are.
    is_width: bool,
}

const fn size(
    attribute: &'static str,
    property: &'static str,
    default: &'static str,
    is_width: bool,
) -> Size {
    Size {
        attribute,
        property,
        default,
        is_width,
    }
}

const SIZES: [Size; 5] = [
    size("height", "height", "auto", false),
    size("min_height", "min-height", "auto", false),
    size("max_height", "max-height", "none", false),
    size("width", "width", "auto", true),
    size("max_width", "max-width", "none", true),
];

/// Declarations of a size, by its attribute's name.
pub fn sizing(attributes: &Attributes, attribute: &str) -> Vec<Declarations> {
    let Some(size) = SIZES.iter().find(|size| size.attribute == attribute) else {
        return Vec::new();
    };
    let is_responsive = is_enabled(attributes, attribute);
    let tablet = attributes.text(&Device::Tablet.attribute(attribute));
    let mut out = Vec::new();
    for device in Device::ALL {
        let own = State::Device(device).own(attributes, attribute);
        let Some(value) = own.filter(|v| device != Device::Desktop || *v != size.default) else {
            continue;
        };
        // A width for large windows only, where smaller ones have their own.
        let is_large_only = size.attribute == "width" && is_responsive && !tablet.is_empty();
        let media = match Media::of(device) {
            Media::General if is_large_only => Media::Min981,
            media => media,
        };
        let value = if size.is_width {
            process_range_value(value, size.property)
        } else {
            value.to_owned()
        };
        let text = format!("{}: {value};", size.property);
        out.push(Declarations { media, text });
    }
    out
}
