//! The sample data of the demo mode: contract "reviews-widget", section 1 (`GBRR_demo`). Our own, made up.

use super::place::Place;
use super::review::Review;

const PLACE: &str = "ChIJ0000000000demo0000000000";

const REVIEWS: [(&str, i64, i64, &str, &str); 5] = [
    (
        "Lucía Campos",
        5,
        1_767_225_600,
        "a month ago",
        "A warm welcome, a quiet night and a view to remember.",
    ),
    (
        "Peter Lang",
        5,
        1_764_547_200,
        "2 months ago",
        "Everything as promised. The terrace alone is worth the journey, and breakfast came with figs from the garden.",
    ),
    (
        "Amélie Roux",
        4,
        1_761_955_200,
        "3 months ago",
        "Lovely place. The last part of the road is steep.",
    ),
    ("Tom Baker", 5, 1_759_276_800, "4 months ago", ""),
    (
        "Iria Souto",
        3,
        1_756_684_800,
        "5 months ago",
        "Nice rooms; the signal comes and goes.",
    ),
];

/// The reviews of the made-up place.
pub(super) fn reviews() -> Vec<Review> {
    let review =
        |(at, (name, rating, time, age, text)): (usize, &(&str, i64, i64, &str, &str))| Review {
            id: i64::try_from(at).map_or(0, |at| at + 1),
            place_id: String::new(),
            status: true,
            author_name: (*name).to_owned(),
            author_url: "https://www.google.com/maps/".to_owned(),
            rating: *rating,
            relative_time_description: (*age).to_owned(),
            text: (*text).to_owned(),
            time: *time,
            ..Review::default()
        };
    REVIEWS.iter().enumerate().map(review).collect()
}

/// The made-up place.
pub(super) fn place() -> Place {
    Place {
        place_id: PLACE.to_owned(),
        name: "Demo House".to_owned(),
        vicinity: "1 Sample Street".to_owned(),
        formatted_address: "1 Sample Street, Anytown".to_owned(),
        url: "https://www.google.com/maps/".to_owned(),
        rating: 4.4,
        rating_count: 5,
        ..Place::default()
    }
}
