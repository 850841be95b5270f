//! Margins and paddings: four values with bars between them, top, right, bottom, left.
//!
//! Contract "divi-server", section 6.3; vectors divi-helpers.

use super::range_value::process_range_value;

/// The sides in the order of the values.
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// `et_builder_get_element_style_css`: one declaration for each side that is set; `property` is `margin` or `padding`.
pub fn get_element_style_css(value: &str, property: &str, important: bool) -> String {
    let end = if important { " !important" } else { "" };
    let declarations: Vec<String> = SIDES
        .iter()
        .zip(value.split('|'))
        .filter(|(_, value)| !value.is_empty())
        .map(|(side, value)| {
            let value = process_range_value(value, property);
            format!("{property}-{side}: {value}{end};")
        })
        .collect();
    declarations.join(" ")
}

/// `et_pb_get_spacing`: the value of one side, `default` when it is not set.
pub fn get_spacing<'v>(value: &'v str, side: &str, default: &'v str) -> &'v str {
    let at = SIDES.iter().position(|s| *s == side);
    let part = at.and_then(|at| value.split('|').nth(at));
    part.filter(|part| !part.is_empty()).unwrap_or(default)
}
