//! Which stars a rating shows: contract "reviews-widget", section 4.4.

use crate::wordpress::php::cast::float_to_int;
use crate::wordpress::php::round::round;

/// A rating as five stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StarRating {
    /// Golden ones.
    pub full: usize,
    /// Hundredths of the one that is partly golden.
    pub split: Option<i64>,
    /// Grey ones.
    pub gray: usize,
    /// Stars up to the rating, the last one whole.
    pub ceil: usize,
    /// The nearest number of whole stars.
    pub nearest: usize,
}

/// The stars of a rating between 0 and 5.
pub fn star_rating(rating: f64) -> StarRating {
    let rating = rating.clamp(0.0, 5.0);
    let stars = |number: f64| usize::try_from(float_to_int(number).clamp(0, 5)).unwrap_or(0);
    // The tenths may round up past the whole star: 3.95 has a star that is split at 100.
    let tenths = float_to_int(round(rating * 10.0, 0)) - 10 * float_to_int(rating.floor());
    let split = (tenths > 0).then_some(tenths * 10);
    let (floor, ceil) = (stars(rating.floor()), stars(rating.ceil()));
    let (full, gray) = match split {
        Some(_) => (floor, 5 - ceil.max(floor + 1).min(5)),
        None => (ceil, 5 - floor),
    };
    StarRating {
        full,
        split,
        gray,
        ceil,
        nearest: stars(round(rating, 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contract_cases() {
        for (rating, full, split, gray) in [
            (4.7, 4, Some(70), 0),
            (4.6, 4, Some(60), 0),
            (4.0, 4, None, 1),
            (5.0, 5, None, 0),
            (3.95, 3, Some(100), 1),
            (4.96, 4, Some(100), 0),
            (0.0, 0, None, 5),
            (1.5, 1, Some(50), 3),
        ] {
            let stars = star_rating(rating);
            assert_eq!(
                (stars.full, stars.split, stars.gray),
                (full, split, gray),
                "{rating}"
            );
        }
    }
}
