//! Which reviews a widget shows: contract "reviews-widget", section 5.

use crate::wordpress::options::Options;
use crate::wordpress::php::cast::float_to_int;

use super::option;
use super::review::Review;
use super::review_order::ReviewOrder;
use super::shortcode_atts::{ShortcodeAtts, count};

/// The filters, the order and the number of a widget.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only these, in this order.
    pub ids: Vec<i64>,
    /// Only those of this place.
    pub place_id: String,
    /// Lowest rating.
    pub min: Option<i64>,
    /// Highest rating.
    pub max: Option<i64>,
    /// Beginning of the language.
    pub language: Option<String>,
    /// Shortest text.
    pub text_min: Option<usize>,
    /// Longest text.
    pub text_max: Option<usize>,
    /// Words of which one is in the text.
    pub including: Vec<String>,
    /// Words of which none is in the text.
    pub excluding: Vec<String>,
    /// The order.
    pub order: ReviewOrder,
    /// Reviews left out at the beginning.
    pub offset: usize,
    /// Most reviews; none for all, 0 for no listing.
    pub limit: Option<usize>,
}

/// Most words of a filter.
const WORDS: usize = 10;

impl Selection {
    /// Reads the attributes.
    pub fn of(given: ShortcodeAtts<'_>, options: &Options, place_id: &str) -> Self {
        let stars = |name: &str, default: &str| {
            let allowed = |n: &f64| (1.0..=5.0).contains(n);
            given
                .number(name, |n| allowed(&n))
                .or_else(|| super::shortcode_atts::number(&options.text(default)).filter(allowed))
                .map(float_to_int)
        };
        let length = |name: &str, default: &str| {
            let own = given.text(name).and_then(count);
            own.or_else(|| count(&options.text(default)))
        };
        let sort = given.text("sort").map_or_else(
            || options.text(option::REVIEW_SORT),
            |sort| sort.to_owned().into(),
        );
        let ids = given.text("id").map(ids).unwrap_or_default();
        Self {
            ids,
            place_id: place_id.to_owned(),
            min: stars("min", option::RATING_MIN).filter(|min| *min > 1),
            max: stars("max", option::RATING_MAX).filter(|max| *max < 5),
            language: given.text("language").and_then(language),
            text_min: length("review_text_min", option::REVIEW_TEXT_MIN),
            text_max: length("review_text_max", option::REVIEW_TEXT_MAX),
            including: words(given.text("review_text_inc")),
            excluding: words(given.text("review_text_exc")),
            order: ReviewOrder::of(&sort),
            offset: given.text("offset").and_then(count).unwrap_or(0),
            limit: given
                .text("limit")
                .and_then(count)
                .or_else(|| count(&options.text(option::REVIEW_LIMIT))),
        }
    }

    /// The reviews of the widget, in their order.
    pub fn apply<'r>(&self, reviews: &'r [Review], seed: u64) -> Vec<&'r Review> {
        if self.limit == Some(0) {
            return Vec::new();
        }
        if !self.ids.is_empty() {
            let by_id = |id: &i64| reviews.iter().find(|review| review.id == *id);
            let mut found: Vec<&Review> = self.ids.iter().filter_map(by_id).collect();
            if self.order == ReviewOrder::Shuffle {
                self.order.sort(&mut found, seed);
            }
            return found;
        }
        let mut found: Vec<&Review> = reviews.iter().filter(|r| self.has(r)).collect();
        self.order.sort(&mut found, seed);
        match self.limit {
            Some(limit) if limit < found.len() => {
                found.into_iter().skip(self.offset).take(limit).collect()
            }
            _ => found,
        }
    }

    fn has(&self, review: &Review) -> bool {
        review.status
            && self.min.is_none_or(|min| review.rating >= min)
            && self.max.is_none_or(|max| review.rating <= max)
            && (review.place_id.is_empty()
                || self.place_id.is_empty()
                || review.place_id == self.place_id)
            && self.has_language(review)
            && self.has_length(review)
            && (self.including.is_empty() || has_word(&review.text, &self.including))
            && !has_word(&review.text, &self.excluding)
    }

    /// A review that does not name its language stays.
    fn has_language(&self, review: &Review) -> bool {
        match (&self.language, &review.language) {
            (Some(wanted), Some(language)) => {
                let own = primary(language);
                !own.is_empty() && own == *wanted
            }
            _ => true,
        }
    }

    /// The longest length counts only together with the shortest one, as upstream has it.
    fn has_length(&self, review: &Review) -> bool {
        let Some(min) = self.text_min else {
            return true;
        };
        let length = review.text.chars().count();
        length >= min && self.text_max.is_none_or(|max| length <= max)
    }
}

/// A number, or several with commas; none when the text is something else.
fn ids(text: &str) -> Vec<i64> {
    let ids: Option<Vec<i64>> = text.split(',').map(|id| id.trim().parse().ok()).collect();
    ids.unwrap_or_default()
}

/// The first letters of a language's code.
fn primary(code: &str) -> String {
    let letters = code.chars().take_while(char::is_ascii_alphabetic).take(3);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

fn language(text: &str) -> Option<String> {
    let is_code = (2..=16).contains(&text.chars().count());
    let primary = primary(text);
    (is_code && primary.len() >= 2).then_some(primary)
}

fn words(list: Option<&str>) -> Vec<String> {
    let words = list.unwrap_or_default().split(',').map(str::trim);
    words
        .filter(|word| !word.is_empty())
        .take(WORDS)
        .map(str::to_lowercase)
        .collect()
}

/// Whether one of the words stands in a text, whole.
fn has_word(text: &str, words: &[String]) -> bool {
    if words.is_empty() {
        return false;
    }
    let text = text.to_lowercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    words.iter().any(|word| {
        text.match_indices(word.as_str()).any(|(at, found)| {
            let before = text.get(..at).and_then(|t| t.chars().next_back());
            let after = text.get(at + found.len()..).and_then(|t| t.chars().next());
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn reviews() -> Vec<Review> {
        (1..=10)
            .map(|id| Review {
                id,
                status: id != 10,
                rating: 1 + id % 5,
                text: "pan ".repeat(usize::try_from(id).unwrap_or(0)),
                language: match id {
                    1 => None,
                    2 => Some(String::new()),
                    3 => Some("en-GB".into()),
                    _ => Some("es".into()),
                },
                ..Review::default()
            })
            .collect()
    }

    fn shown(text: &str) -> Vec<i64> {
        let selection = Selection::of(
            ShortcodeAtts(&shortcode_parse_atts(text)),
            &Options::default(),
            "place",
        );
        let all = reviews();
        selection.apply(&all, 0).iter().map(|r| r.id).collect()
    }

    #[test]
    fn contract_cases() {
        assert_eq!(shown("id=\"5,3\""), [5, 3]);
        assert_eq!(shown("min=4"), [3, 4, 8, 9]);
        assert_eq!(shown("min=1 max=5"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(shown("review_text_max=5"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(shown("review_text_min=1 review_text_max=8"), [1, 2]);
        assert_eq!(shown("limit=3 offset=2"), [3, 4, 5]);
        assert_eq!(shown("limit=20 offset=2"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(shown("limit=0"), [] as [i64; 0]);
        assert_eq!(shown("language=es_ES"), [1, 4, 5, 6, 7, 8, 9]);
        assert_eq!(shown("language=en"), [1, 3]);
        assert_eq!(shown("review_text_inc=PAN limit=1"), [1]);
        assert_eq!(shown("review_text_inc=pa"), [] as [i64; 0]);
        assert_eq!(shown("review_text_exc=pan"), [] as [i64; 0]);
    }
}
