//! Menus: grounds of their lists, the logo, the colours of their icons.

use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::styles::{DEVICES, Styles};
use compat::divi::hover::ORDER_CLASS;

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !matches!(styles.module(), "menu" | "fullwidth_menu") {
        return;
    }
    let main = styles.selectors.main.as_str();
    // Lists have the ground of the menu unless they have their own.
    let ground = match styles.text("background_color") {
        "" => "#ffffff",
        color => color,
    };
    let mobile = format!("{main} .et_mobile_menu, {main} .et_mobile_menu ul");
    for (attribute, selector) in [
        ("dropdown_menu_bg_color", format!("{main} .nav li ul")),
        ("mobile_menu_bg_color", mobile),
    ] {
        let mut values = styles.by_device(attribute);
        if values[0].is_empty() {
            values[0] = ground;
        }
        if attribute == "mobile_menu_bg_color" && values[2].is_empty() {
            values[2] = values[1];
        }
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() {
                let css = format!("background-color: {} !important;", esc_html(value));
                styles.add(media, &selector, &css);
            }
        }
    }
    let inner = format!("{ORDER_CLASS} .et_pb_menu_inner_container > .et_pb_menu__logo-wrap");
    let wrap = format!("{inner}, {ORDER_CLASS} .et_pb_menu__logo-slot");
    let slot = format!("{ORDER_CLASS} .et_pb_menu__logo-slot .et_pb_menu__logo-wrap img");
    let image = format!("{inner} .et_pb_menu__logo img, {slot}");
    add_sizes(styles, &wrap, [("logo_width", "width", "auto"), ("logo_max_width", "max-width", "100%")]);
    if styles.has("logo_height") {
        let selector = format!("{ORDER_CLASS} .et_pb_menu__logo-wrap .et_pb_menu__logo img");
        styles.add(Media::General, &selector, "width: auto;");
    }
    add_sizes(styles, &image, [("logo_height", "height", "auto"), ("logo_max_height", "max-height", "none")]);
}

fn add_sizes(styles: &mut Styles<'_>, selector: &str, sizes: [(&str, &str, &'static str); 2]) {
    for (attribute, property, default) in sizes {
        let mut values = styles.by_device(attribute);
        if values[0].is_empty() {
            values[0] = default;
        }
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() {
                let css = format!("{property}: {};", esc_html(value));
                styles.add(media, selector, &css);
            }
        }
    }
}
