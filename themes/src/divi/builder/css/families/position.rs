//! Position, offsets and z-index.
//!
//! Contract "divi-css", section 15.2.

use compat::divi::attributes::{State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::styles::{Styles, hover_at_end, inside_sticky, name};

/// The origin of an element that is not moved.
const TOP_LEFT: &str = "top_left";

/// Whether the element has a position that is not its module's.
pub(super) fn is_placed(locations: &[Location]) -> bool {
    locations.iter().any(|location| !location.is_default)
}

/// A place of the element, in a state.
pub(super) struct Location {
    pub state: State,
    /// The value of `position`.
    position: String,
    /// The edges from which the offsets count, such as `top_left`; `none` where the element is not positioned.
    pub origin: String,
    /// Whether the state has the position of the next wider one, or of the module.
    is_default: bool,
    /// Whether it is the place on desktop, with other offsets.
    is_desktop: bool,
}

fn media(state: State) -> Media {
    match state {
        State::Tablet => Media::Max980,
        State::Phone => Media::Max767,
        _ => Media::General,
    }
}

/// The position of a module without the option.
fn module_default(styles: &Styles<'_>) -> String {
    let config = styles.fields.advanced.get("position_fields");
    config
        .text(&["default"])
        .unwrap_or_else(|| "none".to_owned())
}

/// Whether a state has a value of its own for an option.
fn has_state(styles: &Styles<'_>, option: &str, state: State) -> bool {
    match state {
        State::Desktop => true,
        State::Tablet | State::Phone => styles.is_responsive(option),
        State::Hover => styles.is_hover(option),
        State::Sticky => styles.is_in_sticky() && styles.is_sticky(option),
    }
}

/// The value of a state, inherited.
fn value<'a>(styles: &Styles<'a>, option: &str, state: State) -> &'a str {
    match state {
        State::Hover | State::Sticky => match styles.at(option, state) {
            own if is_filled(own) => own,
            _ => styles.get(option),
        },
        device => styles.forced(option, device, ""),
    }
}

const STATES: [State; 5] = [
    State::Desktop,
    State::Hover,
    State::Tablet,
    State::Phone,
    State::Sticky,
];

/// The places of the element in the order in which they are printed.
pub(super) fn locations(styles: &Styles<'_>) -> Vec<Location> {
    let default = module_default(styles);
    let config = styles.fields.advanced.get("position_fields");
    let read = |state| match value(styles, "positioning", state) {
        "" => default.clone(),
        value => value.to_owned(),
    };
    let mut locations = Vec::new();
    for state in STATES {
        if !has_state(styles, "positioning", state) {
            continue;
        }
        let position = read(state);
        // Parallax images and dividers need the element's own position.
        let is_kept = styles.get("parallax") == "on" || config.get("keeps_its_position").is_on();
        if position == "none" && is_kept && default != "none" {
            continue;
        }
        let origin = match position.as_str() {
            "absolute" => "position_origin_a",
            "fixed" => "position_origin_f",
            "none" => "",
            _ => "position_origin_r",
        };
        let origin = match origin {
            "" => "none",
            option => match value(styles, option, state) {
                "" => TOP_LEFT,
                origin => origin,
            },
        };
        let wider = match state {
            State::Desktop => default.clone(),
            State::Phone => read(State::Tablet),
            _ => read(State::Desktop),
        };
        locations.push(Location {
            state,
            is_default: position == wider,
            is_desktop: false,
            origin: origin.to_owned(),
            position,
        });
    }
    add_moved(styles, &mut locations);
    locations.sort_by_key(|location| STATES.iter().position(|state| *state == location.state));
    locations
}

/// Adds the places of states that have offsets of their own at the place on desktop.
fn add_moved(styles: &Styles<'_>, locations: &mut Vec<Location>) {
    for state in [State::Tablet, State::Phone, State::Hover, State::Sticky] {
        let is_moved = ["vertical_offset", "horizontal_offset"]
            .iter()
            .any(|option| has_state(styles, option, state));
        if is_moved && !locations.iter().any(|location| location.state == state) {
            let Some(desktop) = locations.first() else {
                continue;
            };
            let location = Location {
                state,
                position: desktop.position.clone(),
                origin: desktop.origin.clone(),
                is_default: desktop.is_default,
                is_desktop: true,
            };
            locations.push(location);
        }
    }
}

/// Whether some option moves the element.
pub(super) fn is_positioned(styles: &Styles<'_>) -> bool {
    styles.attributes.iter().any(|(name, value)| {
        let is_option = name.contains("z_index")
            || name.contains("positioning")
            || name.contains("position_origin")
            || matches!(name, "vertical_offset" | "horizontal_offset");
        let is_usual = matches!(
            (name, value),
            ("positioning", "relative") | ("z_index", "auto")
        ) || (name.contains("position_origin") && value == TOP_LEFT);
        is_option && is_filled(value) && !is_usual
    })
}

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !is_positioned(styles) {
        return;
    }
    let has_z_index = add_z_index(styles);
    let config = styles.fields.advanced.get("position_fields");
    let mut has_position = false;
    if !config.is_off() {
        let selector = config
            .text(&["css", "main"])
            .unwrap_or_else(|| ORDER_CLASS.to_owned());
        let locations = locations(styles);
        for location in &locations {
            has_position |= add_position(styles, location, &selector);
        }
        for location in &locations {
            add_offsets(styles, location, &selector);
        }
    }
    if has_z_index && !has_position {
        styles.rule_p(Media::General, ORDER_CLASS, "position: relative;");
    }
}

fn add_z_index(styles: &mut Styles<'_>) -> bool {
    let config = styles.fields.advanced.get("z_index");
    let selector = config
        .text(&["css", "main"])
        .unwrap_or_else(|| ORDER_CLASS.to_owned());
    let end = if config.get("important").is_on() {
        " !important"
    } else {
        ""
    };
    let option = "z_index";
    let default = styles.default_of(option);
    let mut is_printed = false;
    for state in STATES {
        let (value, selector, end) = match state {
            State::Desktop => (styles.any(option, state, default), selector.clone(), end),
            State::Tablet | State::Phone if !styles.is_responsive(option) => continue,
            State::Tablet | State::Phone => {
                (styles.any(option, state, default), selector.clone(), end)
            }
            State::Hover => {
                let value = styles.hover(option);
                let value = if value == styles.get(option) {
                    ""
                } else {
                    value
                };
                (value, hover_at_end(&selector), end)
            }
            State::Sticky if !styles.subject.in_sticky && !styles.sticks() => continue,
            State::Sticky => {
                let value = match styles.sticky(option) {
                    "" => styles.any(option, State::Desktop, default),
                    own => own,
                };
                (value, styles.sticky_after_content(&selector), " !important")
            }
        };
        if !value.is_empty() {
            is_printed = true;
            let css = format!("z-index: {}{end};", esc_html(value));
            styles.rule_p(media(state), &selector, &css);
        }
    }
    is_printed
}

fn add_position(styles: &mut Styles<'_>, location: &Location, selector: &str) -> bool {
    if location.is_default || location.is_desktop {
        return false;
    }
    let css = match location.position.as_str() {
        "none" => "position: static !important;".to_owned(),
        position
            if location.state == State::Desktop && !matches!(position, "absolute" | "fixed") =>
        {
            format!("position: {};", esc_html(position))
        }
        position => format!("position: {} !important;", esc_html(position)),
    };
    let selector = match location.state {
        State::Hover => name(&[selector, ":hover"]),
        _ => selector.to_owned(),
    };
    styles.rule_p(media(location.state), &selector, &css);
    true
}

fn add_offsets(styles: &mut Styles<'_>, location: &Location, selector: &str) {
    let state = location.state;
    let media = media(state);
    let place = match state {
        State::Hover => hover_at_end(selector),
        State::Sticky => inside_sticky(selector),
        _ => selector.to_owned(),
    };
    if location.origin == "none" {
        if !location.is_default {
            let css = "top:0px; right:auto; bottom:auto; left:0px;";
            styles.rule_p(media, &place, css);
        }
        return;
    }
    let (vertical, horizontal) = location
        .origin
        .split_once('_')
        .unwrap_or((&location.origin, ""));
    for (option, side, opposite) in [
        ("vertical_offset", vertical, ["top", "bottom"]),
        ("horizontal_offset", horizontal, ["left", "right"]),
    ] {
        let taken = match state {
            State::Sticky => state,
            state if has_state(styles, option, state) => state,
            _ => State::Desktop,
        };
        let offset = match taken {
            State::Hover | State::Sticky => styles.at(option, taken),
            device => styles.forced(option, device, ""),
        };
        let offset = match offset {
            "" if taken == State::Hover => styles.get(option),
            offset => offset,
        };
        let offset = if offset.is_empty() { "0px" } else { offset };
        let is_unmoved = matches!(taken, State::Desktop | State::Sticky);
        if is_unmoved && location.origin == TOP_LEFT && location.is_default && offset == "0px" {
            continue;
        }
        let offset = if side == "center" { "50%" } else { offset };
        let [first, second] = opposite;
        let (property, other) = if side == second {
            (second, first)
        } else {
            (first, second)
        };
        let offset = esc_html(offset);
        let is_fixed = location.position == "fixed" && state != State::Sticky;
        if option == "vertical_offset" && (state != State::Desktop || is_fixed) {
            add_below_bar(styles, state, &place, (property, &offset), is_fixed);
        }
        styles.rule_p(media, &place, &format!("{property}: {offset};"));
        styles.rule_p(media, &place, &format!("{other}: auto;"));
    }
}

/// The offset of an element below the bar of logged-in users.
fn add_below_bar(
    styles: &mut Styles<'_>,
    state: State,
    place: &str,
    (property, offset): (&str, &str),
    is_fixed: bool,
) {
    let own = styles.text("custom_css_main_element");
    let is_above = own
        .find("top: -")
        .or(own.find("top:-"))
        .is_some_and(|at| at > 0);
    let height = match state {
        State::Phone => "46px",
        _ => "32px",
    };
    let css = match (property, is_fixed) {
        ("top", _) if is_above => String::new(),
        ("top", true) => format!("top: calc({offset} + {height});"),
        ("top", false) => format!("top: {offset}"),
        _ => "top: auto".to_owned(),
    };
    let bar = name(&["body.logged-in.admin-bar ", place]);
    styles.rule_p(media(state), &bar, &css);
}
