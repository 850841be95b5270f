//! Margin and padding of the element, its form fields, buttons, images and icons.
//!
//! Contract "divi-css", sections 11 and 15.4.

use compat::divi::attributes::State;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};
use super::super::values::length;

const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// The priority of hover and sticky rules.
const CHANGED: i32 = 20;

/// What stands before the selectors of buttons.
const BUTTONS: &str = "body #page-container .et_pb_section ";

/// The declarations of the sides that are set.
fn css(value: &str, property: &str, is_important: bool) -> String {
    let end = if is_important { " !important" } else { "" };
    let sides = SIDES
        .iter()
        .zip(value.split('|'))
        .filter(|(_, value)| !value.is_empty());
    let sides =
        sides.map(|(side, value)| format!("{property}-{side}: {}{end};", length(value, property)));
    sides.collect::<Vec<_>>().join(" ")
}

/// Adds the rules of the element.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
pub fn add(styles: &mut Styles<'_>) {
    let fields = styles.fields;
    let config = fields.advanced.get("margin_padding");
    let has_any = ["custom_margin", "custom_padding"]
        .iter()
        .any(|option| styles.has(option) || !styles.get(option).is_empty());
    if config.is_off() || !has_any {
        return;
    }
    let paths = |key: &str| config.text(&["css", key]);
    let uses = |key: &str| !config.get(&name(&["use_", key])).is_off();
    let main = paths("main").unwrap_or_else(|| fields.main.clone());
    let sticks = styles.sticks();
    let options = ["padding", "margin"].map(|property| name(&["custom_", property]));
    let is_important = options.each_ref().map(|option| config.is_important(option));
    let uses = ["padding", "margin"].map(uses);
    let mut windows = vec![(Media::General, State::Desktop)];
    windows.extend([
        (Media::Max980, State::Tablet),
        (Media::Max767, State::Phone),
    ]);
    let single = sides(config);
    let values = |styles: &Styles<'_>, state: State| {
        let mut values = [String::new(), String::new()];
        for (at, property) in ["padding", "margin"].into_iter().enumerate() {
            let option = &options[at];
            let is_read = state == State::Desktop || styles.is_responsive(option);
            if uses[at] && is_read {
                values[at] = css(styles.at(option, state), property, is_important[at]);
            }
        }
        values
    };
    if uses[0] {
        add_sides(styles, &single, &options[0]);
    }
    for (media, state) in windows {
        let [padding, margin] = values(styles, state);
        let mut common = String::new();
        match paths("padding") {
            Some(selector) => styles.rule_p(media, &selector, &padding),
            None => common.push_str(&padding),
        }
        match paths("margin") {
            Some(selector) => styles.rule_p(media, &selector, &margin),
            None if sticks && state == State::Desktop => {
                styles.rule_p(media, &fields.main, &margin)
            }
            None if sticks => styles.rule_p(media, &main, &margin),
            None => common.push_str(&margin),
        }
        styles.rule_p(media, &main, &common);
    }
    let own_hover = paths("hover");
    for (property, option) in [("margin", &options[1]), ("padding", &options[0])] {
        let selector = paths(property).unwrap_or_else(|| fields.main.clone());
        let css = css(styles.hover(option), property, true);
        let hover = own_hover
            .clone()
            .unwrap_or_else(|| hover_at_order_class(&selector));
        styles.put(Media::General, &hover, &css, Some(CHANGED));
    }
    for (property, option) in [("margin", &options[1]), ("padding", &options[0])] {
        let selector = paths(property).unwrap_or_else(|| fields.main.clone());
        let css = css(styles.sticky(option), property, true);
        let selector = styles.sticky_of(&selector);
        styles.put(Media::General, &selector, &css, Some(CHANGED));
    }
}

/// The sides of the padding that have selectors of their own.
fn sides(config: Config<'_>) -> Vec<(usize, String)> {
    let sides = SIDES.iter().enumerate();
    let own = sides.filter_map(|(at, side)| {
        let selector = config.text(&["css", &name(&["padding-", side])])?;
        Some((at, selector))
    });
    own.collect()
}

fn add_sides(styles: &mut Styles<'_>, sides: &[(usize, String)], option: &str) {
    for (at, selector) in sides {
        for (media, device) in DEVICES {
            if device != State::Desktop && !styles.is_responsive(option) {
                continue;
            }
            let value = styles
                .at(option, device)
                .split('|')
                .nth(*at)
                .unwrap_or_default();
            // Blank pieces are dropped before the sides are named, so that a device has its first side only.
            let side = if device == State::Desktop {
                SIDES[*at]
            } else {
                SIDES[0]
            };
            if !value.is_empty() {
                let css = format!("padding-{side}: {};", length(value, "padding"));
                styles.rule_p(media, selector, &css);
            }
        }
    }
}

/// Adds the rules of form fields, buttons, images and icons.
pub fn add_parts(styles: &mut Styles<'_>) {
    let fields = styles.fields;
    for kind in ["form_field", "button", "image_icon"] {
        for (part, config) in fields.advanced.get(kind).entries() {
            let spacing = config.get("margin_padding");
            if !spacing.is_off() {
                add_part(styles, kind, part, config);
            }
        }
    }
}

fn add_part(styles: &mut Styles<'_>, kind: &str, part: &str, config: Config<'_>) {
    let options = ["padding", "margin"].map(|property| name(&[part, "_custom_", property]));
    let is_set = options.iter().any(|option| {
        !styles.text(option).is_empty()
            || !styles.get(option).is_empty()
            || styles.is_hover(option)
            || !styles.sticky(option).is_empty()
    });
    if !is_set {
        return;
    }
    let spacing = config.get("margin_padding");
    for (property, option) in ["padding", "margin"].into_iter().zip(&options) {
        let selector = spacing
            .text(&["css", property])
            .or_else(|| spacing.text(&["css", "main"]))
            .or_else(|| config.text(&["css", "main"]))
            .unwrap_or_else(|| styles.fields.main.clone());
        let full = |selector: String| {
            if kind == "button" {
                name(&[BUTTONS, &selector])
            } else {
                selector
            }
        };
        let is_important =
            spacing.is_important(&name(&["custom_", property])) || config.is_important(property);
        let values = styles.three(option, "");
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            let css = css(value, property, is_important);
            styles.rule_p(media, &full(selector.clone()), &css);
        }
        let hover = spacing.text(&["css", "hover"]);
        let hover = hover.unwrap_or_else(|| hover_at_end(&selector));
        let css_of = |value: &str| css(value, property, true);
        let (on_hover, sticky) = (css_of(styles.hover(option)), css_of(styles.sticky(option)));
        styles.put(Media::General, &full(hover), &on_hover, Some(CHANGED));
        let selector = styles.sticky_after_content(&selector);
        styles.put(Media::General, &full(selector), &sticky, Some(CHANGED));
    }
}
