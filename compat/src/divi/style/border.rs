//! Borders and round corners.

use super::media::{Declarations, State, by_device};
use crate::divi::attributes::Attributes;
use crate::divi::range_value::process_range_value;
use crate::divi::responsive::Device;

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// Round corners: `on|top left|top right|bottom right|bottom left`. `suffix` names a part of the module, as in `_image`.
pub fn border_radii(attributes: &Attributes, suffix: &str, state: State) -> Option<String> {
    let value = state.own(attributes, &format!("border_radii{suffix}"))?;
    let corners: Vec<String> = value
        .split('|')
        .skip(1)
        .take(4)
        .map(|corner| {
            if corner.is_empty() {
                "0px".to_owned()
            } else {
                corner.to_owned()
            }
        })
        .collect();
    let is_set = value.split('|').skip(1).any(|corner| !corner.is_empty());
    is_set.then(|| format!("border-radius: {};overflow: hidden;", corners.join(" ")))
}

/// [`border_radii`] of all devices.
pub fn border_radii_by_device(attributes: &Attributes, suffix: &str) -> Vec<Declarations> {
    by_device(|device| border_radii(attributes, suffix, State::Device(device)))
}

/// Width, style and colour of the borders.
pub fn border_styles(attributes: &Attributes, suffix: &str, state: State) -> String {
    let name = |part: &str, side: &str| format!("border_{part}_{side}{suffix}");
    let width = |side: &str| {
        let value = state.own(attributes, &name("width", side))?;
        Some(process_range_value(value, ""))
    };
    let all = width("all");
    let sides = SIDES.map(width);
    let mut out = String::new();
    let is_merged = all.is_some() && sides.iter().any(Option::is_some);
    if let Some(all) = &all {
        let widths = sides.iter().map(|own| own.as_ref().unwrap_or(all).as_str());
        let widths = if is_merged {
            widths.collect::<Vec<_>>().join(" ")
        } else {
            all.clone()
        };
        out.push_str(&format!("border-width:{widths};"));
    }
    for part in ["style", "color"] {
        if let Some(value) = state.own(attributes, &name(part, "all")) {
            out.push_str(&format!("border-{part}:{value};"));
        }
    }
    // The far side's own style and colour count on smaller windows too, even when nothing differs there.
    let is_small = matches!(state, State::Device(Device::Tablet | Device::Phone));
    for (side, width) in SIDES.into_iter().zip(sides) {
        let value = |part: &str| {
            let name = name(part, side);
            if is_small {
                state.inherited(attributes, &name)
            } else {
                state.own(attributes, &name)
            }
        };
        let width = width.or_else(|| Some(process_range_value(value("width")?, "")));
        if let Some(width) = width.filter(|_| !is_merged) {
            out.push_str(&format!("border-{side}-width:{width};"));
        }
        for part in ["style", "color"] {
            if let Some(value) = value(part) {
                out.push_str(&format!("border-{side}-{part}:{value};"));
            }
        }
    }
    out
}

/// [`border_styles`] of all devices.
pub fn border_styles_by_device(attributes: &Attributes, suffix: &str) -> Vec<Declarations> {
    by_device(|device| Some(border_styles(attributes, suffix, State::Device(device))))
}

/// Whether an element has a border of any width, on any device or under the mouse (class `et_pb_with_border`).
pub fn has_border(attributes: &Attributes) -> bool {
    let widths = attributes
        .iter()
        .filter(|(name, _)| name.starts_with("border_width_"));
    widths
        .filter(|(name, _)| !name.ends_with("_last_edited") && !name.ends_with("_enabled"))
        .any(|(_, value)| !value.is_empty())
}
