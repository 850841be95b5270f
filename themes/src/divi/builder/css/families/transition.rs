//! CSS transitions of properties with a hover or sticky value.
//!
//! Contract "divi-server", section 6.3 (transitions).

use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::styles::Styles;

/// Properties that come in this order, after all others.
const ORDER: [&str; 6] = [
    "margin",
    "padding",
    "border-radius",
    "border",
    "background-color",
    "background-image",
];

/// Adds the rule with all recorded transitions.
pub fn add(styles: &mut Styles<'_>) {
    if styles.is_hover("background_layout") {
        let main = match styles.module() {
            "accordion_item" | "toggle" => styles.selectors.main.as_str(),
            _ => ORDER_CLASS,
        };
        styles.transition("color", main);
    }
    if styles.transitions.is_empty() {
        return;
    }
    let mut transitions = std::mem::take(&mut styles.transitions);
    transitions.sort_by_key(|(property, _)| ORDER.iter().position(|p| p == property));
    let read = |part: &str, default: &'static str| {
        let value = styles.joined(&["hover_transition_", part]);
        if value.is_empty() {
            default.to_owned()
        } else {
            esc_html(value).into_owned()
        }
    };
    let duration = read("duration", "300ms");
    let curve = read("speed_curve", "ease");
    let delay = read("delay", "0ms");
    let mut properties: Vec<&str> = Vec::new();
    let mut selectors: Vec<&str> = Vec::new();
    for (property, selector) in &transitions {
        if !properties.contains(property) {
            properties.push(property);
        }
        if !selectors.contains(&selector.as_str()) {
            selectors.push(selector);
        }
    }
    let values: Vec<String> = properties
        .iter()
        .map(|property| format!("{property} {duration} {curve} {delay}"))
        .collect();
    let css = format!("transition: {};", values.join(", "));
    let joined = selectors.join(", ");
    let (vendor, known): (Vec<&str>, Vec<&str>) =
        joined.split(", ").partition(|part| part.contains(":-"));
    styles.add(Media::General, &known.join(", "), &css);
    for selector in vendor {
        styles.add(Media::General, selector, &css);
    }
}
