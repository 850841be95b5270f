//! Transforms: scale, translate, rotate, skew.
//!
//! Contract "divi-css", section 15.3; animations: "divi-server", section 2.4.

use compat::divi::attributes::{Attributes, State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::styles::{Styles, name};
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
    for (media, state, selector, css) in rules(styles) {
        styles.rule_p(media, &selector, &css);
        if state == State::Desktop {
            add_animation(styles);
        }
    }
}

/// Whether a state but sticky has a transform.
pub fn is_printed(styles: &Styles<'_>) -> bool {
    let rules = rules(styles);
    rules
        .iter()
        .any(|(_, state, _, css)| *state != State::Sticky && !css.is_empty())
}

/// The rules: media query, state, selector, declarations.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn rules(styles: &Styles<'_>) -> Vec<(Media, State, String, String)> {
    let mut rules = Vec::new();
    let is_moved = position::is_positioned(styles);
    let config = styles.fields.advanced.get("transform");
    if config.is_off() || !(styles.has("transform_") || is_moved) {
        return rules;
    }
    let main = config
        .text(&["css", "main"])
        .unwrap_or_else(|| ORDER_CLASS.to_owned());
    let main = if styles.module() == "button" {
        name(&[&main, " a"])
    } else {
        main
    };
    let locations = if is_moved {
        position::locations(styles)
    } else {
        Vec::new()
    };
    let place = |state: State| {
        let found = locations.iter().find(|location| location.state == state);
        found.map(|location| location.origin.as_str())
    };
    let option = "transform_styles";
    let has_devices = styles.is_responsive(option)
        || (is_animated(styles) && styles.is_responsive("animation_direction"))
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
        let css = css(
            styles,
            values,
            place(state).map(|place| (place, state)),
            end,
        );
        rules.push((media, state, selector, css));
    }
    rules
}

fn is_animated(styles: &Styles<'_>) -> bool {
    !matches!(styles.get("animation_style"), "" | "none" | "fade")
}

/// Whether an element has a transform on desktop. Its animation then has keyframes of its own.
pub fn is_transformed(attributes: &Attributes) -> bool {
    let mut transforms = TRANSFORMS.iter();
    transforms.any(|(attribute, _)| attributes.text(attribute).contains(|c| c != '|'))
}

/// Adds the keyframes of an animation that ends in the element's transform; their name contains the order class.
fn add_animation(styles: &mut Styles<'_>) {
    let style = styles.text("animation_style");
    if matches!(style, "" | "none") || !is_transformed(styles.attributes) {
        return;
    }
    let direction = match styles.text("animation_direction") {
        "" => "center",
        direction => direction,
    };
    let is_word = |text: &str| text.bytes().all(|b| b.is_ascii_alphabetic());
    if !is_word(style) || !is_word(direction) {
        return;
    }
    let number = string_to_float(styles.joined(&["animation_intensity_", style]).as_bytes());
    let intensity = if number > 0.0 { number } else { 50.0 };
    let start = start(style, direction, intensity);
    let own = functions(styles, State::Desktop);
    let name = name(&[
        "et_pb_",
        style,
        "_",
        direction,
        "_",
        styles.subject.order_class,
    ]);
    let frames = format!("0%{{transform: {start}{own};}} 100%{{opacity: 1; transform: {own};}}");
    styles.add_keyframes(&name, &frames);
    let selector = [ORDER_CLASS, ".et_animated.transformAnim"].concat();
    let css = format!("animation-name: {name}; transform-origin: {direction};");
    styles.add(Media::General, &selector, &css);
}

/// The transform at the start of an animation. Contract "divi-client", section 6.18.
fn start(style: &str, direction: &str, intensity: f64) -> String {
    let number = |value: f64| to_php_string(value);
    let sign = match (style, direction) {
        ("flip", "bottom" | "left") | ("fold", "top" | "right" | "center") => "-",
        ("slide", "top" | "left") | ("roll", "right" | "bottom") => "-",
        _ => "",
    };
    let axis = if matches!(direction, "top" | "bottom") {
        "Y"
    } else {
        "X"
    };
    let around = match (style, direction) {
        (_, "top" | "bottom") | ("flip", "center") => "X",
        _ => "Y",
    };
    let scale = number((100.0 - intensity) / 100.0);
    match style {
        "slide" if direction != "center" => {
            format!("translate{axis}({sign}{}%) ", number(2.0 * intensity))
        }
        "slide" | "zoom" => format!("scale3d({scale}, {scale}, {scale}) "),
        "flip" | "fold" => {
            let angle = number((0.9 * intensity).ceil());
            format!("perspective(2000px) rotate{around}({sign}{angle}deg) ")
        }
        "roll" => format!("rotateZ({sign}{}deg) ", number((3.6 * intensity).ceil())),
        _ => String::new(),
    }
}

/// The declarations of a state; `place` is where the element stands then.
fn css(styles: &Styles<'_>, state: State, place: Option<(&str, State)>, end: &str) -> String {
    let functions = functions_at(styles, state, place);
    let mut out = String::new();
    if !functions.is_empty() {
        out = format!("transform: {functions}{end};");
    }
    let origin = axes(styles, "transform_origin", state, 2);
    if origin.iter().any(|axis| is_filled(axis)) {
        let or = |axis: &str| {
            if is_filled(axis) {
                esc_html(axis).into_owned()
            } else {
                "50%".to_owned()
            }
        };
        let [x, y] = [0, 1].map(|at: usize| or(origin.get(at).copied().unwrap_or_default()));
        out.push_str(&format!("transform-origin:{x} {y};"));
    }
    out
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

/// The value of `transform` on desktop.
fn functions(styles: &Styles<'_>, state: State) -> String {
    functions_at(styles, state, None)
}

/// The value of `transform`: a centred element is moved by half of its size.
fn functions_at(styles: &Styles<'_>, state: State, place: Option<(&str, State)>) -> String {
    let mut parts: Vec<(&str, String)> = Vec::new();
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
    let order = |function: &str| ORDER.iter().position(|known| *known == function);
    parts.sort_by_key(|(function, _)| order(function));
    let parts = parts
        .iter()
        .map(|(function, value)| format!("{function}({value})"));
    parts.collect::<Vec<_>>().join(" ")
}

/// The functions in the order in which they are printed.
const ORDER: [&str; 9] = [
    "scaleX",
    "scaleY",
    "translateX",
    "translateY",
    "rotateX",
    "rotateY",
    "rotateZ",
    "skewX",
    "skewY",
];

/// The argument of a function. Scales are stored in per cent.
fn argument(function: &str, value: &str) -> String {
    if function.starts_with("scale")
        && let Some(percent) = value.strip_suffix('%')
    {
        return to_php_string(string_to_float(percent.as_bytes()) / 100.0);
    }
    esc_html(value).into_owned()
}
