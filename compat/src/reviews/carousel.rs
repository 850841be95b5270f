//! The carousel of a widget: contract "reviews-widget", sections 3.2 and 4.1.

use crate::wordpress::options::Options;
use crate::wordpress::php::cast::{float_to_int, int_to_float};

use super::option;
use super::shortcode_atts::{ShortcodeAtts, is_no, is_yes, number};

/// The symbols below a carousel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Bullet {
    /// None.
    Hidden,
    /// The usual one.
    #[default]
    Usual,
    /// One of the site's own.
    Symbol(String),
}

/// Slides and how they move.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Carousel {
    /// Reviews on a slide; none: no carousel.
    pub view: Option<usize>,
    /// How often it goes round: `-1` for ever.
    pub loop_count: Option<i64>,
    /// Rounds, in views.
    pub iterations: Option<i64>,
    /// Seconds between two slides.
    pub interval: Option<f64>,
    /// How slides change.
    pub transition: Option<String>,
    /// How long that takes.
    pub transition_duration: Option<f64>,
    /// The bullets.
    pub bullet: Bullet,
    /// Whether keys move it.
    pub has_cursor: bool,
    /// Whether a finger moves it.
    pub is_draggable: bool,
}

/// Longest symbol, in characters.
const SYMBOL: usize = 20;

impl Carousel {
    /// Reads the attributes; `limit` is how many reviews the widget shows at most.
    pub fn of(given: ShortcodeAtts<'_>, options: &Options, limit: Option<usize>) -> Self {
        let view = given
            .text("view")
            .and_then(view)
            .or_else(|| view(&options.text(option::VIEW)))
            .map(|view| view.min(limit.unwrap_or(usize::MAX)))
            .filter(|view| *view > 0);
        let has_view = |_: f64| view.is_some();
        let transition = given
            .text("transition")
            .filter(|t| view.is_some() && !is_no(t));
        let has_transition = transition.is_some();
        Self {
            view,
            loop_count: given.text("loop").and_then(loop_count),
            iterations: given
                .number("iterations", |n| (1.0..=999.0).contains(&n) && has_view(n))
                .map(float_to_int),
            interval: given.number("interval", |n| (0.3..=120.0).contains(&n) && has_view(n)),
            transition: transition.map(str::to_owned),
            transition_duration: given.number("transition_duration", |n| {
                n > 0.05 && n <= 10.0 && has_transition
            }),
            bullet: bullet(given),
            has_cursor: !given.is_off("cursor"),
            is_draggable: !given.is_off("draggable"),
        }
    }

    /// How many bullets stand below this many items.
    pub fn bullets(&self, items: usize) -> usize {
        match self.view {
            Some(view) if items >= view && self.bullet != Bullet::Hidden => items.div_ceil(view),
            _ => 0,
        }
    }
}

fn view(text: &str) -> Option<usize> {
    let number = number(text).filter(|n| (1.0..=50.0).contains(n))?;
    usize::try_from(float_to_int(number)).ok()
}

fn loop_count(text: &str) -> Option<i64> {
    if let Some(number) = number(text) {
        let times = float_to_int(number);
        return match times {
            1..=999 => Some(times),
            _ if number < 0.0 => Some(-1),
            _ => None,
        };
    }
    let is_endless = ["loop", "infinite", "forever", "always"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word));
    (is_endless || is_yes(text)).then_some(-1)
}

fn bullet(given: ShortcodeAtts<'_>) -> Bullet {
    match given.text("bullet") {
        Some(text) if is_no(text) => Bullet::Hidden,
        Some(text) if !is_yes(text) && text.chars().count() < SYMBOL => {
            Bullet::Symbol(text.to_owned())
        }
        _ => Bullet::Usual,
    }
}

/// A number as the page has it: `4`, `0.6`.
pub fn number_text(number: f64) -> String {
    let whole = float_to_int(number);
    if (int_to_float(whole) - number).abs() < f64::EPSILON {
        return whole.to_string();
    }
    crate::wordpress::php::float::to_php_string(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn carousel(text: &str, limit: Option<usize>) -> Carousel {
        let atts = shortcode_parse_atts(text);
        Carousel::of(ShortcodeAtts(&atts), &Options::default(), limit)
    }

    #[test]
    fn contract_cases() {
        let eight = carousel("view=3 limit=7", Some(7));
        assert_eq!((eight.view, eight.bullets(7)), (Some(3), 3));
        let nine = carousel("view=3 limit=2", Some(2));
        assert_eq!((nine.view, nine.bullets(2)), (Some(2), 1));
        assert_eq!(carousel("view=51", None).view, None);
        let eleven = carousel("view=2 loop=yes interval=6", None);
        assert_eq!((eleven.loop_count, eleven.interval), (Some(-1), Some(6.0)));
        assert_eq!(carousel("view=2 interval=0.2", None).interval, None);
        assert_eq!(carousel("view=2 interval=200", None).interval, None);
        assert_eq!(carousel("interval=6", None).interval, None);
        let fourteen = carousel("view=2 cursor=no draggable=no", None);
        assert!(!fourteen.has_cursor && !fourteen.is_draggable);
        assert_eq!(
            (number_text(4.0), number_text(0.6)),
            ("4".into(), "0.6".into())
        );
        assert_eq!(carousel("loop=-5", None).loop_count, Some(-1));
        assert_eq!(carousel("loop=no", None).loop_count, None);
        let symbol = carousel("bullet=◆", None).bullet;
        assert_eq!(symbol, Bullet::Symbol("◆".into()));
        assert_eq!(carousel("bullet=true", None).bullet, Bullet::Usual);
    }
}
