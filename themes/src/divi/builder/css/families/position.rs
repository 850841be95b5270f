//! Positioning: absolute, fixed or relative, and `z-index`.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::attributes::State;
use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("position_fields");
    if row.is_off() || !(styles.has("positioning") || styles.has("z_index")) {
        return;
    }
    let main = row.get("main").unwrap_or(ORDER_CLASS);
    add_layer(styles, main, row.is_important("z_index"));
    add_position(styles, main);
}

fn add_layer(styles: &mut Styles<'_>, selector: &str, important: bool) {
    let end = if important { " !important" } else { "" };
    let values = styles.by_device("z_index");
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        if !value.is_empty() {
            styles.add(
                media,
                selector,
                &format!("z-index: {}{end};", esc_html(value)),
            );
        }
    }
    let hover = styles.hover("z_index");
    if let Some(value) = hover {
        let css = format!("z-index: {}{end};", esc_html(value));
        styles.add(Media::General, &hover_at_order_class(selector), &css);
    }
    let sticky = styles.sticky("z_index");
    if let Some(value) = sticky {
        let css = format!("z-index: {}{end};", esc_html(value));
        let then = styles.sticky_selector(selector);
        styles.add(Media::General, &then, &css);
    }
    let is_changed = hover.or(sticky).is_some();
    let is_set = is_changed || values.iter().any(|value| !value.is_empty());
    let is_placed = match styles.text("positioning") {
        "absolute" | "fixed" => true,
        // Structure elements are relative by default and print no `position`.
        "relative" => !is_structure(styles.module()),
        _ => false,
    };
    if is_set && !is_placed {
        styles.add(Media::General, selector, "position: relative;");
    }
}

fn add_position(styles: &mut Styles<'_>, selector: &str) {
    if !styles.has("positioning") {
        return;
    }
    let is_structure = is_structure(styles.module());
    let default = if is_structure { "relative" } else { "none" };
    let modes = styles.by_device("positioning");
    let desktop = if modes[0].is_empty() {
        default
    } else {
        modes[0]
    };
    let is_responsive = styles.is_responsive("positioning")
        || styles.is_responsive("vertical_offset")
        || styles.is_responsive("horizontal_offset");
    let (mut mode, mut before) = (desktop, "none");
    for ((media, device), own) in DEVICES.into_iter().zip(modes) {
        if !own.is_empty() {
            mode = own;
        }
        let is_first = media == Media::General;
        if !is_first && !is_responsive {
            break;
        }
        if mode == "none" && !is_first {
            if before != "none" && !is_structure {
                styles.add(
                    media,
                    selector,
                    "position: static !important; top:0px; right:auto; bottom:auto; left:0px;",
                );
            }
        } else if is_first || mode != before || changes(styles, device) {
            add_mode(
                styles,
                selector,
                media,
                device,
                mode,
                is_structure && is_first,
            );
        }
        if !is_first && (mode == "none" || mode != before || desktop == mode) && !is_structure {
            styles.add(
                media,
                selector,
                "transform: translateX(0px) translateY(0px);",
            );
        }
        before = mode;
    }
}

/// Modules that are relative by default.
fn is_structure(module: &str) -> bool {
    const RELATIVE: [&str; 15] = [
        "section",
        "row",
        "row_inner",
        "column",
        "column_inner",
        "toggle",
        "accordion_item",
        "pricing_tables",
        "slider",
        "post_slider",
        "fullwidth_slider",
        "fullwidth_post_slider",
        "fullwidth_header",
        "fullwidth_image",
        "fullwidth_portfolio",
    ];
    RELATIVE.contains(&module)
}

fn changes(styles: &Styles<'_>, device: State) -> bool {
    [
        "vertical_offset",
        "horizontal_offset",
        "position_origin_a",
        "position_origin_r",
        "position_origin_f",
    ]
    .iter()
    .any(|part| !styles.value(part).at(device).is_empty())
}

fn add_mode(
    styles: &mut Styles<'_>,
    selector: &str,
    media: Media,
    device: State,
    mode: &str,
    is_own: bool,
) {
    let origin_name = match mode {
        "absolute" => "position_origin_a",
        "fixed" => "position_origin_f",
        "relative" => "position_origin_r",
        _ => return,
    };
    // Structure elements are relative by default.
    match mode {
        "relative" if is_own => {}
        "relative" => styles.add(media, selector, "position: relative;"),
        mode => styles.add(media, selector, &format!("position: {mode} !important;")),
    }
    let attributes = styles.attributes;
    let read = |attribute: &str| attributes.value(attribute).or_desktop(device);
    let origin = read(origin_name);
    let is_bare = ["vertical_offset", "horizontal_offset"]
        .iter()
        .all(|part| read(part).is_empty());
    if is_own && mode == "relative" && origin.is_empty() && is_bare {
        return;
    }
    let offset = |attribute: &str| match read(attribute) {
        "" => "0px".to_owned(),
        value => esc_html(&process_range_value(value, "")).into_owned(),
    };
    let (vertical, horizontal) = origin.split_once('_').unwrap_or(("top", "left"));
    let (css, moves) = placed((vertical, horizontal), &offset);
    let top = match vertical {
        "top" if mode == "fixed" => format!("top: calc({} + 32px);", offset("vertical_offset")),
        _ => "top: auto".to_owned(),
    };
    styles.add(media, selector, &css);
    if !moves.is_empty() {
        styles.add(media, selector, &format!("transform: {};", moves.join(" ")));
    }
    if mode == "fixed" {
        let selector = name(&["body.logged-in.admin-bar ", selector]);
        styles.add(media, &selector, &top);
    }
}

/// The offset declarations of an origin, and the translations of centred axes.
fn placed(
    (vertical, horizontal): (&str, &str),
    offset: &dyn Fn(&str) -> String,
) -> (String, Vec<&'static str>) {
    let (x, y) = ("horizontal_offset", "vertical_offset");
    let mut moves = Vec::new();
    if horizontal == "center" {
        moves.push("translateX(-50%)");
    }
    if vertical == "center" {
        moves.push("translateY(-50%)");
    }
    let first = match vertical {
        "center" => "top: 50%; bottom: auto;".to_owned(),
        "bottom" => format!("bottom: {}; top: auto;", offset(y)),
        _ => format!("top: {}; bottom: auto;", offset(y)),
    };
    let second = match horizontal {
        "center" => "left: 50%; right: auto;".to_owned(),
        "right" => format!("right: {}; left: auto;", offset(x)),
        _ => format!("left: {}; right: auto;", offset(x)),
    };
    (format!("{first} {second}"), moves)
}
