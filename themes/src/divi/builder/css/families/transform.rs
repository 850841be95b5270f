//! Elements that are scaled, moved, turned or skewed.
//!
//! Contract "divi-server", section 6.3.

use compat::divi::hover::ORDER_CLASS;
use compat::divi::range_value::process_range_value;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_order_class};

/// Attribute and the functions of its parts.
const TRANSFORMS: [(&str, &[&str]); 4] = [
    ("transform_scale", &["scaleX", "scaleY"]),
    ("transform_translate", &["translateX", "translateY"]),
    ("transform_rotate", &["rotateX", "rotateY", "rotateZ"]),
    ("transform_skew", &["skewX", "skewY"]),
];

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("transform_") {
        return;
    }
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("transform");
    if row.is_off() {
        return;
    }
    let main = row.get("main").unwrap_or(ORDER_CLASS);
    let is_responsive = styles.is_responsive("transform_styles");
    let mut suffixes: Vec<&str> = Vec::new();
    for (media, suffix) in DEVICES {
        suffixes.push(suffix);
        if suffix.is_empty() || is_responsive {
            let css = css(styles, &suffixes, "");
            styles.add(media, main, &css);
        }
    }
    if styles.is_hover("transform_styles") {
        let css = css(styles, &["", "__hover"], " !important");
        styles.add(Media::General, &hover_at_order_class(main), &css);
        let mut parts = TRANSFORMS.iter().map(|(attribute, _)| attribute);
        if parts.any(|attribute| styles.is_hover(attribute)) {
            styles.transition("transform", main);
        }
    }
}

/// The declarations with the values of the last of `suffixes` that has one.
fn css(styles: &Styles<'_>, suffixes: &[&str], end: &str) -> String {
    let read = |attribute: &str| {
        let values = suffixes.iter().rev();
        let mut values = values.map(|suffix| styles.joined(&[attribute, suffix]));
        values.find(|value| !value.is_empty()).unwrap_or_default()
    };
    let mut functions = Vec::new();
    for (attribute, names) in TRANSFORMS {
        for (function, value) in names.iter().zip(read(attribute).split('|')) {
            if !value.is_empty() {
                functions.push(format!("{function}({})", argument(function, value)));
            }
        }
    }
    let mut out = String::new();
    if !functions.is_empty() {
        out = format!("transform: {}{end};", functions.join(" "));
    }
    let origin = read("transform_origin");
    if !origin.is_empty() {
        let parts: Vec<_> = origin.split('|').take(2).map(esc_html).collect();
        out.push_str(&format!("transform-origin: {};", parts.join(" ")));
    }
    out
}

/// Scales are stored in per cent.
fn argument(function: &str, value: &str) -> String {
    if function.starts_with("scale") {
        return to_php_string(string_to_float(value.as_bytes()) / 100.0);
    }
    esc_html(&process_range_value(value, "")).into_owned()
}
