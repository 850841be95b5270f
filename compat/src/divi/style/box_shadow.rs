//! Shadows of boxes.

use super::media::{Declarations, State, by_device};
use crate::divi::attributes::Attributes;
use crate::divi::responsive::Device;

/// A kind of shadow: horizontal, vertical, blur, spread, position.
type Preset = [&'static str; 5];

const PARTS: [&str; 5] = ["horizontal", "vertical", "blur", "spread", "position"];

/// The colour without one.
const COLOR: &str = "rgba(0,0,0,0.3)";

fn preset(style: &str) -> Option<Preset> {
    Some(match style {
        "preset1" => ["0px", "2px", "18px", "0px", "outer"],
        "preset2" => ["6px", "6px", "18px", "0px", "outer"],
        "preset3" => ["0px", "12px", "18px", "-6px", "outer"],
        "preset4" => ["10px", "10px", "0px", "0px", "outer"],
        "preset5" => ["0px", "6px", "0px", "10px", "outer"],
        "preset6" => ["0px", "0px", "18px", "0px", "inner"],
        "preset7" => ["10px", "10px", "0px", "0px", "inner"],
        _ => return None,
    })
}

/// The shadow in a state, `None` when it is none or that of the wider device. `suffix` names a part of the module.
pub fn box_shadow(attributes: &Attributes, suffix: &str, state: State) -> Option<String> {
    let name = |part: &str| format!("box_shadow_{part}{suffix}");
    let has_own = ["style", "color"]
        .into_iter()
        .chain(PARTS)
        .any(|part| state.own(attributes, &name(part)).is_some());
    if !has_own && state != State::Device(Device::Desktop) {
        return None;
    }
    let preset = preset(state.inherited(attributes, &name("style"))?)?;
    let mut values = PARTS
        .into_iter()
        .zip(preset)
        .map(|(part, default)| state.inherited(attributes, &name(part)).unwrap_or(default));
    let lengths: Vec<&str> = values.by_ref().take(4).collect();
    let inset = if values.next() == Some("inner") {
        "inset"
    } else {
        ""
    };
    let color = state.inherited(attributes, &name("color")).unwrap_or(COLOR);
    Some(format!(
        "box-shadow: {inset} {} {color} ;",
        lengths.join(" ")
    ))
}

/// [`box_shadow`] of all devices.
pub fn box_shadow_by_device(attributes: &Attributes, suffix: &str) -> Vec<Declarations> {
    by_device(|device| box_shadow(attributes, suffix, State::Device(device)))
}

/// Whether the shadow falls into the element: image-like elements then need another element above them.
pub fn is_inset(attributes: &Attributes, suffix: &str) -> bool {
    let shadow = box_shadow(attributes, suffix, State::Device(Device::Desktop));
    shadow.is_some_and(|shadow| shadow.starts_with("box-shadow: inset"))
}
