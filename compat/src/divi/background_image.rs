//! Position, size and transform of background images, patterns and masks.
//!
//! Contract "divi-server", section 6.3; vectors divi-helpers `background.*`.

use super::range_value::process_range_value;
use crate::wordpress::php::cast::string_to_float;

/// `background-position` and its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackgroundPosition {
    /// `background-position-y`.
    pub position_y: String,
    /// `background-position-x`.
    pub position_x: String,
    /// `background-position`.
    pub position: String,
}

/// The position of an image; `position` is a keyword such as `top_left`, `default` the one for none.
pub fn background_position(
    position: &str,
    horizontal_offset: &str,
    vertical_offset: &str,
    default: &str,
) -> BackgroundPosition {
    let word = if position.is_empty() {
        default
    } else {
        position
    };
    let (first, second) = word.split_once('_').unwrap_or((word, ""));
    let offset = |value: &str| {
        // PHP's integer part decides.
        let is_set = string_to_float(value.as_bytes()).abs() >= 1.0;
        is_set.then(|| process_range_value(value, ""))
    };
    // Offsets from the right and bottom edges are printed even when they are zero.
    let edge = |name: &str, value: &str| match (offset(value), name) {
        (Some(offset), _) => format!("{name} {offset}"),
        (None, "right" | "bottom") => format!("{name} {}", process_range_value(value, "")),
        (None, _) => name.to_owned(),
    };
    let position_y = match first {
        "top" | "bottom" => edge(first, vertical_offset),
        _ => "center".to_owned(),
    };
    let horizontal = if second.is_empty() { first } else { second };
    let position_x = match horizontal {
        "left" | "right" => edge(horizontal, horizontal_offset),
        _ => "center".to_owned(),
    };
    let position = if position_x == "center" && position_y == "center" {
        "center".to_owned()
    } else {
        format!("{position_x} {position_y}")
    };
    BackgroundPosition {
        position_y,
        position_x,
        position,
    }
}

/// `background-size`; `kind` is `mask` for masks, which may be larger than their box.
pub fn background_size(size: &str, width: &str, height: &str, default: &str, kind: &str) -> String {
    match size {
        "" => default.to_owned(),
        "cover" | "contain" | "initial" => size.to_owned(),
        "stretch" if kind == "mask" => "calc(100% + 2px) calc(100% + 2px)".to_owned(),
        "stretch" => "100% 100%".to_owned(),
        "custom" => custom_size(width, height),
        _ => String::new(),
    }
}

fn custom_size(width: &str, height: &str) -> String {
    let length = |value: &str| {
        // PHP's integer part decides.
        let is_set = string_to_float(value.as_bytes()).abs() >= 1.0;
        is_set.then(|| process_range_value(value, ""))
    };
    let auto = || "auto".to_owned();
    match (length(width), length(height)) {
        (None, None) => "initial".to_owned(),
        (width, height) => {
            let (width, height) = (width.unwrap_or_else(auto), height.unwrap_or_else(auto));
            format!("{width} {height}")
        }
    }
}

/// Whether the stored transforms of a pattern or mask contain one: `horizontal`, `vertical`, `rotate` or `invert`.
pub fn transform_state(stored: &str, state: &str) -> bool {
    let word = match state {
        "horizontal" => "flip_horizontal",
        "vertical" => "flip_vertical",
        "rotate" => "rotate_90_degree",
        "invert" => "invert",
        _ => return false,
    };
    stored.split('|').any(|part| part == word)
}

/// `transform` of a pattern or mask that is flipped.
pub fn transform_css(horizontal: bool, vertical: bool) -> String {
    let factor = |is_flipped| if is_flipped { -1 } else { 1 };
    format!("scale({}, {})", factor(horizontal), factor(vertical))
}
