//! The font that an icon's character stands in.
//!
//! Contract "divi-server", section 1.2 (forms of icons).

use compat::divi::font_icon::font_of;
use compat::wordpress::formatting::escape::esc_html;
use std::borrow::Cow;

/// Family and weight that an icon names, or those of the builder's own icons.
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
