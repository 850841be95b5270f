//! CSS that an editor wrote for the parts of an element.
//!
//! Contract "divi-css", section 15.5.

use compat::divi::attributes::{State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;

use super::super::super::style_sheet::Media;
use super::super::styles::{Styles, hover_at_end, name};

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("custom_css_") {
        return;
    }
    let fields = styles.class_fields();
    let main = if fields.main.contains(' ') {
        ORDER_CLASS
    } else {
        &fields.main
    };
    for (field, config) in fields.custom_css.entries() {
        let own = config.text(&["selector"]).unwrap_or_default();
        let space = if own.is_empty() || config.get("no_space_before_selector").is_on() {
            ""
        } else {
            " "
        };
        let selector = if own.contains(ORDER_CLASS) {
            own
        } else {
            name(&[main, space, &own])
        };
        add_field(styles, &name(&["custom_css_", field]), &selector);
    }
}

fn add_field(styles: &mut Styles<'_>, option: &str, selector: &str) {
    let stored = |state| styles.attributes.value(option).at(state);
    let desktop = stored(State::Desktop);
    if styles.is_responsive(option) {
        let (tablet, phone) = (stored(State::Tablet), stored(State::Phone));
        let or = |value: bool, yes: Media, no: Media| if value { yes } else { no };
        let is_tablet = is_filled(tablet) && tablet != desktop;
        let is_phone =
            is_filled(phone) && phone != (if tablet.is_empty() { desktop } else { tablet });
        let wide = or(is_tablet, Media::Min981, Media::General);
        let narrow = or(is_phone, Media::From768To980, Media::Max980);
        for (media, css) in [(wide, desktop), (narrow, tablet), (Media::Max767, phone)] {
            if is_filled(css) {
                styles.rule(media, selector, &cleaned(css));
            }
        }
    } else {
        if is_filled(desktop) {
            styles.rule(Media::General, selector, &cleaned(desktop));
        }
    }
    let of_state = |value: &str| {
        if is_filled(value) {
            cleaned(value)
        } else {
            String::new()
        }
    };
    let (hover, sticky) = (
        of_state(styles.hover(option)),
        of_state(styles.sticky(option)),
    );
    styles.rule(Media::General, &hover_at_end(selector), &hover);
    let selector = styles.sticky_of(selector);
    styles.rule(Media::General, &selector, &sticky);
}

/// Removes the bars that stand for stored line ends, and escapes `</` so that the CSS cannot end the style element.
fn cleaned(css: &str) -> String {
    css.replace("||", "")
        .replace("</", "<\\/")
        .trim()
        .to_owned()
}
