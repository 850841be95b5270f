//! Background patterns and masks: child elements of the module that lie over its background.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::attributes::State;
use compat::divi::background_image::{
    background_position, background_size, transform_css, transform_state,
};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::shapes::{self, Art};
use super::super::styles::{DEVICES, Styles, hover_at_end, name};

/// Adds the rules of the pattern and the mask.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("background");
    if row.is_off() || !styles.has("background_enable_") {
        return;
    }
    for layer in ["pattern", "mask"] {
        let main = row.get("main").unwrap_or(&selectors.main);
        let own = row.get(layer).map(str::to_owned);
        let selector = own.unwrap_or_else(|| {
            let class = name(&[" > .et_pb_background_", layer]);
            let parts: Vec<String> = main.split(", ").map(|part| name(&[part, &class])).collect();
            parts.join(", ")
        });
        add_layer(styles, layer, &selector);
    }
}

fn add_layer(styles: &mut Styles<'_>, layer: &'static str, selector: &str) {
    let is_responsive = styles.is_responsive("background");
    let mut before = String::new();
    for (at, (media, device)) in DEVICES.into_iter().enumerate() {
        if at > 0 && !is_responsive {
            break;
        }
        let css = css(styles, layer, device);
        if css != before {
            styles.add(media, selector, &css);
        }
        before = css;
    }
    if styles.is_hover("background") {
        let css = css(styles, layer, State::Hover);
        if css != before {
            styles.add(Media::General, &hover_at_end(selector), &css);
        }
    }
    if styles.has_sticky_value("background") {
        let css = css(styles, layer, State::Sticky);
        if css != before {
            let then = styles.sticky_selector(selector);
            styles.add(Media::General, &then, &css);
        }
    }
}

fn css(styles: &Styles<'_>, layer: &str, state: State) -> String {
    let attributes = styles.attributes;
    let get = |part: &str| {
        let value = attributes.value_of(&["background_", layer, part]);
        value.or_desktop(state)
    };
    let switch = attributes.value_of(&["background_enable_", layer, "_style"]);
    if switch.or_desktop(state) != "on" {
        return String::new();
    }
    let or = |value: &'static str, other: &'static str| if layer == "mask" { value } else { other };
    let style = match get("_style") {
        "" => or("layer-blob", "polka-dots"),
        style => style,
    };
    let transform = get("_transform");
    let art = Art {
        style,
        color: match get("_color") {
            "" => or("#ffffff", "rgba(0,0,0,0.2)"),
            color => color,
        },
        is_rotated: transform_state(transform, "rotate"),
        is_inverted: transform_state(transform, "invert"),
    };
    let mut out = String::new();
    if let Some(image) = shapes::layer(layer, &art) {
        out = format!("background-image: url( data:image/svg+xml;base64,{image} );");
    }
    let flips = ["horizontal", "vertical"].map(|state| transform_state(transform, state));
    if flips.contains(&true) {
        out.push_str(&format!(
            "transform: {};",
            transform_css(flips[0], flips[1])
        ));
    }
    place(layer, &get, &mut out);
    out
}

/// Appends size, position, repeat and blend mode where they are set.
fn place<'a>(layer: &str, get: &dyn Fn(&str) -> &'a str, out: &mut String) {
    let size = get("_size");
    if !matches!(size, "" | "initial" | "stretch") || (size == "stretch" && layer == "pattern") {
        let size = background_size(size, get("_width"), get("_height"), "", layer);
        out.push_str(&format!("background-size: {};", esc_html(&size)));
    }
    let position = get("_position");
    if !position.is_empty() {
        let (x, y) = (get("_horizontal_offset"), get("_vertical_offset"));
        let position = background_position(position, x, y, "center").position;
        out.push_str(&format!("background-position: {};", esc_html(&position)));
    }
    let repeat = get("_repeat");
    if !repeat.is_empty() && layer == "pattern" {
        out.push_str(&format!("background-repeat: {};", esc_html(repeat)));
    }
    let blend = get("_blend_mode");
    if !matches!(blend, "" | "normal") {
        out.push_str(&format!("mix-blend-mode: {};", esc_html(blend)));
    }
}
