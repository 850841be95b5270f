//! Custom CSS of the element and its parts.
//!
//! Contract "divi-server", section 6.3 (`custom_css_{name}`).

use compat::divi::state_selector::ORDER_CLASS;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{Styles, hover_at_order_class, name};

/// Parts that every element has.
const PARTS: [(&str, &str); 3] = [
    ("custom_css_before", ":before"),
    ("custom_css_main_element", ""),
    ("custom_css_after", ":after"),
];

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("custom_css_") {
        return;
    }
    let selectors: &'static ModuleSelectors = styles.selectors;
    let is_compound = !selectors.main.contains([' ', ',']);
    let main = if is_compound {
        selectors.main.as_str()
    } else {
        ORDER_CLASS
    };
    for (attribute, end) in PARTS {
        add_field(styles, attribute, &name(&[main, end]));
    }
    for row in &selectors.custom_css {
        let own = row.get("sel").unwrap_or_default();
        let is_whole = own.contains(ORDER_CLASS);
        let selector = if is_whole {
            own.to_owned()
        } else {
            name(&[main, " ", own])
        };
        add_field(styles, &row.prefix, &selector);
    }
}

fn add_field(styles: &mut Styles<'_>, attribute: &str, selector: &str) {
    if !styles.has(attribute) {
        return;
    }
    let [desktop, tablet, phone] = styles.by_device(attribute);
    let wide = if tablet.is_empty() {
        Media::General
    } else {
        Media::Min981
    };
    let narrow = if phone.is_empty() {
        Media::Max980
    } else {
        Media::From768To980
    };
    for (media, css) in [(wide, desktop), (narrow, tablet), (Media::Max767, phone)] {
        styles.add(media, selector, &cleaned(css));
    }
    if let Some(css) = styles.hover(attribute) {
        styles.add(
            Media::General,
            &hover_at_order_class(selector),
            &cleaned(css),
        );
    }
}

/// Removes the bars that stand for stored line ends, and escapes `</` so that the CSS cannot end the style element.
fn cleaned(css: &str) -> String {
    css.replace("||", "")
        .replace("</", "<\\/")
        .trim()
        .to_owned()
}
