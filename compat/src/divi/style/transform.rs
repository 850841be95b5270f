//! Scaling, moving, turning, skewing.

use super::media::{Declarations, State, by_device};
use crate::divi::attributes::Attributes;
use crate::divi::responsive::{Device, get_responsive_status};
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::php::float::to_php_string;

/// Attributes and the functions of their parts, in the order in which they are printed.
const TRANSFORMS: [(&str, &[&str]); 4] = [
    ("scale", &["scaleX", "scaleY"]),
    ("translate", &["translateX", "translateY"]),
    ("rotate", &["rotateX", "rotateY", "rotateZ"]),
    ("skew", &["skewX", "skewY"]),
];

/// The value of one transformation in a state: all share one switch beside their own.
fn value<'a>(attributes: &'a Attributes, part: &str, state: State) -> Option<&'a str> {
    let name = format!("transform_{part}");
    let is_shared = |switch: &str| get_responsive_status(attributes.text(switch));
    let shared = match state {
        State::Device(device) if is_shared("transform_styles_last_edited") => {
            attributes.text(&device.attribute(&name))
        }
        State::Hover if is_shared("transform_styles__hover_enabled") => {
            attributes.text(&format!("{name}__hover"))
        }
        _ => "",
    };
    Some(shared)
        .filter(|value| !value.is_empty())
        .or_else(|| state.own(attributes, &name))
}

/// As [`value`], that of the next wider device where there is none.
fn inherited<'a>(attributes: &'a Attributes, part: &str, state: State) -> Option<&'a str> {
    let wider = match state {
        State::Device(Device::Desktop) => None,
        State::Device(Device::Phone) => Some(State::Device(Device::Tablet)),
        State::Device(Device::Tablet) | State::Hover => Some(State::Device(Device::Desktop)),
    };
    let own = value(attributes, part, state);
    own.or_else(|| inherited(attributes, part, wider?))
}

/// The functions in a state.
fn functions(attributes: &Attributes, state: State) -> Vec<String> {
    let mut out = Vec::new();
    for (part, names) in TRANSFORMS {
        let value = inherited(attributes, part, state).unwrap_or_default();
        for (name, value) in names.iter().zip(value.split('|')) {
            if !value.is_empty() {
                out.push(format!("{name}({})", argument(part, value)));
            }
        }
    }
    out
}

/// Scales are stored in per cent.
fn argument(part: &str, value: &str) -> String {
    match value.strip_suffix('%').filter(|_| part == "scale") {
        Some(percent) => to_php_string(string_to_float(percent.as_bytes()) / 100.0),
        None => value.to_owned(),
    }
}

/// The transformation on each device. Once one differs by device, all smaller windows are told.
pub fn transform(attributes: &Attributes) -> Vec<Declarations> {
    let parts = || TRANSFORMS.iter().map(|(part, _)| *part);
    by_device(|device| {
        let is_told = match device {
            Device::Desktop => true,
            Device::Tablet => differs(attributes, parts(), &[Device::Tablet]),
            Device::Phone => differs(attributes, parts(), &[Device::Tablet, Device::Phone]),
        };
        let functions = functions(attributes, State::Device(device));
        (is_told && !functions.is_empty()).then(|| format!("transform: {};", functions.join(" ")))
    })
}

fn differs<'p>(
    attributes: &Attributes,
    mut parts: impl Iterator<Item = &'p str>,
    devices: &[Device],
) -> bool {
    parts.any(|part| {
        let mut states = devices.iter().map(|device| State::Device(*device));
        states.any(|state| value(attributes, part, state).is_some())
    })
}

/// The transformation under the mouse, when it has one of its own.
pub fn transform_hover(attributes: &Attributes) -> Option<String> {
    let mut parts = TRANSFORMS.iter().map(|(part, _)| *part);
    let has_own = parts.any(|part| value(attributes, part, State::Hover).is_some());
    let functions = functions(attributes, State::Hover);
    (has_own && !functions.is_empty())
        .then(|| format!("transform: {} !important;", functions.join(" ")))
}
