//! Margins and paddings: top, right, bottom and left, separated by bars.
//!
//! Contract "divi-server", section 6.3; vectors divi-helpers.

use super::range_value::process_range_value;

/// The sides in the order of the values.
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// `et_builder_get_element_style_css`: one declaration for each side that is set; `property` is `margin` or `padding`.
pub fn get_element_style_css(value: &str, property: &str, important: bool) -> String {
    let end = if important { " !important" } else { "" };
    let mut out = String::new();
    let sides = SIDES.iter().zip(value.split('|'));
    for (side, value) in sides.filter(|(_, value)| !value.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend([property, "-", side, ": "]);
        out.push_str(&process_range_value(value, property));
        out.extend([end, ";"]);
    }
    out
}

/// `et_pb_get_spacing`: the value of one side, `default` when it is not set.
pub fn get_spacing<'v>(value: &'v str, side: &str, default: &'v str) -> &'v str {
    let at = SIDES.iter().position(|s| *s == side);
    let part = at.and_then(|at| value.split('|').nth(at));
    part.filter(|part| !part.is_empty()).unwrap_or(default)
}
