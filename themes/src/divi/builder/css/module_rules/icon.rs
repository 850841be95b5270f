//! Icons: font, character, colour and size.

use compat::divi::font_icon::process_font_icon;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::icon_font::icon_font;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class};
use super::image;
use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

/// The font declarations of an icon.
pub fn font_css(icon: &str) -> String {
    let (family, weight) = icon_font(icon);
    format!("font-family:{family} !important; font-weight:{weight} !important;")
}

/// [`font_css`] and the `content` declaration with the icon's character.
pub fn content_css(icon: &str) -> String {
    let character = process_font_icon(icon);
    let code = character
        .trim_start_matches("&amp;")
        .trim_start_matches("&#x")
        .trim_start_matches("#x")
        .trim_end_matches(';');
    let code = match code.chars().next() {
        Some(c) if code.chars().count() == 1 => format!("{:x}", u32::from(c)),
        _ => code.to_owned(),
    };
    format!(
        "{} content:\"\\{}\" !important;",
        font_css(icon),
        esc_html(&code)
    )
}

/// Adds the rules of modules that are or contain an icon.
pub fn add(styles: &mut Styles<'_>) {
    match styles.module() {
        "blurb" => add_blurb(styles),
        "icon" => add_icon(styles),
        "toggle" => add_toggle_size(styles),
        _ => {}
    }
}

fn add_blurb(styles: &mut Styles<'_>) {
    let is_icon = styles.text("use_icon") == "on";
    let icon = format!("{ORDER_CLASS} .et-pb-icon");
    let wrap = format!("{ORDER_CLASS} .et_pb_main_blurb_image .et_pb_image_wrap");
    let (selector, property) = if is_icon {
        (&icon, "font-size")
    } else {
        (&wrap, "max-width")
    };
    let width = |value: &str| compat::divi::range_value::process_range_value(value, "");
    let hovered = hover_at_order_class(selector);
    styles.add_property("image_icon_width", (selector, &hovered), property, &width);
    if !is_icon {
        return;
    }
    if styles.text("icon_color").is_empty() {
        let css = format!("color: {};", esc_html(styles.subject.accent));
        styles.add(Media::General, &icon, &css);
    }
    let color = |value: &str| esc_html(value).into_owned();
    styles.add_property(
        "icon_color",
        (&icon, &hover_at_order_class(&icon)),
        "color",
        &color,
    );
    add_font(styles, &icon, &hover_at_order_class(&icon));
}

fn add_font(styles: &mut Styles<'_>, selector: &str, hovered: &str) {
    let value = styles.text("font_icon");
    if !value.is_empty() {
        styles.add(Media::General, selector, &font_css(value));
    }
    if let Some(value) = styles.hover("font_icon") {
        styles.add(Media::General, hovered, &font_css(value));
    }
}

fn add_icon(styles: &mut Styles<'_>) {
    image::add_alignment(styles, "center");
    for media in [Media::Max980, Media::Max767] {
        styles.add(media, ORDER_CLASS, "margin-left: auto; margin-right: auto;");
    }
    let icon = format!("{ORDER_CLASS} .et_pb_icon_wrap .et-pb-icon");
    let hovered = hover_at_end(&icon);
    if styles.text("font_icon").is_empty() {
        styles.add(Media::General, &icon, &font_css("&#x21;||divi||400"));
    }
    add_font(styles, &icon, &hovered);
    for (attribute, property, default) in [
        ("icon_color", "color", styles.subject.accent),
        ("icon_width", "font-size", "96px"),
    ] {
        if styles.text(attribute).is_empty() {
            let css = format!("{property}: {};", esc_html(default));
            styles.add(Media::General, &icon, &css);
        }
        let value = |value: &str| match property {
            "font-size" => compat::divi::range_value::process_range_value(value, ""),
            _ => esc_html(value).into_owned(),
        };
        styles.add_property(attribute, (&icon, &hovered), property, &value);
    }
}

/// Adds the size of a testimonial's quote icon; negative offsets of half the size keep its centre in place.
pub fn add_sizes(styles: &mut Styles<'_>) {
    if !styles.has("use_icon_font_size") || styles.text("use_icon_font_size") != "on" {
        return;
    }
    let selector = match styles.module() {
        "testimonial" => format!("{ORDER_CLASS}:before"),
        _ => return,
    };
    for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device("icon_font_size")) {
        if value.is_empty() {
            continue;
        }
        let size = process_range_value(value, "");
        let half = half(value);
        let css =
            format!("font-size:{size}; border-radius:{size}; top:-{half}; margin-left:-{half};");
        styles.add(media, &selector, &esc_html(&css));
    }
}

/// Half a size, in pixels.
fn half(value: &str) -> String {
    let number = string_to_float(value.as_bytes()) / 2.0;
    format!("{}px", to_php_string(number))
}

/// Adds the size of a toggle's icon, before its colour.
pub fn add_toggle_size(styles: &mut Styles<'_>) {
    let parts = match styles.module() {
        "toggle" => [("", ".et_pb_toggle_close"), ("open_", ".et_pb_toggle_open")],
        _ => return,
    };
    for (prefix, class) in parts {
        if styles.text(&format!("{prefix}use_icon_font_size")) != "on" {
            continue;
        }
        let selector = format!("{ORDER_CLASS}{class} .et_pb_toggle_title:before");
        let values = styles.by_device(&format!("{prefix}icon_font_size"));
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() {
                let size = process_range_value(value, "");
                // The default size is 16 px; half of the difference keeps the centre in place.
                let right = (16.0 - string_to_float(value.as_bytes())) / 2.0;
                let css = format!("font-size:{size}; right:{}px;", to_php_string(right));
                styles.add(media, &selector, &esc_html(&css));
            }
        }
    }
}
