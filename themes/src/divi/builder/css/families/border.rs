//! Borders and border radii.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::attributes::State;
use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::{ModuleSelectors, Row};
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};

const PROPERTIES: [&str; 3] = ["width", "style", "color"];
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// Adds the rules of all borders.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("border_") {
        return;
    }
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.borders {
        // The list and the grid layout of a blog have separate border groups.
        let is_grid = styles.text("fullwidth") == "off";
        let is_other = selectors.name == "blog"
            && ((row.name == "default" && !is_grid) || (row.name == "fullwidth" && is_grid));
        if is_other {
            continue;
        }
        let is_focus = row.name.ends_with("fields_focus");
        if is_focus && styles.text("use_focus_border_color") != "on" {
            continue;
        }
        if row.is_off() {
            let is_hover = PROPERTIES.iter().any(|property| {
                styles
                    .hover(&name(&["border_", property, "_all"]))
                    .is_some()
            });
            if is_hover && row.name == "default" {
                styles.transition("border", ORDER_CLASS);
            }
            continue;
        }
        add_radii(styles, row);
        add_styles(styles, row);
    }
}

fn add_radii(styles: &mut Styles<'_>, row: &Row) {
    // Avoids joining the names where no radius is stored.
    if !styles.has("border_radii") {
        return;
    }
    let attribute = name(&["border_radii", &row.suffix]);
    let Some(selector) = row.get("radii") else {
        return;
    };
    if !styles.has(&attribute) {
        return;
    }
    let important = "";
    let is_cut = !is_uncut(styles.module());
    let css = |value: &str| {
        let corners: Vec<String> = value
            .split('|')
            .skip(1)
            .map(|v| {
                if v.is_empty() {
                    "0".to_owned()
                } else {
                    esc_html(&process_range_value(v, "")).into_owned()
                }
            })
            .collect();
        let cut = if is_cut {
            format!("overflow: hidden{important};")
        } else {
            String::new()
        };
        format!("border-radius: {}{important};{cut}", corners.join(" "))
    };
    for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device(&attribute)) {
        if !value.is_empty() {
            styles.add(media, selector, &css(value));
        }
    }
    if let Some(value) = styles.hover(&attribute) {
        styles.add(Media::General, &hover_at_order_class(selector), &css(value));
        styles.transition("border-radius", row.get("soft").unwrap_or(selector));
    }
    if let Some(value) = styles.sticky(&attribute) {
        let then = styles.sticky_selector(selector);
        styles.add(Media::General, &then, &css(value));
        styles.transition("border-radius", selector);
    }
}

/// Whether rounded corners do not clip the content (drop-down menus reach over the edges).
fn is_uncut(module: &str) -> bool {
    matches!(module, "menu" | "fullwidth_menu")
}

/// The value of one side, or of `all`.
fn read<'a>(styles: &Styles<'a>, row: &Row, property: &str, side: &str, state: State) -> &'a str {
    styles.enabled(&["border_", property, "_", side, &row.suffix], state)
}

fn add_styles(styles: &mut Styles<'_>, row: &Row) {
    let Some(selector) = row.get("styles") else {
        return;
    };
    if !["border_width", "border_style", "border_color"]
        .iter()
        .any(|property| styles.has(property))
    {
        return;
    }
    for (media, device) in DEVICES {
        let css = css(styles, row, device);
        styles.add(media, selector, &css);
    }
    if !styles.has_hover() && !styles.has_sticky() {
        return;
    }
    let hover = css(styles, row, State::Hover);
    if !hover.is_empty() {
        styles.add(Media::General, &hover_at_order_class(selector), &hover);
        styles.transition(
            "border",
            transition_selector(styles.module(), row.get("soft").unwrap_or(selector)),
        );
    }
    let sticky = css(styles, row, State::Sticky);
    if !sticky.is_empty() {
        let then = styles.sticky_selector(selector);
        styles.add(Media::General, &then, &sticky);
        styles.transition("border", selector);
    }
}

fn transition_selector<'s>(module: &str, selector: &'s str) -> &'s str {
    match module {
        "accordion_item" => selector.trim_start_matches(".et_pb_accordion "),
        _ => selector,
    }
}

fn css(styles: &Styles<'_>, row: &Row, state: State) -> String {
    let end = if row.is_important("all") {
        " !important"
    } else {
        ""
    };
    let mut out = String::new();
    let is_narrow = State::NARROW.contains(&state);
    for property in PROPERTIES {
        let all = read(styles, row, property, "all", state);
        let mut sides = SIDES.map(|side| read(styles, row, property, side, state));
        if is_narrow {
            // Values by device repeat the sides of the desktop.
            for (value, side) in sides.iter_mut().zip(SIDES) {
                if value.is_empty() {
                    *value = read(styles, row, property, side, State::Desktop);
                }
            }
        }
        let is_sided = sides.iter().any(|side| !side.is_empty());
        if property == "width" && is_sided && !all.is_empty() {
            let widths = sides.map(|side| length(if side.is_empty() { all } else { side }));
            out.push_str(&format!("border-width:{}{end};", widths.join(" ")));
            continue;
        }
        if !all.is_empty() {
            out.push_str(&format!(
                "border-{property}:{}{end};",
                printed(property, all)
            ));
        }
        for (value, side) in sides.into_iter().zip(SIDES) {
            if !value.is_empty() {
                let value = printed(property, value);
                out.push_str(&format!("border-{side}-{property}:{value}{end};"));
            }
        }
    }
    out
}

fn length(value: &str) -> String {
    esc_html(&process_range_value(value, "")).into_owned()
}

fn printed(property: &str, value: &str) -> String {
    match property {
        "width" => length(value),
        _ => esc_html(value).into_owned(),
    }
}
