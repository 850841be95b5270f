//! Images: alignment and full width.

use compat::divi::state_selector::ORDER_CLASS;

use super::super::super::style_sheet::Media;
use super::super::styles::{DEVICES, Styles};

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    match styles.module() {
        "image" => add_image(styles),
        "post_title" | "fullwidth_post_title" => add_post_title(styles),
        _ => {}
    }
}

fn add_image(styles: &mut Styles<'_>) {
    let is_full = styles.text("force_fullwidth") == "on";
    let inner = format!("{ORDER_CLASS} .et_pb_image_wrap, {ORDER_CLASS} img");
    if is_full {
        let css = "width: 100%; max-width: 100% !important;";
        styles.add(Media::General, ORDER_CLASS, css);
        styles.add(Media::General, &inner, "width: 100%;");
    } else {
        let image = format!("{ORDER_CLASS} .et_pb_image_wrap img");
        if styles.has("height") || styles.has("max_height") {
            styles.add(Media::General, &image, "width: auto;");
        }
        for media in [Media::Max980, Media::Max767] {
            styles.add(media, &image, "width: auto;");
        }
    }
    add_alignment(styles, "left");
    // SVG images have no intrinsic size.
    if styles.text("src").ends_with(".svg") {
        let wrap = format!("{ORDER_CLASS} .et_pb_image_wrap");
        styles.add(Media::General, &wrap, "display: block;");
    }
}

pub(super) fn add_alignment(styles: &mut Styles<'_>, default: &'static str) {
    let mut values = styles.by_device("align");
    if values[0].is_empty() {
        values[0] = default;
    }
    let mut before = "";
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        if value != before {
            let css = match value {
                "left" => "text-align: left;margin-left: 0;",
                "center" if media == Media::General => "text-align: center;",
                "center" => "text-align: center;margin-left: auto;margin-right: auto;",
                "right" => "text-align: right;margin-right: 0;",
                _ => "",
            };
            styles.add(media, ORDER_CLASS, css);
        }
        if !value.is_empty() {
            before = value;
        }
    }
}

fn add_post_title(styles: &mut Styles<'_>) {
    let shown = styles.text("featured_image") != "off";
    if shown && styles.text("featured_placement") != "background" {
        let get = |attribute: &str, default: &'static str| {
            let value = styles.text(attribute);
            if value.is_empty() {
                default.to_owned()
            } else {
                value.to_owned()
            }
        };
        let (height, max) = (get("image_height", "auto"), get("image_max_height", "none"));
        let container = format!("{ORDER_CLASS} .et_pb_title_featured_container");
        if styles.text("force_fullwidth") == "off" {
            add_own_width(styles, &container);
        }
        let css = format!("height: {height}; max-height: {max};");
        let css = compat::wordpress::formatting::escape::esc_html(&css).into_owned();
        styles.add(Media::General, &format!("{container} img"), &css);
    }
    if styles.text("text_background") == "on" {
        let color = match styles.text("text_bg_color") {
            "" => "rgba(255,255,255,0.9)",
            color => color,
        };
        let selector = format!("{ORDER_CLASS} .et_pb_title_container");
        let color = compat::wordpress::formatting::escape::esc_html(color);
        let css = format!("background-color: {color}; padding: 1em 1.5em;");
        styles.add(Media::General, &selector, &css);
    }
}

fn add_own_width(styles: &mut Styles<'_>, container: &str) {
    let get = |attribute: &str, default: &'static str| {
        let value = styles.text(attribute);
        if value.is_empty() { default } else { value }
    };
    let (width, max) = (get("image_width", "100%"), get("image_max_width", "none"));
    let alignment = get("image_alignment", "center");
    let css = format!("width: {width}; max-width: {max};");
    let css = compat::wordpress::formatting::escape::esc_html(&css).into_owned();
    styles.add(Media::General, container, &css);
    let align = match alignment {
        "left" => "text-align: left; margin-left: 0;",
        "right" => "text-align: right; margin-right: 0;",
        _ => "text-align: center; margin: auto;",
    };
    styles.add(Media::General, container, align);
    styles.add(
        Media::General,
        &format!("{ORDER_CLASS} .et_pb_image_wrap"),
        "width: auto;",
    );
    for media in [Media::Max980, Media::Max767] {
        styles.add(media, container, "text-align: none;");
    }
}
