//! Images: alignment and full width.

use compat::divi::alignment::get_alignment;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

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
            let side = esc_html(get_alignment(value));
            let centre = match media == Media::General || side == "left" {
                true => "",
                false => "margin-left: auto;margin-right: auto;",
            };
            let own = match &*side {
                "center" => String::new(),
                side => format!("margin-{side}: 0;"),
            };
            if !value.is_empty() {
                let css = format!("text-align: {side};{centre}{own}");
                styles.add(media, ORDER_CLASS, &css);
            }
        }
        // An icon that has no alignment on a device stands in the middle.
        if default == "center" && media != Media::General && (value.is_empty() || value == before) {
            styles.add(media, ORDER_CLASS, "margin-left: auto;margin-right: auto;");
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
        let is_wide = styles.module() == "fullwidth_post_title";
        let margin = match value {
            "left" if is_wide => " margin: auto auto auto 0;",
            "right" if is_wide => " margin: auto 0 auto auto;",
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
