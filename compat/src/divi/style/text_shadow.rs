//! Shadows of texts.

use super::media::{Declarations, State, by_device};
use crate::divi::attributes::Attributes;
use crate::divi::responsive::Device;

/// The colour without one.
const COLOR: &str = "rgba(0,0,0,0.4)";

const PARTS: [&str; 3] = ["horizontal_length", "vertical_length", "blur_strength"];

fn preset(style: &str) -> Option<[&'static str; 3]> {
    Some(match style {
        "preset1" => ["0em", "0.1em", "0.1em"],
        "preset2" => ["0.08em", "0.08em", "0.08em"],
        "preset3" => ["0em", "0em", "0.3em"],
        "preset4" => ["0em", "0.08em", "0em"],
        "preset5" => ["0.08em", "0.08em", "0em"],
        _ => return None,
    })
}

/// The shadow of a text group (`group` as in `text` or `header`) on each device.
pub fn text_shadow(attributes: &Attributes, group: &str) -> Vec<Declarations> {
    let name = |part: &str| format!("{group}_text_shadow_{part}");
    by_device(|device| {
        let state = State::Device(device);
        let mut names = ["style", "color"].into_iter().chain(PARTS);
        let has_own = names.any(|part| state.own(attributes, &name(part)).is_some());
        if !has_own && device != Device::Desktop {
            return None;
        }
        let preset = preset(state.inherited(attributes, &name("style"))?)?;
        let lengths = PARTS
            .into_iter()
            .zip(preset)
            .map(|(part, default)| state.inherited(attributes, &name(part)).unwrap_or(default));
        let lengths: Vec<&str> = lengths.collect();
        let color = state.inherited(attributes, &name("color")).unwrap_or(COLOR);
        Some(format!("text-shadow: {} {color};", lengths.join(" ")))
    })
}
