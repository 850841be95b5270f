//! `custom_padding` and `custom_margin`.

use super::media::{Declarations, State, by_device};
use crate::divi::attributes::Attributes;
use crate::divi::spacing::get_element_style_css;

/// Declarations of `custom_padding` or `custom_margin`; `property` is `padding` or `margin`.
pub fn spacing(attributes: &Attributes, property: &str, important: bool) -> Vec<Declarations> {
    let name = format!("custom_{property}");
    by_device(|device| {
        let value = State::Device(device).own(attributes, &name)?;
        Some(get_element_style_css(value, property, important))
    })
}
