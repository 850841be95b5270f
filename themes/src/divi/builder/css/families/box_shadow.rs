//! Box shadows.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::{ModuleSelectors, Row};
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};

/// Presets: whether it is inset; horizontal offset, vertical offset, blur, spread.
const PRESETS: [(&str, bool, [&str; 4]); 7] = [
    ("preset1", false, ["0px", "2px", "18px", "0px"]),
    ("preset2", false, ["6px", "6px", "18px", "0px"]),
    ("preset3", false, ["0px", "12px", "18px", "-6px"]),
    ("preset4", false, ["10px", "10px", "0px", "0px"]),
    ("preset5", false, ["0px", "6px", "0px", "10px"]),
    ("preset6", true, ["0px", "0px", "18px", "0px"]),
    ("preset7", true, ["10px", "10px", "0px", "0px"]),
];

const COLOR: &str = "rgba(0,0,0,0.3)";

const PARTS: [&str; 6] = [
    "_horizontal",
    "_vertical",
    "_blur",
    "_spread",
    "_color",
    "_position",
];

/// Adds the rules of all shadows.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("box_shadow_") {
        return;
    }
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.box_shadows {
        // Only buttons with custom styles have a shadow.
        let is_button = selectors
            .buttons
            .iter()
            .any(|button| button.name == row.name);
        let is_custom = styles.joined(&["custom_", row.name]) == "on";
        // An icon in place of an image has no shadow.
        let is_icon =
            row.name == "image" && selectors.name == "blurb" && styles.text("use_icon") == "on";
        if !row.is_off() && !is_icon && (!is_button || is_custom) {
            add_one(styles, row);
        }
    }
}

fn add_one(styles: &mut Styles<'_>, row: &Row) {
    let suffix = row.suffix.as_str();
    let style = styles.joined(&["box_shadow_style", suffix]);
    let Some((_, inset, preset)) = PRESETS.iter().find(|(preset, ..)| *preset == style) else {
        return;
    };
    let names = PARTS.map(|part| name(&["box_shadow", part, suffix]));
    let position = if *inset { "inner" } else { "outer" };
    let mut values = [preset[0], preset[1], preset[2], preset[3], COLOR, position];
    let by_device = names
        .each_ref()
        .map(|attribute| styles.by_device(attribute));
    let is_inset = inset_of(&values, &by_device);
    let main = selector(styles, row, is_inset);
    let end = if row.is_important("all") {
        " !important"
    } else {
        ""
    };
    if styles.module() == "section" && suffix.is_empty() && !is_inset {
        styles.add(Media::General, &main, "z-index: 10;");
    }
    for (at, (media, _)) in DEVICES.into_iter().enumerate() {
        let mut changes = at == 0;
        for (value, own) in values.iter_mut().zip(&by_device) {
            if let Some(own) = own.get(at).filter(|own| !own.is_empty()) {
                *value = own;
                changes = true;
            }
        }
        if changes {
            styles.add(media, &main, &css(&values, end));
        }
    }
    let hover = names.each_ref().map(|attribute| styles.hover(attribute));
    let sticky = names.each_ref().map(|attribute| styles.sticky(attribute));
    let desktop = |at: usize| {
        let own = by_device
            .get(at)
            .map(|own| own[0])
            .filter(|own| !own.is_empty());
        own.or(preset.get(at).copied())
            .unwrap_or(if at == 4 { COLOR } else { position })
    };
    for (changed, then) in [
        (hover, hover_at_order_class(&main)),
        (sticky, styles.sticky_selector(&main)),
    ] {
        if changed.iter().any(Option::is_some) {
            let values = [0, 1, 2, 3, 4, 5].map(|at: usize| changed[at].unwrap_or(desktop(at)));
            styles.add(Media::General, &then, &css(&values, end));
            styles.transition("box-shadow", &main);
        }
    }
}

fn inset_of(values: &[&str; 6], by_device: &[[&str; 3]; 6]) -> bool {
    match by_device[5][0] {
        "" => values[5] == "inner",
        position => position == "inner",
    }
}

/// The selector of a shadow. An inset shadow would be covered by an image: an overlay element has it.
fn selector(styles: &Styles<'_>, row: &Row, is_inset: bool) -> String {
    let main = row.get("main").unwrap_or(ORDER_CLASS);
    let has_overlay = row.get("overlay") == Some("inset");
    if is_inset && has_overlay && styles.module() != "slider" {
        let parts: Vec<String> = main
            .split(", ")
            .map(|part| {
                name(&[
                    part,
                    ">.box-shadow-overlay, ",
                    part,
                    ".et-box-shadow-no-overlay",
                ])
            })
            .collect();
        return parts.join(", ");
    }
    if is_inset && styles.module() == "tabs" {
        return name(&[main, " .et-pb-active-slide"]);
    }
    main.to_owned()
}

fn css(values: &[&str; 6], end: &str) -> String {
    let [horizontal, vertical, blur, spread, color, position] = values.map(esc_html);
    let inset = if position == "inner" { "inset" } else { "" };
    format!("box-shadow: {inset} {horizontal} {vertical} {blur} {spread} {color} {end};")
}
