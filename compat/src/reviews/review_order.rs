//! The order of reviews: contract "reviews-widget", section 5.

use std::cmp::Ordering;

use super::review::Review;

/// What reviews are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewOrder {
    /// As stored.
    #[default]
    Relevance,
    /// Backwards.
    RelevanceAsc,
    /// When they were written.
    Date(Direction),
    /// Stars.
    Rating(Direction),
    /// The author's name.
    Author(Direction),
    /// Their number.
    Id(Direction),
    /// Words, and a hundredth for each character.
    Words(Direction),
    /// Characters.
    Characters(Direction),
    /// By chance.
    Shuffle,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The small end.
    Asc,
    /// The large end.
    Desc,
}

impl ReviewOrder {
    /// Reads the attribute or option; unknown words mean relevance.
    pub fn of(text: &str) -> Self {
        let name = text.trim().to_ascii_lowercase().replace([' ', '-'], "_");
        let (base, direction) = match name.strip_suffix("_asc") {
            Some(base) => (base, Some(Direction::Asc)),
            None => match name.strip_suffix("_desc") {
                Some(base) => (base, Some(Direction::Desc)),
                None => (name.as_str(), None),
            },
        };
        let or = |default| direction.unwrap_or(default);
        match base {
            "relevance" if direction == Some(Direction::Asc) => Self::RelevanceAsc,
            "date" | "time" | "relative_time_description" => Self::Date(or(Direction::Desc)),
            "rating" => Self::Rating(or(Direction::Desc)),
            "author_name" | "name" | "author" => Self::Author(or(Direction::Asc)),
            "id" => Self::Id(or(Direction::Asc)),
            "review_words" | "review_length" | "review_word_count" => {
                Self::Words(or(Direction::Desc))
            }
            "review_characters" => Self::Characters(or(Direction::Desc)),
            _ if base.starts_with("shuffle") || base.starts_with("rand") => Self::Shuffle,
            _ => Self::Relevance,
        }
    }

    /// Puts reviews in order; `seed` decides the order by chance, 0 is the stored one.
    pub fn sort(self, reviews: &mut [&Review], seed: u64) {
        match self {
            Self::Relevance => {}
            Self::Shuffle if seed == 0 => {}
            Self::RelevanceAsc => reviews.reverse(),
            Self::Date(direction) => by(reviews, direction, |a, b| a.time.cmp(&b.time)),
            Self::Rating(direction) => by(reviews, direction, |a, b| {
                a.rating.cmp(&b.rating).then(a.time.cmp(&b.time))
            }),
            Self::Author(direction) => reviews.sort_by_cached_key(|review| {
                let name = review.author_name.to_lowercase();
                Directed(direction, name)
            }),
            Self::Id(direction) => by(reviews, direction, |a, b| a.id.cmp(&b.id)),
            Self::Words(direction) => {
                reviews.sort_by_cached_key(|review| Directed(direction, weight(&review.text)));
            }
            Self::Characters(direction) => reviews
                .sort_by_cached_key(|review| Directed(direction, review.text.chars().count())),
            Self::Shuffle => reviews.sort_by_cached_key(|review| mixed(review.id, seed)),
        }
    }
}

fn by(
    reviews: &mut [&Review],
    direction: Direction,
    compare: impl Fn(&Review, &Review) -> Ordering,
) {
    reviews.sort_by(|a, b| match direction {
        Direction::Asc => compare(a, b),
        Direction::Desc => compare(b, a),
    });
}

/// A key that sorts either way.
#[derive(PartialEq, Eq)]
struct Directed<K>(Direction, K);

impl<K: Ord> Ord for Directed<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.0 {
            Direction::Asc => self.1.cmp(&other.1),
            Direction::Desc => other.1.cmp(&self.1),
        }
    }
}

impl<K: Ord> PartialOrd for Directed<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Words and a hundredth for each character, times a hundred.
fn weight(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let words = text
        .split(|c: char| !is_word(c))
        .filter(|w| !w.is_empty())
        .count();
    words * 100 + text.chars().count()
}

/// A pseudo-random number derived from both (splitmix64).
fn mixed(id: i64, seed: u64) -> u64 {
    let mut z = id.unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<i64> {
        let review = |id, rating, time, name: &str, text: &str| Review {
            id,
            rating,
            time,
            author_name: name.into(),
            text: text.into(),
            ..Review::default()
        };
        let all = [
            review(1, 5, 30, "ana", "uno dos"),
            review(2, 3, 20, "Ben", "a"),
            review(3, 5, 10, "Álvaro", "uno dos tres"),
        ];
        let mut reviews: Vec<&Review> = all.iter().collect();
        ReviewOrder::of(text).sort(&mut reviews, 7);
        reviews.iter().map(|r| r.id).collect()
    }

    #[test]
    fn contract_table() {
        for (text, expected) in [
            ("", [1, 2, 3]),
            ("relevance_desc", [1, 2, 3]),
            ("relevance_asc", [3, 2, 1]),
            ("date", [1, 2, 3]),
            ("time_asc", [3, 2, 1]),
            ("rating", [1, 3, 2]),
            ("rating_asc", [2, 3, 1]),
            ("author", [1, 2, 3]),
            ("name_desc", [3, 2, 1]),
            ("id_desc", [3, 2, 1]),
            ("review_words", [3, 1, 2]),
            ("review_characters_asc", [2, 1, 3]),
        ] {
            assert_eq!(ids(text), expected, "{text}");
        }
        let mut shuffled = ids("random");
        shuffled.sort_unstable();
        assert_eq!(shuffled, [1, 2, 3]);
    }
}
