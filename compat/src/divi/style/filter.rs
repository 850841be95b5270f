//! Filters of colours, blur, and how an element blends with what is behind it.

use super::media::State;
use crate::divi::attributes::Attributes;
use crate::divi::responsive::Device;

/// Attributes, functions and the values that change nothing, in the order in which they are printed.
const FILTERS: [(&str, &str, &str); 8] = [
    ("hue_rotate", "hue-rotate", "0deg"),
    ("saturate", "saturate", "100%"),
    ("brightness", "brightness", "100%"),
    ("contrast", "contrast", "100%"),
    ("invert", "invert", "0%"),
    ("sepia", "sepia", "0%"),
    ("opacity", "opacity", "100%"),
    ("blur", "blur", "0px"),
];

/// The functions in a state, those that change nothing left out. `prefix` is empty, or `child_` for an image inside.
fn functions(attributes: &Attributes, prefix: &str, state: State) -> Vec<(&'static str, String)> {
    let filters = FILTERS.into_iter().filter_map(|(part, function, default)| {
        let value = state.inherited(attributes, &format!("{prefix}filter_{part}"))?;
        (value != default).then(|| (function, format!("{function}({value})")))
    });
    filters.collect()
}

/// The declarations on desktops: blending first, then the filter.
pub fn filter(attributes: &Attributes, prefix: &str) -> Option<String> {
    let state = State::Device(Device::Desktop);
    let functions = functions(attributes, prefix, state);
    let blend = blend_mode(attributes, prefix);
    let functions: Vec<String> = functions.into_iter().map(|(_, text)| text).collect();
    match (blend, functions.is_empty()) {
        (None, true) => None,
        (Some(blend), true) => Some(blend),
        (None, false) => Some(format!(
            "filter: {};backface-visibility:hidden;",
            functions.join(" ")
        )),
        (Some(blend), false) => Some(format!("{blend} filter: {};", functions.join(" "))),
    }
}

/// How the element blends, which counts under the mouse too.
pub fn blend_mode(attributes: &Attributes, prefix: &str) -> Option<String> {
    let state = State::Device(Device::Desktop);
    let mode = state.own(attributes, &format!("{prefix}mix_blend_mode"))?;
    (mode != "normal").then(|| format!("mix-blend-mode: {mode};backface-visibility:hidden;"))
}

/// The filter under the mouse, when it differs.
pub fn filter_hover(attributes: &Attributes, prefix: &str) -> Option<String> {
    let names = FILTERS
        .iter()
        .map(|(part, ..)| format!("{prefix}filter_{part}"));
    let has_own = names
        .into_iter()
        .any(|name| State::Hover.own(attributes, &name).is_some());
    let functions = functions(attributes, prefix, State::Hover);
    let functions: Vec<String> = functions.into_iter().map(|(_, text)| text).collect();
    (has_own && !functions.is_empty()).then(|| {
        format!(
            "filter: {};backface-visibility:hidden;",
            functions.join(" ")
        )
    })
}
