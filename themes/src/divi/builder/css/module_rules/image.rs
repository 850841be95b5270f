//! Images: alignment and full width.

use compat::divi::state_selector::ORDER_CLASS;

use super::super::super::style_sheet::Media;
use super::super::styles::{DEVICES, Styles};
use super::super::values::plain;

/// Adds the rules that come after those of the module's own options.
pub fn add_after(styles: &mut Styles<'_>) {
    if matches!(styles.module(), "post_title" | "fullwidth_post_title") {
        add_post_title(styles);
    }
}

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if styles.module() == "image" {
        add_image(styles);
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

/// The alignment of a post's image; unset devices have the default.
fn add_post_title(styles: &mut Styles<'_>) {
    if !has_own_image(styles) || styles.get("force_fullwidth") != "off" {
        return;
    }
    let container = match styles.module() {
        "post_title" => format!("{ORDER_CLASS} .et_pb_title_featured_container"),
        _ => format!("{ORDER_CLASS} .et_pb_title_featured_image"),
    };
    let values = styles.three("image_alignment", "none");
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        let margin = match value {
            "left" => " margin-left: 0;",
            "right" => " margin-right: 0;",
            "center" => " margin: auto;",
            _ => "",
        };
        if !value.is_empty() {
            let css = format!("text-align: {};{margin}", plain(value, ""));
            styles.rule(media, &container, &css);
        }
    }
    let wrap = format!("{ORDER_CLASS} .et_pb_image_wrap");
    styles.rule(Media::General, &wrap, "width: auto;");
}

/// Whether the post's image is an element of its own.
pub(in super::super) fn has_own_image(styles: &Styles<'_>) -> bool {
    styles.get("featured_image") != "off" && styles.get("featured_placement") != "background"
}
