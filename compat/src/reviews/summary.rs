//! What the summary of a widget shows: contract "reviews-widget", sections 3.2 and 4.3.

use super::shortcode_atts::{ShortcodeAtts, is_no, is_yes};

/// A part of the summary.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Part {
    /// Not there.
    Hidden,
    /// As stored.
    #[default]
    Shown,
    /// This in its place.
    Replaced(String),
}

impl Part {
    /// Whether it is there.
    pub fn is_shown(&self) -> bool {
        *self != Self::Hidden
    }
}

/// When the stars move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Animate {
    /// Never.
    No,
    /// When they are seen.
    #[default]
    OnView,
    /// At once.
    Immediate,
}

/// The summary.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Whether there is one.
    pub is_shown: bool,
    /// The place's icon.
    pub icon: Part,
    /// The place's name.
    pub name: Part,
    /// The place's short address.
    pub vicinity: Part,
    /// The rating as a number.
    pub has_rating: bool,
    /// The stars.
    pub has_stars: bool,
    /// How many ratings there are.
    pub has_count: bool,
    /// The word for one review and for several.
    pub review_word: Option<(String, String)>,
    /// When the stars move.
    pub animate: Animate,
    /// Width of one star of text, relative to five.
    pub multiplier: f64,
}

/// The default multiplier.
const MULTIPLIER: f64 = 0.196;

impl Summary {
    /// Reads the attributes. `is_tiny_badge`: icon, name and address only when asked for.
    pub fn of(given: ShortcodeAtts<'_>, is_tiny_badge: bool) -> Self {
        let text = given.text("summary").unwrap_or("yes");
        let listed: Option<Vec<&str>> = (!is_yes(text) && !is_no(text)).then(|| {
            let words = text.split([',', ' ']);
            words.map(str::trim).filter(|w| !w.is_empty()).collect()
        });
        let has = |name: &str| {
            listed
                .as_ref()
                .is_none_or(|words| words.iter().any(|w| w.eq_ignore_ascii_case(name)))
        };
        let is_asked = |name: &str| has(name) && (listed.is_some() || !is_tiny_badge);
        let part = |name: &str, is_allowed: fn(&str) -> bool| match given.text(name) {
            Some(value) if is_no(value) => Part::Hidden,
            Some(value) if is_yes(value) => Part::Shown,
            Some(value) if is_allowed(value) => Part::Replaced(value.to_owned()),
            _ if is_asked(name) => Part::Shown,
            _ => Part::Hidden,
        };
        let switch = |name: &str| given.switch(name).unwrap_or_else(|| has(name));
        Self {
            is_shown: !is_no(text),
            icon: part("icon", is_image),
            name: part("name", |_| true),
            vicinity: part("vicinity", |_| true),
            has_rating: switch("rating"),
            has_stars: has("stars") || given.text("stars").is_some(),
            has_count: switch("count"),
            review_word: given.text("review_word").and_then(singular_and_plural),
            animate: animate(given),
            multiplier: given
                .number("multiplier", |n| n > 0.0 && n < 10.0)
                .unwrap_or(MULTIPLIER),
        }
    }
}

fn animate(given: ShortcodeAtts<'_>) -> Animate {
    match given
        .text("animate")
        .map(str::to_ascii_lowercase)
        .as_deref()
    {
        Some("immediate" | "immediately" | "load" | "ready" | "onload" | "onready") => {
            Animate::Immediate
        }
        Some(text) if is_no(text) => Animate::No,
        _ => Animate::OnView,
    }
}

/// Whether a value is the address of a picture.
pub(super) fn is_image(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or(text);
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|e| {
        ["jpg", "jpeg", "png", "svg", "gif"]
            .iter()
            .any(|known| e.eq_ignore_ascii_case(known))
    })
}

/// `nota/notas` or `nota, notas`; one word is both.
fn singular_and_plural(text: &str) -> Option<(String, String)> {
    let (one, many) = text
        .split_once('/')
        .or_else(|| text.split_once(','))
        .unwrap_or((text, text));
    let (one, many) = (one.trim(), many.trim());
    (!one.is_empty() && !many.is_empty()).then(|| (one.to_owned(), many.to_owned()))
}

/// The number of reviews with its word: the number takes the place of `%u` or `%s`, or stands in front.
pub fn counted(count: i64, one: &str, many: &str) -> String {
    let word = if count == 1 { one } else { many };
    let number = count.to_string();
    for pattern in ["%u", "%s"] {
        if word.contains(pattern) {
            return word.replacen(pattern, &number, 1);
        }
    }
    format!("{number} {word}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn summary(text: &str) -> Summary {
        Summary::of(ShortcodeAtts(&shortcode_parse_atts(text)), false)
    }

    #[test]
    fn a_list_names_what_is_shown() {
        let listed = summary("summary=\"rating,stars,count\"");
        assert!(listed.is_shown && listed.has_rating && listed.has_stars && listed.has_count);
        assert!(!listed.icon.is_shown() && !listed.name.is_shown() && !listed.vicinity.is_shown());
        let own = summary("summary=\"name\" icon=\"/a.png\" vicinity=\"Cerca\"");
        assert_eq!(own.icon, Part::Replaced("/a.png".into()));
        assert_eq!(own.vicinity, Part::Replaced("Cerca".into()));
        assert!(!own.has_rating && !summary("summary=off").is_shown);
        assert_eq!(summary("animate=load").animate, Animate::Immediate);
    }

    #[test]
    fn the_number_has_its_word() {
        // Contract test 55.
        assert_eq!(counted(87, "%u nota", "de %u notas"), "de 87 notas");
        assert_eq!(counted(1, "review", "reviews"), "1 review");
        let word = summary("review_word=\"nota/notas\"").review_word;
        assert_eq!(word, Some(("nota".into(), "notas".into())));
    }
}
