//! The transition of what changes on hover or while sticking.
//!
//! Contract "divi-css", section 3. The module's fields list what may change, in the order in which it is printed.

use compat::divi::attributes::{State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;

use super::super::super::style_sheet::Media;
use super::super::flag::Flag;
use super::super::module_fields::Transition;
use super::super::styles::{DEVICES, Styles};

/// Options of duration, curve and delay, and their defaults.
const TIMING: [(&str, &str); 3] = [
    ("hover_transition_duration", "300ms"),
    ("hover_transition_speed_curve", "ease"),
    ("hover_transition_delay", "0ms"),
];

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has_hover() && !styles.has_sticky() {
        return;
    }
    let fields = styles.class_fields();
    let (mut properties, mut selectors) = (Vec::new(), Vec::new());
    for transition in &fields.transitions {
        if changes(styles, transition) {
            for (property, places) in &transition.properties {
                note(&mut properties, property);
                places.iter().for_each(|place| note(&mut selectors, place));
            }
        }
    }
    if properties.is_empty() {
        return;
    }
    let selector = selectors.join(", ");
    print(styles, &properties, &selector);
}

/// Adds the rules of a button module: everything changes with a transition.
pub fn add_button(styles: &mut Styles<'_>) {
    let has_text = !styles.get("button_text").is_empty() || !styles.get("button_url").is_empty();
    if styles.fields.is(Flag::WrappedLink) && has_text {
        print(
            styles,
            &["all"],
            &format!("{ORDER_CLASS}, {ORDER_CLASS}:after"),
        );
    }
}

/// Prints the transition of properties, on devices where it differs.
fn print(styles: &mut Styles<'_>, properties: &[&str], selector: &str) {
    let [desktop, tablet, phone] = DEVICES.map(|(_, device)| css(styles, properties, device));
    styles.rule(Media::General, selector, &desktop);
    if tablet != desktop {
        styles.rule(Media::Max980, selector, &tablet);
    }
    if phone != desktop || phone != tablet {
        styles.rule(Media::Max767, selector, &phone);
    }
}

fn note(all: &mut Vec<&'static str>, one: &'static str) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// Whether an option changes, and with a transition.
fn changes(styles: &Styles<'_>, transition: &Transition) -> bool {
    let field = transition.field;
    let is_changed = if field == "background" {
        ["background_color", "background_image"]
            .iter()
            .any(|option| is_filled(styles.hover(option)) || is_filled(styles.sticky(option)))
    } else {
        let states = [State::Hover, State::Sticky];
        states
            .iter()
            .any(|state| is_filled(styles.at(field, *state)))
    };
    is_changed
        && (styles.is_hover(field) || (styles.is_sticky(field) && has_sticky_transition(styles)))
}

/// Whether sticky changes have a transition. A slide and a pricing table take it from their parents.
fn has_sticky_transition(styles: &Styles<'_>) -> bool {
    if styles.fields.is(Flag::StickyTransitionOfParent) {
        matches!(styles.text("sticky_transition"), "" | "on")
    } else {
        styles.get("sticky_transition") == "on"
    }
}

fn css(styles: &Styles<'_>, properties: &[&str], device: State) -> String {
    let timing = TIMING.map(|(option, default)| {
        let device = if styles.is_responsive(option) {
            device
        } else {
            State::Desktop
        };
        let value = match device {
            State::Desktop => styles.get(option),
            device => styles.forced(option, device, ""),
        };
        if value.is_empty() { default } else { value }
    });
    let timing = timing.join(" ");
    let mut list: Vec<_> = properties
        .iter()
        .map(|property| format!("{property} {timing}"))
        .collect();
    if properties.contains(&"width") && styles.sticks() {
        list.push(format!("left {timing}"));
    }
    format!("transition: {};", list.join(", "))
}
