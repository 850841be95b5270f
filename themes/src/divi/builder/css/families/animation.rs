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
        styles.add_keyframes(media, &frames, &self.frames(end));
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

    /// The keyframes: the start and the end; a bounce has its steps between them, eased one by one.
    fn frames(&self, end: &Functions) -> String {
        let end_css = printed(end);
        if self.style != "bounce" {
            let start = printed(&self.start(end));
            return format!("0%{{ transform: {start}; }}100%{{opacity:1;transform: {end_css};}}");
        }
        let (function, steps) = self.bounces();
        let mut css = String::new();
        for (at, by) in steps {
            let mut functions = end.clone();
            match function {
                "scale" => scaled(&mut functions, *by),
                _ => {
                    let by = if self.direction == "right" { -by } else { *by };
                    let known = argument(end, function).unwrap_or("0px");
                    let moved = format!("calc({}px + {known})", to_php_string(by));
                    set(&mut functions, function, moved);
                }
            }
            let opacity = if *at == 60 { "opacity:1;" } else { "" };
            let transform = printed(&functions);
            css.push_str(&format!(
                "{at}%{{{EASING}{opacity} transform: {transform}; }}"
            ));
        }
        css + &format!("100%{{{EASING}opacity:1;transform: {end_css};}}")
    }

    /// The function that bounces, and its steps as in the sheet's animation: per cent, with a factor or pixels. From the
    /// right they are mirrored.
    fn bounces(&self) -> (&'static str, &'static [(u8, f64)]) {
        match self.direction {
            "top" => ("translateY", FROM_ABOVE),
            "bottom" => ("translateY", FROM_BELOW),
            "left" | "right" => ("translateX", FROM_ABOVE),
            _ => ("scale", FROM_THE_MIDDLE),
        }
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

/// How each step of a bounce is eased.
const EASING: &str = "animation-timing-function: cubic-bezier(0.215, 0.61, 0.355, 1);";
const FROM_THE_MIDDLE: &[(u8, f64)] = &[(0, 0.3), (20, 1.1), (40, 0.9), (60, 1.03), (80, 0.97)];
const FROM_ABOVE: &[(u8, f64)] = &[(0, -200.0), (60, 25.0), (75, -10.0), (90, 5.0)];
const FROM_BELOW: &[(u8, f64)] = &[(0, 200.0), (60, -20.0), (75, 10.0), (90, -5.0)];

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

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(
        style: &'static str,
        direction: &'static str,
        end: &[(&'static str, &str)],
    ) -> String {
        let animation = Animation {
            style,
            direction,
            intensity: 50.0,
        };
        let end = end.iter().map(|(name, value)| (*name, (*value).to_owned()));
        animation.frames(&end.collect()).replace(EASING, "")
    }

    #[test]
    fn bounces_end_in_the_elements_own_transform() {
        assert_eq!(
            frames(
                "bounce",
                "bottom",
                &[("translateY", "-50%"), ("rotateZ", "5deg")]
            ),
            "0%{ transform: translateY(calc(200px + -50%)) rotateZ(5deg); }\
             60%{opacity:1; transform: translateY(calc(-20px + -50%)) rotateZ(5deg); }\
             75%{ transform: translateY(calc(10px + -50%)) rotateZ(5deg); }\
             90%{ transform: translateY(calc(-5px + -50%)) rotateZ(5deg); }\
             100%{opacity:1;transform: translateY(-50%) rotateZ(5deg);}"
        );
        let right = frames("bounce", "right", &[("skewX", "12deg")]);
        assert!(right.starts_with("0%{ transform: translateX(calc(200px + 0px)) skewX(12deg); }"));
        assert!(right.contains("60%{opacity:1; transform: translateX(calc(-25px + 0px))"));
        let center = frames("bounce", "center", &[("scaleX", "2"), ("scaleY", "0.5")]);
        assert!(center.starts_with("0%{ transform: scaleX(0.6) scaleY(0.15); }20%{"));
        assert!(center.ends_with("100%{opacity:1;transform: scaleX(2) scaleY(0.5);}"));
    }

    #[test]
    fn folds_begin_turned_around_their_edge() {
        let fold = |direction| frames("fold", direction, &[("rotateX", "10deg"), ("scaleX", "2")]);
        let start = |css: String| css.split(';').next().unwrap_or_default().to_owned();
        assert_eq!(start(fold("top")), "0%{ transform: rotateX(-35deg)");
        assert_eq!(start(fold("bottom")), "0%{ transform: rotateX(55deg)");
        assert_eq!(
            start(fold("left")),
            "0%{ transform: rotateX(10deg) rotateY(45deg)"
        );
        assert_eq!(
            start(fold("center")),
            "0%{ transform: rotateX(10deg) rotateY(-45deg)"
        );
    }
}
