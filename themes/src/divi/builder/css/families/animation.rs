//! Keyframes of animations that end in an element's own transform.
//!
//! Contract "divi-css", section 15.3; the start of each animation: "divi-client", section 6.18.

use compat::divi::attributes::State;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::styles::{Styles, name};

/// Functions of a transform and their arguments.
pub(super) type Functions = Vec<(&'static str, String)>;

/// An animation with keyframes of its own.
pub(super) struct Animation<'a> {
    style: &'a str,
    direction: &'a str,
    /// In per cent.
    intensity: f64,
}

impl<'a> Animation<'a> {
    /// The animation of an element, with the direction of a device; `None` without one and for `fade`.
    pub(super) fn of(styles: &Styles<'a>, device: State) -> Option<Self> {
        let style = styles.get("animation_style");
        if matches!(style, "" | "none" | "fade") {
            return None;
        }
        let direction = match device {
            State::Tablet | State::Phone if styles.is_responsive("animation_direction") => {
                styles.forced("animation_direction", device, "")
            }
            _ => styles.get("animation_direction"),
        };
        let is_word = |text: &str| text.bytes().all(|b| b.is_ascii_alphabetic());
        let number = string_to_float(styles.joined(&["animation_intensity_", style]).as_bytes());
        (is_word(style) && is_word(direction)).then_some(Self {
            style,
            direction: if direction.is_empty() {
                "center"
            } else {
                direction
            },
            intensity: if number > 0.0 { number } else { 50.0 },
        })
    }

    /// The declaration of the origin.
    pub(super) fn origin(&self) -> String {
        let origin = match (self.style, self.direction) {
            ("zoom" | "fold" | "roll", direction) => direction,
            ("slide", "center") => "center",
            _ => "",
        };
        format!("transform-origin: {origin};")
    }

    /// Adds the keyframes and the rule that names them.
    pub(super) fn add(&self, styles: &mut Styles<'_>, media: Media, end: &Functions) {
        let order_class = styles.subject.order_class;
        let frames = name(&["et_pb_", self.style, "_", self.direction, "_", order_class]);
        let css = format!(
            "0%{{ transform: {}; }}100%{{opacity:1;transform: {};}}",
            printed(&self.start(end)),
            printed(end)
        );
        styles.add_keyframes(media, &frames, &css);
        let selector = name(&[ORDER_CLASS, ".et_animated.transformAnim"]);
        let origin = match self.origin() {
            none if none.ends_with(" ;") => String::new(),
            origin => origin,
        };
        styles.rule_p(
            media,
            &selector,
            &format!("animation-name: {frames};{origin}"),
        );
    }

    /// The functions at its start: those of its end, moved, scaled or turned.
    fn start(&self, end: &Functions) -> Functions {
        let mut start = end.clone();
        let scale = (100.0 - self.intensity) / 100.0;
        let sign = match (self.style, self.direction) {
            ("flip", "bottom" | "left") | ("fold", "top" | "right" | "center") => -1.0,
            ("slide", "top" | "left") | ("roll", "right" | "bottom") => -1.0,
            _ => 1.0,
        };
        match self.style {
            "zoom" => scaled(&mut start, scale),
            "slide" if self.direction == "center" => scaled(&mut start, scale),
            "slide" => {
                let along = match self.direction {
                    "top" | "bottom" => "translateY",
                    _ => "translateX",
                };
                for function in ["translateX", "translateY"] {
                    let known = argument(&start, function).unwrap_or("0%").to_owned();
                    let moved = match function == along {
                        true => format!(
                            "calc({}% + {known})",
                            to_php_string(sign * 2.0 * self.intensity)
                        ),
                        false => known,
                    };
                    set(&mut start, function, moved);
                }
            }
            "flip" | "fold" => {
                let around = match (self.style, self.direction) {
                    (_, "top" | "bottom") | ("flip", "center") => "rotateX",
                    _ => "rotateY",
                };
                start.retain(|(function, _)| function.starts_with("rotate"));
                turned(&mut start, around, sign * (0.9 * self.intensity).ceil());
            }
            "roll" => turned(&mut start, "rotateZ", sign * (3.6 * self.intensity).ceil()),
            _ => {}
        }
        start
    }
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

/// The value of `transform`.
pub(super) fn printed(functions: &Functions) -> String {
    let functions = ORDER.iter().filter_map(|function| {
        let argument = argument(functions, function)?;
        Some(format!("{function}({argument})"))
    });
    functions.collect::<Vec<_>>().join(" ")
}

fn argument<'f>(functions: &'f Functions, function: &str) -> Option<&'f str> {
    let mut known = functions.iter();
    known.find_map(|(known, argument)| (*known == function).then_some(argument.as_str()))
}

fn set(functions: &mut Functions, function: &'static str, argument: String) {
    match functions.iter_mut().find(|(known, _)| *known == function) {
        Some(known) => known.1 = argument,
        None => functions.push((function, argument)),
    }
}

fn scaled(functions: &mut Functions, factor: f64) {
    for function in ["scaleX", "scaleY"] {
        let known = argument(functions, function).unwrap_or("1");
        let scale = string_to_float(known.as_bytes()) * factor;
        set(functions, function, to_php_string(scale));
    }
}

fn turned(functions: &mut Functions, function: &'static str, degrees: f64) {
    let known = argument(functions, function).unwrap_or_default();
    let degrees = string_to_float(known.as_bytes()) + degrees;
    set(
        functions,
        function,
        format!("{}deg", to_php_string(degrees)),
    );
}
