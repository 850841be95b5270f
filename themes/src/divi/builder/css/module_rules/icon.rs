//! Icons: font, character, colour and size.

use compat::divi::attributes::{State, is_filled};
use compat::divi::font_icon::process_font_icon;
use compat::divi::state_selector::ORDER_CLASS;
use compat::divi::theme_tables::ThemeTables;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::icon_font::icon_font;
use super::super::styles::{DEVICES, Styles, hover_at_order_class};
use super::super::values::{length, plain};
use super::image;

/// The font declarations of an icon.
pub fn font_css(icon: &str) -> String {
    let (family, weight) = icon_font(icon);
    format!("font-family:{family} !important; font-weight:{weight} !important;")
}

/// [`font_css`] and the `content` declaration with the icon's character.
pub fn content_css(tables: &ThemeTables, icon: &str) -> String {
    let character = process_font_icon(tables, icon);
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
        "icon" => image::add_alignment(styles, "center"),
        _ => {}
    }
}

/// The alignment of an image or icon over the text, by device.
fn add_blurb_alignment(styles: &mut Styles<'_>) {
    if styles.get("icon_placement") != "top" {
        return;
    }
    let option = "icon_alignment";
    let is_responsive = styles.is_responsive(option);
    let values = styles.three(option, "");
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        let margin = match value {
            "left" => "auto auto auto 0",
            "right" => "auto 0 auto auto",
            _ if is_responsive => "auto",
            _ => continue,
        };
        if value.is_empty() {
            continue;
        }
        let content = format!("{ORDER_CLASS} .et_pb_blurb_content");
        styles.rule(
            media,
            &content,
            &format!("text-align: {};", plain(value, "")),
        );
        if styles.get("use_icon") != "on" {
            let wrap = format!("{ORDER_CLASS}.et_pb_blurb .et_pb_image_wrap");
            styles.rule(media, &wrap, &format!("margin: {margin};"));
        }
    }
}

/// The width of an image; that of an icon is its font size.
fn add_blurb(styles: &mut Styles<'_>) {
    add_blurb_alignment(styles);
    if styles.get("use_icon") == "on" {
        return;
    }
    let option = "image_icon_width";
    let wrap = format!("{ORDER_CLASS} .et_pb_main_blurb_image .et_pb_image_wrap");
    let values = DEVICES.map(|(_, device)| styles.at(option, device));
    let has_pixels = values.iter().any(|value| value.contains("px"));
    let is_svg = styles.get("image").ends_with(".svg");
    let property = if is_svg || has_pixels {
        "width"
    } else {
        "max-width"
    };
    let hover = styles.hover(option);
    if is_filled(hover) {
        let is_width = is_svg || styles.get(option).contains("px");
        let property = if is_width { "width" } else { "max-width" };
        let css = format!("{property}: {};", plain(hover, ""));
        styles.rule(Media::General, &hover_at_order_class(&wrap), &css);
    }
    let is_responsive = styles.is_responsive(option);
    for ((media, device), value) in DEVICES.into_iter().zip(values) {
        if is_filled(value) && (device == State::Desktop || is_responsive) {
            let css = format!("{property}: {};", length(value, property));
            styles.rule(media, &wrap, &css);
        }
    }
    let sticky = styles.sticky(option);
    if is_filled(sticky) {
        let selector = styles.sticky_of(&wrap);
        let css = format!("{property}: {};", length(sticky, property));
        for (media, _) in DEVICES {
            styles.rule(media, &selector, &css);
        }
    }
}
