//! Where an element stands: in the flow, beside it, or fixed to the window; and above what.

use crate::divi::attributes::Attributes;
use crate::divi::range_value::process_range_value;

/// How an element's own style sheet places it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// It is relative already: sections, rows and columns are.
    pub is_relative: bool,
    /// Its `z-index` must win over the theme's: rows and columns.
    pub important_z_index: bool,
}

/// The declarations on desktops.
pub fn position(attributes: &Attributes, place: Place) -> Option<String> {
    let mut out: Vec<String> = Vec::new();
    let positioning = attributes.text("positioning");
    let z_index = attributes.text("z_index");
    if !z_index.is_empty() {
        let end = if place.important_z_index {
            " !important"
        } else {
            ""
        };
        out.push(format!("z-index: {z_index}{end};"));
    }
    let origin = match positioning {
        "absolute" => attributes.text("position_origin_a"),
        "fixed" => attributes.text("position_origin_f"),
        "relative" => attributes.text("position_origin_r"),
        _ => {
            if !z_index.is_empty() {
                out.push("position: relative;".to_owned());
            }
            return (!out.is_empty()).then(|| out.join(" "));
        }
    };
    match positioning {
        "relative" if place.is_relative && z_index.is_empty() => {}
        "relative" => out.push("position: relative;".to_owned()),
        other => out.push(format!("position: {other} !important;")),
    }
    let origin = if origin.is_empty() {
        "top_left"
    } else {
        origin
    };
    out.extend(corner(attributes, origin));
    Some(out.join(" "))
}

/// Distances from the corner that is meant.
fn corner(attributes: &Attributes, origin: &str) -> Vec<String> {
    let (vertical, horizontal) = origin.split_once('_').unwrap_or((origin, "left"));
    let offset = |name: &str| match attributes.text(name) {
        "" => "0px".to_owned(),
        value => process_range_value(value, ""),
    };
    let mut out = Vec::new();
    let mut moved = Vec::new();
    match vertical {
        "center" => {
            out.push("top: 50%; bottom: auto;".to_owned());
            moved.push("translateY(-50%)");
        }
        "bottom" => out.push(format!("bottom: {}; top: auto;", offset("vertical_offset"))),
        _ => out.push(format!("top: {}; bottom: auto;", offset("vertical_offset"))),
    }
    match horizontal {
        "center" => {
            out.push("left: 50%; right: auto;".to_owned());
            moved.insert(0, "translateX(-50%)");
        }
        "right" => out.push(format!(
            "right: {}; left: auto;",
            offset("horizontal_offset")
        )),
        _ => out.push(format!(
            "left: {}; right: auto;",
            offset("horizontal_offset")
        )),
    }
    if !moved.is_empty() {
        out.push(format!("transform: {};", moved.join(" ")));
    }
    out
}
