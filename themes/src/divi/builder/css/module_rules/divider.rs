//! Divider modules: their line is the top border of the element's `:before`.

use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::styles::{DEVICES, Styles, hover_at_order_class};

/// How a value is printed.
type Printed<'f> = &'f dyn Fn(&str) -> String;

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if styles.module() != "divider" || styles.text("show_divider") == "off" {
        return;
    }
    let line = format!("{ORDER_CLASS}:before");
    let length = |value: &str| match value {
        "none" => "0px".to_owned(),
        value => process_range_value(value, ""),
    };
    let plain = |value: &str| value.to_owned();
    let attributes: [(&str, &'static str, Printed<'_>); 3] = [
        ("color", "border-top-color", &plain),
        ("divider_style", "border-top-style", &plain),
        ("divider_weight", "border-top-width", &length),
    ];
    for (attribute, property, value_of) in attributes {
        let mut values = styles.by_device(attribute);
        if attribute == "color" && values[0].is_empty() {
            values[0] = styles.subject.accent;
        }
        let mut before = "";
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            let is_own = property == "border-top-style" && value == "solid";
            if value.is_empty() || value == before || (is_own && media == Media::General) {
                continue;
            }
            before = value;
            let value = value_of(value);
            styles.add(media, &line, &format!("{property}: {};", esc_html(&value)));
        }
        if let Some(value) = set(styles.hover(attribute)) {
            let css = format!("{property}: {};", esc_html(&value_of(value)));
            styles.add(Media::General, &hover_at_order_class(&line), &css);
        }
        if let Some(value) = set(styles.sticky(attribute)) {
            let css = format!("{property}: {};", esc_html(&value_of(value)));
            let then = styles.sticky_of(&line);
            styles.add(Media::General, &then, &css);
        }
    }
    add_place(styles, &line);
}

/// Adds the offsets of the line from the element's edges, which are the element's paddings.
fn add_place(styles: &mut Styles<'_>, line: &str) {
    for ((media, _), padding) in DEVICES.into_iter().zip(styles.by_device("custom_padding")) {
        if padding.is_empty() {
            continue;
        }
        let side = |at: usize| match padding.split('|').nth(at) {
            None | Some("") => "0px".to_owned(),
            Some(value) => esc_html(&process_range_value(value, "")).into_owned(),
        };
        let (top, right, left) = (side(0), side(1), side(3));
        let css = format!("width: auto; top: {top}; right: {right}; left: {left};");
        styles.add(media, line, &css);
    }
}

/// A value that is not empty.
fn set(value: &str) -> Option<&str> {
    Some(value).filter(|value| !value.is_empty())
}
