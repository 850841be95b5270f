//! Filters and blending.
//!
//! Contract "divi-server", section 6.3 (`filter_*`, `mix_blend_mode`, `child_filter_*`).

use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{Styles, hover_at_order_class, name};

/// Attribute, CSS function and neutral value, in printed order.
const FILTERS: [(&str, &str, &str); 8] = [
    ("hue_rotate", "hue-rotate", "0deg"),
    ("saturate", "saturate", "100%"),
    ("brightness", "brightness", "100%"),
    ("contrast", "contrast", "100%"),
    ("invert", "invert", "0%"),
    ("sepia", "sepia", "0%"),
    ("opacity", "opacity", "100%"),
    ("blur", "blur", "0px"),
];

/// The number of filters that stay active on hover in the visual builder: all but the last two.
const COLORS: usize = 6;

const HIDDEN_BACK: &str = "backface-visibility:hidden;";

/// Adds the filters of the element and of its image. Structure elements print those of the element twice.
pub fn add(styles: &mut Styles<'_>) {
    add_of_element(styles);
    let selectors: &'static ModuleSelectors = styles.selectors;
    let child = selectors.family("filters").get("child_");
    if let Some(selector) = child.filter(|s| !s.is_empty())
        && styles.has("child_")
    {
        add_group(styles, "child_", selector);
    }
}

/// Adds the filters of the element.
pub fn add_of_element(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("filters");
    if !row.is_off() && (styles.has("filter_") || styles.has("mix_blend_mode")) {
        let selector = row.get("main").unwrap_or(ORDER_CLASS);
        add_group(styles, "", selector);
    }
}

fn add_group(styles: &mut Styles<'_>, prefix: &str, selector: &str) {
    let hovered = hover_at_order_class(selector);
    let blend = esc_html(styles.joined(&[prefix, "mix_blend_mode"]));
    let has_blend = !matches!(blend.as_ref(), "" | "normal" | "passthrough");
    if has_blend {
        let css = format!("mix-blend-mode: {blend};{HIDDEN_BACK}");
        styles.add(Media::General, selector, &css);
    }
    let values = FILTERS.map(|(attribute, _, none)| {
        let attribute = name(&[prefix, "filter_", attribute]);
        (attribute, none)
    });
    let desktop = values.clone().map(|(attribute, none)| {
        let value = styles.text(&attribute);
        if value == none { "" } else { value }
    });
    add_desktop(styles, &desktop, selector, has_blend);
    add_narrow(styles, &values, selector);
    let sticky = values
        .each_ref()
        .map(|(attribute, _)| styles.sticky(attribute).unwrap_or_default());
    let hover = values.map(|(attribute, _)| styles.hover(&attribute).unwrap_or_default());
    if has_blend {
        let css = format!("mix-blend-mode: {blend};{HIDDEN_BACK}");
        styles.add(Media::General, &hovered, &css);
    }
    if hover.iter().any(|value| !value.is_empty()) {
        let css = format!("{}{HIDDEN_BACK}", css(&hover, FILTERS.len()));
        styles.add(Media::General, &hovered, &css);
        styles.transition("filter", selector);
    }
    if sticky.iter().any(|value| !value.is_empty()) {
        let css = format!("{}{HIDDEN_BACK}", css(&sticky, FILTERS.len()));
        let then = styles.sticky_selector(selector);
        styles.add(Media::General, &then, &css);
        styles.transition("filter", selector);
    }
}

fn add_desktop(styles: &mut Styles<'_>, values: &[&str; 8], selector: &str, has_blend: bool) {
    let main = css(values, FILTERS.len());
    if main.is_empty() {
        return;
    }
    let back = if has_blend { "" } else { HIDDEN_BACK };
    styles.add(Media::General, selector, &format!("{main}{back}"));
    add_in_editor(styles, selector, &css(values, COLORS));
}

/// Adds the filters of tablets and phones: each prints all filters, also those equal to the desktop's.
fn add_narrow(styles: &mut Styles<'_>, values: &[(String, &'static str); 8], selector: &str) {
    if !values
        .iter()
        .any(|(attribute, _)| styles.is_responsive(attribute))
    {
        return;
    }
    let by_device = |at: usize| {
        values.clone().map(|(attribute, none)| {
            let [_, tablet, phone] = styles.by_device(&attribute);
            let own = if at == 2 && !phone.is_empty() {
                phone
            } else {
                tablet
            };
            if own.is_empty() { none } else { own }
        })
    };
    let narrow = [(Media::Max980, by_device(1)), (Media::Max767, by_device(2))];
    for (media, values) in narrow {
        let main = css(&values, FILTERS.len());
        styles.add(media, selector, &format!("{main}{HIDDEN_BACK}"));
        add_in_editor(styles, selector, &css(&values, COLORS));
    }
}

fn add_in_editor(styles: &mut Styles<'_>, selector: &str, css: &str) {
    let hovered = hover_at_order_class(selector);
    let in_editor = name(&["html:not(.et_fb_edit_enabled) #et-fb-app ", &hovered]);
    styles.add(Media::General, &in_editor, css);
}

fn css(values: &[&str; 8], count: usize) -> String {
    let functions: Vec<String> = FILTERS
        .iter()
        .zip(values)
        .take(count)
        .filter(|(_, value)| !value.is_empty())
        .map(|((_, function, _), value)| format!("{function}({})", esc_html(value)))
        .collect();
    if functions.is_empty() {
        return String::new();
    }
    format!("filter: {};", functions.join(" "))
}
