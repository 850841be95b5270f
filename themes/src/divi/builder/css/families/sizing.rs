//! Height, width, module alignment and overflow.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};

/// Attribute, property, and the default, which is not printed.
const HEIGHTS: [(&str, &str, &str); 3] = [
    ("min_height", "min-height", "auto"),
    ("height", "height", "auto"),
    ("max_height", "max-height", "none"),
];

/// Adds the rules of heights.
pub fn add_height(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("height");
    if row.is_off() {
        return;
    }
    let selector = row.get("main").unwrap_or(&selectors.main);
    for (attribute, property, none) in HEIGHTS {
        if !styles.has(attribute) {
            continue;
        }
        let values = styles.by_device(attribute);
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() && (value != none || media != Media::General) {
                let value = esc_html(value);
                styles.add(media, selector, &format!("{property}: {value};"));
            }
        }
        if !values[1].is_empty() && values[2].is_empty() && property == "min-height" {
            styles.add(Media::Max767, selector, "min-height: auto;");
        }
        add_hover(styles, attribute, property, selector, selector, &|value| {
            esc_html(value).into_owned()
        });
    }
}

fn add_hover(
    styles: &mut Styles<'_>,
    attribute: &str,
    property: &'static str,
    selector: &str,
    soft: &str,
    value: &dyn Fn(&str) -> String,
) {
    if let Some(text) = styles.hover(attribute) {
        let css = format!("{property}: {};", value(text));
        styles.add(Media::General, &hover_at_order_class(selector), &css);
        styles.transition(property, soft);
    }
    if let Some(text) = styles.sticky(attribute) {
        let css = format!("{property}: {};", value(text));
        let then = styles.sticky_selector(selector);
        styles.add(Media::General, &then, &css);
        styles.transition(property, soft);
    }
}

/// Adds the rules of overflow.
pub fn add_overflow(styles: &mut Styles<'_>) {
    let is_cut = matches!(styles.module(), "search" | "slider");
    if !is_cut && !styles.has("overflow-") {
        return;
    }
    let selectors: &'static ModuleSelectors = styles.selectors;
    let main = selectors.main.as_str();
    for attribute in ["overflow-x", "overflow-y"] {
        let mut values = styles.by_device(attribute);
        // Search forms and sliders are clipped by default.
        if is_cut && values[0].is_empty() {
            values[0] = "hidden";
        }
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if !value.is_empty() {
                let value = esc_html(value);
                styles.add(media, main, &format!("{attribute}: {value};"));
            }
        }
        if let Some(value) = styles.hover(attribute) {
            let css = format!("{attribute}: {};", esc_html(value));
            styles.add(Media::General, &hover_at_order_class(main), &css);
        }
        if let Some(value) = styles.sticky(attribute) {
            let css = format!("{attribute}: {};", esc_html(value));
            let then = styles.sticky_selector(main);
            styles.add(Media::General, &then, &css);
        }
    }
}

/// Adds the rules of widths and of the module's alignment.
pub fn add_width(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("max_width");
    if row.is_off() {
        return;
    }
    let main = row.get("main").unwrap_or(ORDER_CLASS);
    let end = if row.is_important("max_width") {
        " !important"
    } else {
        ""
    };
    for (attribute, property) in [("width", "width"), ("max_width", "max-width")] {
        if styles.has(attribute) {
            add_one_width(styles, attribute, property, main, end);
        }
    }
    if styles.has("module_alignment") {
        let default = name(&[ORDER_CLASS, ".et_pb_module"]);
        let selector = row.get("module_alignment").unwrap_or(&default);
        for ((media, _), value) in DEVICES
            .into_iter()
            .zip(styles.by_device("module_alignment"))
        {
            styles.add(media, selector, alignment(value));
        }
    }
}

fn add_one_width(
    styles: &mut Styles<'_>,
    attribute: &str,
    property: &'static str,
    selector: &str,
    end: &str,
) {
    let is_row = matches!(styles.module(), "row" | "row_inner");
    let none = match (is_row, attribute) {
        (true, _) => "",
        (false, "width") => "auto",
        _ => "none",
    };
    let value_of = |text: &str| match text {
        "none" => "none".to_owned(),
        text => format!("{}{end}", esc_html(&process_range_value(text, attribute))),
    };
    let values = styles.by_device(attribute);
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        let is_wide = media == Media::General;
        if value.is_empty() || (is_wide && value == none) {
            continue;
        }
        let media = if is_wide && !values[1].is_empty() {
            Media::Min981
        } else {
            media
        };
        styles.add(
            media,
            selector,
            &format!("{property}: {};", value_of(value)),
        );
    }
    let changing = if is_row { ORDER_CLASS } else { selector };
    if let Some(value) = styles.hover(attribute) {
        if values[0].is_empty() {
            let own = match (is_row, attribute) {
                (true, "width") => "80%",
                (true, _) => "1080px",
                (false, _) => none,
            };
            styles.add(Media::General, changing, &format!("{property}: {own};"));
        }
        let hovered = hover_at_order_class(changing);
        styles.add(
            Media::General,
            &hovered,
            &format!("{property}: {};", value_of(value)),
        );
        styles.transition(property, ORDER_CLASS);
    }
    if let Some(value) = styles.sticky(attribute) {
        let then = styles.sticky_selector(changing);
        let css = format!("{property}: {};", value_of(value));
        styles.add(Media::General, &then, &css);
        styles.transition(property, ORDER_CLASS);
    }
}

fn alignment(value: &str) -> &'static str {
    match value {
        "left" => "margin-left: 0px !important; margin-right: auto !important;",
        "center" => "margin-left: auto !important; margin-right: auto !important;",
        "right" => "margin-left: auto !important; margin-right: 0px !important;",
        _ => "",
    }
}
