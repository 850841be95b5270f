//! Transforms: scale, translate, rotate, skew.
//!
//! Contract "divi-server", sections 2.4 and 6.3.

use compat::divi::attributes::{Attributes, State};
use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};

/// Attribute, and the CSS functions of its parts.
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
    for (media, device) in DEVICES {
        if device == State::Desktop || is_responsive {
            let css = css(styles, device, "");
            styles.add(media, main, &css);
        }
    }
    add_animation(styles);
    if styles.is_hover("transform_styles") {
        let css = css(styles, State::Hover, " !important");
        styles.add(Media::General, &hover_at_order_class(main), &css);
        let mut parts = TRANSFORMS.iter().map(|(attribute, _)| attribute);
        if parts.any(|attribute| styles.is_hover(attribute)) {
            styles.transition("transform", main);
        }
    }
    if styles.has_sticky_value("transform_styles") {
        let css = css(styles, State::Sticky, " !important");
        let then = styles.sticky_selector(main);
        styles.add(Media::General, &then, &css);
        styles.sticky_transition("transform", main);
    }
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

/// The declarations of a state, inherited values included.
fn css(styles: &Styles<'_>, state: State, end: &str) -> String {
    let functions = functions(styles, state);
    let mut out = String::new();
    if !functions.is_empty() {
        out = format!("transform: {functions}{end};");
    }
    let origin = styles.value("transform_origin").inherited(state);
    if !origin.is_empty() {
        let parts: Vec<_> = origin.split('|').take(2).map(esc_html).collect();
        out.push_str(&format!("transform-origin: {};", parts.join(" ")));
    }
    out
}

/// The value of `transform`.
fn functions(styles: &Styles<'_>, state: State) -> String {
    let mut functions = Vec::new();
    for (attribute, names) in TRANSFORMS {
        let value = styles.value(attribute).inherited(state);
        for (function, value) in names.iter().zip(value.split('|')) {
            if !value.is_empty() {
                functions.push(format!("{function}({})", argument(function, value)));
            }
        }
    }
    functions.join(" ")
}

/// The argument of a function. Scales are stored in per cent.
fn argument(function: &str, value: &str) -> String {
    if function.starts_with("scale") {
        return to_php_string(string_to_float(value.as_bytes()) / 100.0);
    }
    esc_html(&process_range_value(value, "")).into_owned()
}
