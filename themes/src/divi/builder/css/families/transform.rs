//! Transforms: scale, translate, rotate, skew.
//!
//! Contract "divi-css", section 15.3.

use compat::divi::attributes::{Attributes, State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::flag::Flag;
use super::super::styles::{Styles, name};
use super::animation::{Animation, Functions, printed};
use super::position;

/// Attribute, and the CSS functions of its parts.
const TRANSFORMS: [(&str, &[&str]); 4] = [
    ("transform_scale", &["scaleX", "scaleY"]),
    ("transform_translate", &["translateX", "translateY"]),
    ("transform_rotate", &["rotateX", "rotateY", "rotateZ"]),
    ("transform_skew", &["skewX", "skewY"]),
];

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    for rule in rules(styles) {
        if let Some(animation) = &rule.animation {
            animation.add(styles, rule.media, &rule.functions);
        }
        styles.rule_p(rule.media, &rule.selector, &rule.css);
    }
}

/// Whether a state but sticky has a transform.
pub fn is_printed(styles: &Styles<'_>) -> bool {
    let rules = rules(styles);
    rules
        .iter()
        .any(|rule| rule.state != State::Sticky && !rule.css.is_empty() && rule.animation.is_none())
}

/// The rule of a state.
struct Rule<'a> {
    media: Media,
    state: State,
    selector: String,
    functions: Functions,
    css: String,
    /// The animation that ends in the transform.
    animation: Option<Animation<'a>>,
}

/// The rules.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn rules<'a>(styles: &Styles<'a>) -> Vec<Rule<'a>> {
    let mut rules = Vec::new();
    let config = styles.fields.advanced.get("transform");
    let locations = if position::is_positioned(styles) {
        position::locations(styles)
    } else {
        Vec::new()
    };
    if config.is_off() || !(styles.has("transform_") || position::is_placed(&locations)) {
        return rules;
    }
    let main = config
        .text(&["css", "main"])
        .unwrap_or_else(|| ORDER_CLASS.to_owned());
    let main = if styles.fields.is(Flag::WrappedLink) {
        name(&[&main, " a"])
    } else {
        main
    };
    let place = |state: State| {
        let found = locations.iter().find(|location| location.state == state);
        found.map(|location| location.origin.as_str())
    };
    let option = "transform_styles";
    let has_devices = styles.is_responsive(option)
        || (Animation::of(styles, State::Desktop).is_some()
            && styles.is_responsive("animation_direction"))
        || place(State::Hover).is_some()
        || place(State::Phone).is_some();
    for (media, state) in [
        (Media::General, State::Desktop),
        (Media::General, State::Hover),
        (Media::Max980, State::Tablet),
        (Media::Max767, State::Phone),
        (Media::General, State::Sticky),
    ] {
        let is_own = match state {
            State::Tablet | State::Phone => styles.is_responsive(option),
            State::Hover => styles.is_hover(option),
            State::Sticky => styles.is_sticky(option),
            State::Desktop => true,
        };
        let is_there = match state {
            State::Tablet | State::Phone => has_devices,
            state => is_own || place(state).is_some(),
        };
        if !is_there {
            continue;
        }
        let end = match state {
            State::Hover | State::Sticky => " !important",
            _ => "",
        };
        let selector = match state {
            State::Hover => name(&[&main, ":hover"]),
            State::Sticky => styles.sticky_of(&main),
            _ => main.clone(),
        };
        let values = if is_own { state } else { State::Desktop };
        let functions = functions(styles, values, place(state).map(|place| (place, state)));
        let is_device = !matches!(state, State::Hover | State::Sticky);
        let animation =
            Animation::of(styles, values).filter(|_| is_device && !functions.is_empty());
        let mut css = match functions.is_empty() {
            true => String::new(),
            false => format!("transform: {}{end};", printed(&functions)),
        };
        css += &match (origin(styles, values), &animation) {
            (none, Some(animation)) if none.is_empty() => animation.origin(),
            (origin, _) => origin,
        };
        rules.push(Rule {
            media,
            state,
            selector,
            functions,
            css,
            animation,
        });
    }
    rules
}

/// Whether an element has a transform on desktop. Its animation then has keyframes of its own.
pub fn is_transformed(attributes: &Attributes) -> bool {
    let mut transforms = TRANSFORMS.iter();
    transforms.any(|(attribute, _)| attributes.text(attribute).contains(|c| c != '|'))
}

/// The declarations of the origin of a state.
fn origin(styles: &Styles<'_>, state: State) -> String {
    let origin = axes(styles, "transform_origin", state, 2);
    let [x, y] = [0, 1].map(|at: usize| origin.get(at).copied().unwrap_or_default());
    let or = |axis: &str| match axis {
        axis if is_filled(axis) => esc_html(axis).into_owned(),
        _ => "50%".to_owned(),
    };
    match (is_filled(x), is_filled(y)) {
        (false, false) => String::new(),
        (_, false) => format!("transform-origin:{};", or(x)),
        (_, true) => format!("transform-origin:{} {};", or(x), or(y)),
    }
}

/// The values of the axes of an option in the first state that has any: own ones, else those of the next wider device.
fn axes<'a>(styles: &Styles<'a>, option: &str, state: State, count: usize) -> Vec<&'a str> {
    let chain: &[State] = match state {
        State::Desktop => &[State::Desktop],
        State::Phone => &[State::Phone, State::Tablet, State::Desktop],
        State::Tablet => &[State::Tablet, State::Desktop],
        State::Hover => &[State::Hover, State::Desktop],
        State::Sticky => &[State::Sticky, State::Desktop],
    };
    let mut values = chain.iter().map(|state| styles.at(option, *state));
    let value = values.find(|value| is_filled(value)).unwrap_or_default();
    let axis = |at: usize| value.split('|').nth(at).unwrap_or_default();
    (0..count).map(axis).collect()
}

/// The functions of a state: a centred element is moved by half of its size.
fn functions(styles: &Styles<'_>, state: State, place: Option<(&str, State)>) -> Functions {
    let mut parts = Functions::new();
    for (attribute, names) in TRANSFORMS {
        let values = axes(styles, attribute, state, names.len());
        for (function, value) in names.iter().zip(values) {
            if is_filled(value) {
                parts.push((function, argument(function, value)));
            }
        }
    }
    if let Some((origin, state)) = place {
        let (vertical, horizontal) = origin.split_once('_').unwrap_or((origin, ""));
        let half = |is_center: bool| match (is_center, state) {
            (true, _) => Some("-50%"),
            (false, State::Desktop) => None,
            (false, _) => Some("0px"),
        };
        let moves = [
            ("translateX", half(horizontal == "center")),
            ("translateY", half(vertical == "center")),
        ];
        for (function, value) in moves {
            if let Some(value) = value
                && !parts.iter().any(|(known, _)| *known == function)
            {
                parts.push((function, value.to_owned()));
            }
        }
    }
    parts
}

/// The argument of a function. Scales are stored in per cent.
fn argument(function: &str, value: &str) -> String {
    if function.starts_with("scale")
        && let Some(percent) = value.strip_suffix('%')
    {
        return to_php_string(string_to_float(percent.as_bytes()) / 100.0);
    }
    esc_html(value).into_owned()
}
