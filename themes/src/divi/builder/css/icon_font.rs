//! The font of an icon.
//!
//! Contract "divi-server", section 1.2 (forms of icons).

use compat::divi::font_icon::font_of;
use compat::wordpress::formatting::escape::esc_html;
use std::borrow::Cow;

/// The font family and weight of a stored icon; the builder's icon font when it does not name one.
pub fn icon_font(icon: &str) -> (&'static str, Cow<'_, str>) {
    let (family, weight) = font_of(icon).unwrap_or(("divi", "400"));
    let family = if family == "fa" {
        "FontAwesome"
    } else {
        "ETmodules"
    };
    let weight = if weight.is_empty() { "400" } else { weight };
    (family, esc_html(weight))
}
