//! Margins and paddings of the element, and of images and icons in it.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::spacing::get_element_style_css;

use super::super::super::style_sheet::Media;
use super::super::selectors::{ModuleSelectors, Row};
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};

/// Property, attribute, table column of its default, and table column that switches it off. Paddings come first.
const KINDS: [[&str; 4]; 2] = [
    [
        "padding",
        "custom_padding",
        "d_custom_padding",
        "use_padding",
    ],
    ["margin", "custom_margin", "d_custom_margin", "use_margin"],
];

/// The table columns with selectors of single sides.
fn side_columns(kind: &str) -> [&'static str; 4] {
    match kind {
        "padding" => [
            "padding-top",
            "padding-right",
            "padding-bottom",
            "padding-left",
        ],
        _ => ["margin-top", "margin-right", "margin-bottom", "margin-left"],
    }
}

/// The priority of hover and sticky margins and paddings.
const LATE: i32 = 20;

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// Adds the margins and paddings of the element.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("margin_padding");
    if row.is_off() {
        return;
    }
    for [kind, attribute, default, used] in KINDS {
        let is_said = styles.has(attribute) || row.get(default).is_some();
        if is_said && row.get(used) != Some("no") {
            add_kind(styles, row, kind, attribute);
        }
    }
}

/// The selector of a property.
fn selector<'r>(row: &'r Row, kind: &str, main: &'r str) -> &'r str {
    row.get(kind).or(row.get("main")).unwrap_or(main)
}

fn add_kind(styles: &mut Styles<'_>, row: &Row, kind: &'static str, attribute: &str) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let important = row.is_important(attribute);
    let main = selector(row, kind, &selectors.main);
    let mut values = styles.by_device(attribute);
    // Columns ignore margins: the grid sets them.
    if matches!(selectors.name, "column" | "column_inner") && kind == "margin" {
        values = [""; 3];
    }
    // The defaults of other modules are in the theme's style sheet.
    if values[0].is_empty() && selectors.name == "circle_counter" && kind == "margin" {
        values[0] = "0px|auto|30px|auto|false|false";
    }
    if values[0].is_empty() && selectors.name == "search" && kind == "padding" {
        values[0] = "0.715em|0.715em|0.715em|0.715em|false|false";
    }
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        add_sides(styles, row, (kind, main, important), media, value);
        if selectors.name == "row" && kind == "padding" {
            add_plain_padding(styles, main, media, value);
        }
    }
    let of = row
        .get(kind)
        .unwrap_or(compat::divi::state_selector::ORDER_CLASS);
    if styles.hover(attribute).is_some() {
        styles.transition(kind, of);
    }
    if styles.sticky(attribute).is_some() {
        styles.sticky_transition(kind, of);
    }
}

/// Adds hover and sticky values: after the transition rule, always important.
pub fn add_changes(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("margin_padding");
    if row.is_off() || !(styles.has_hover() || styles.has_sticky()) {
        return;
    }
    for [kind, attribute, ..] in KINDS {
        let selector = row.get(kind).unwrap_or(&selectors.main);
        if let Some(value) = styles.hover(attribute) {
            let css = get_element_style_css(value, kind, true);
            let hovered = match selectors.name {
                "button" => hover_at_end(selector),
                _ => hover_at_order_class(selector),
            };
            styles.add_at(Media::General, &hovered, &css, LATE);
        }
        if let Some(value) = styles.sticky(attribute) {
            let then = styles.sticky_selector(selector);
            let css = get_element_style_css(value, kind, true);
            styles.add_at(Media::General, &then, &css, LATE);
        }
    }
}

/// Adds the values of all sides, and those of sides with a selector of their own there as well, without `!important`.
fn add_sides(
    styles: &mut Styles<'_>,
    row: &Row,
    (kind, main, important): (&str, &str, bool),
    media: Media,
    value: &str,
) {
    if value.is_empty() {
        return;
    }
    let own = side_columns(kind).map(|column| row.get(column));
    for (at, selector) in own.iter().enumerate() {
        let Some(selector) = selector.filter(|_| !own[..at].contains(selector)) else {
            continue;
        };
        let of_selector = |at: usize| own.get(at).copied().flatten() == Some(selector);
        let parts = value.split('|').take(SIDES.len()).enumerate();
        let parts: Vec<&str> = if media == Media::General {
            parts
                .map(|(at, part)| if of_selector(at) { part } else { "" })
                .collect()
        } else {
            // On tablets and phones the builder drops empty sides, so later values move to earlier sides.
            parts
                .filter(|(at, part)| of_selector(*at) && !part.is_empty())
                .map(|(_, part)| part)
                .collect()
        };
        styles.add(
            media,
            selector,
            &get_element_style_css(&parts.join("|"), kind, false),
        );
    }
    styles.add(media, main, &get_element_style_css(value, kind, important));
}

/// Adds the padding of rows once more, unchanged, and without `!important` on desktop.
fn add_plain_padding(styles: &mut Styles<'_>, selector: &str, media: Media, value: &str) {
    let end = if media == Media::General {
        ""
    } else {
        " !important"
    };
    let sides = SIDES.iter().zip(value.split('|'));
    let set = sides.filter(|(_, value)| !value.is_empty());
    let css: Vec<String> = set
        .map(|(side, value)| {
            let value = compat::wordpress::formatting::escape::esc_html(value);
            format!("padding-{side}: {value}{end};")
        })
        .collect();
    styles.add(media, selector, &css.join(" "));
}

/// Adds the margins and paddings of images and icons.
pub fn add_image_icons(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.image_icons {
        for kind in ["margin", "padding"] {
            let attribute = name(&[row.name, "_custom_", kind]);
            if !styles.has(&attribute) {
                continue;
            }
            let Some(selector) = row.get(kind).or(row.get("main")) else {
                continue;
            };
            for ((media, _), value) in DEVICES.into_iter().zip(styles.by_device(&attribute)) {
                styles.add(media, selector, &get_element_style_css(value, kind, true));
            }
            if let Some(value) = styles.hover(&attribute) {
                let css = get_element_style_css(value, kind, true);
                styles.add(Media::General, &hover_at_order_class(selector), &css);
                styles.transition(kind, selector);
            }
            if let Some(value) = styles.sticky(&attribute) {
                let css = get_element_style_css(value, kind, true);
                let then = styles.sticky_selector(selector);
                styles.add(Media::General, &then, &css);
                styles.transition(kind, selector);
            }
        }
    }
}
