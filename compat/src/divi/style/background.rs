//! Backgrounds: colour, image and gradient, by device.
//!
//! Not here: parallax and videos, which are elements of their own, and the drawings of patterns and masks.

use super::media::{Declarations, Media};
use crate::divi::attributes::Attributes;
use crate::divi::background_image::{background_position, background_size};
use crate::divi::gradient::Gradient;
use crate::divi::responsive::{Device, is_enabled};
use crate::wordpress::formatting::escape::esc_html;

/// The background's image and colour: some modules print them under different selectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Background {
    /// Where it counts.
    pub media: Media,
    /// Size, place, repetition, blending and image; empty for none.
    pub image: String,
    /// The colour; empty for none.
    pub color: String,
}

impl Background {
    /// Image and colour together.
    pub fn joined(self) -> Declarations {
        Declarations {
            media: self.media,
            text: self.image + &self.color,
        }
    }
}

/// How an element prints its background.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BackgroundStyle {
    /// Whether its declarations win over the theme's: sections.
    pub important: bool,
}

/// An attribute's value on a device: all backgrounds share one switch.
fn own<'a>(attributes: &'a Attributes, name: &str, device: Device) -> &'a str {
    if device != Device::Desktop && !is_enabled(attributes, "background") {
        return "";
    }
    attributes.text(&device.attribute(name))
}

/// As [`own`], that of the next wider device where there is none.
fn inherited<'a>(attributes: &'a Attributes, name: &str, device: Device) -> &'a str {
    let devices: &[Device] = match device {
        Device::Desktop => &[Device::Desktop],
        Device::Tablet => &[Device::Tablet, Device::Desktop],
        Device::Phone => &[Device::Phone, Device::Tablet, Device::Desktop],
    };
    let mut values = devices.iter().map(|device| own(attributes, name, *device));
    values.find(|value| !value.is_empty()).unwrap_or_default()
}

/// The gradient of a device, when it has one.
fn gradient(attributes: &Attributes, device: Device) -> Option<String> {
    let value = |name: &str| inherited(attributes, name, device);
    if value("use_background_color_gradient") != "on" {
        return None;
    }
    let default = Gradient::default();
    let or = |name: &str, default| {
        Some(value(name))
            .filter(|v| !v.is_empty())
            .unwrap_or(default)
    };
    let gradient = Gradient {
        kind: or("background_color_gradient_type", default.kind),
        direction: or("background_color_gradient_direction", default.direction),
        radial_direction: or(
            "background_color_gradient_direction_radial",
            default.radial_direction,
        ),
        stops: or("background_color_gradient_stops", default.stops),
        repeat: or("background_color_gradient_repeat", default.repeat),
    };
    Some(gradient.css())
}

/// The address of a device's image, when it is shown as a plain background.
fn image(attributes: &Attributes, device: Device) -> Option<String> {
    let value = |name: &str| inherited(attributes, name, device);
    let is_plain = value("background_enable_image") != "off" && value("parallax") != "on";
    let image = value("background_image");
    (is_plain && !image.is_empty()).then(|| format!("url({})", esc_html(image)))
}

/// Images and gradient, the upper first.
fn images(attributes: &Attributes, device: Device) -> String {
    let image = image(attributes, device);
    let gradient = gradient(attributes, device);
    let is_above = inherited(
        attributes,
        "background_color_gradient_overlays_image",
        device,
    ) == "on";
    let layers = if is_above {
        [gradient, image]
    } else {
        [image, gradient]
    };
    let layers: Vec<String> = layers.into_iter().flatten().collect();
    layers.join(", ")
}

/// Size, place, repetition and blending of a device's image, as far as they are not the usual ones.
fn image_options(attributes: &Attributes, device: Device) -> String {
    let value = |name: &str| own(attributes, name, device);
    let mut out = String::new();
    let mut declare = |property: &str, value: &str, usual: &str| {
        if !value.is_empty() && value != usual {
            out.push_str(&format!("{property}: {value}; "));
        }
    };
    let (width, height) = (
        value("background_image_width"),
        value("background_image_height"),
    );
    let size = background_size(value("background_size"), width, height, "", "");
    declare("background-size", &size, "cover");
    let position = value("background_position");
    if !position.is_empty() && position != "center" {
        let (x, y) = (
            value("background_horizontal_offset"),
            value("background_vertical_offset"),
        );
        let position = background_position(position, x, y, "center").position;
        declare("background-position", &position, "");
    }
    declare("background-repeat", value("background_repeat"), "no-repeat");
    declare("background-blend-mode", value("background_blend"), "normal");
    out
}

/// The colour of a device, when it has one of its own.
fn color(attributes: &Attributes, device: Device) -> Option<&str> {
    let color = own(attributes, "background_color", device);
    let is_on = inherited(attributes, "background_enable_color", device) != "off";
    (is_on && !color.is_empty()).then_some(color)
}

/// The background on each device.
pub fn background(attributes: &Attributes, style: BackgroundStyle) -> Vec<Background> {
    let end = if style.important { " !important" } else { "" };
    let mut out = Vec::new();
    let mut wider = String::new();
    let mut is_color_reset = false;
    for device in Device::ALL {
        let is_small = device != Device::Desktop;
        if is_small && !is_enabled(attributes, "background") {
            break;
        }
        let images = images(attributes, device);
        let image = match (images.is_empty(), is_small) {
            (true, true) => format!("background-image: initial{end};"),
            (true, false) => String::new(),
            (false, _) if images == wider => String::new(),
            (false, _) => {
                let options = if image(attributes, device).is_some() {
                    image_options(attributes, device)
                } else {
                    String::new()
                };
                format!("{options}background-image: {images}{end};")
            }
        };
        let color = match color(attributes, device) {
            Some(color) => format!("background-color: {}{end};", esc_html(color)),
            // An image covers the colour of larger windows, once; a section's colour stays.
            None if is_small && !images.is_empty() && !is_color_reset && !style.important => {
                is_color_reset = true;
                "background-color: initial;".to_owned()
            }
            None => String::new(),
        };
        wider = images;
        if !image.is_empty() || !color.is_empty() {
            let media = Media::of(device);
            out.push(Background {
                media,
                image,
                color,
            });
        }
    }
    out
}
