//! The site's places and reviews: read from the options once for each snapshot of the site.
//!
//! Contract "reviews-widget", sections 1.1 to 1.3 and 4.3.

use crate::wordpress::options::Options;

use super::option;
use super::place::{Place, place_of_response, places};
use super::review::Review;
use super::travel::TravelWidget;
use super::{demo, structured_data};

/// What the configuration says, and when the server began.
#[derive(Debug, Clone, Default)]
pub struct Configured {
    /// The second, travel-review widget.
    pub travel: TravelWidget,
    /// When the first order by chance began.
    pub shuffled_since: i64,
}

/// How long an order by chance stays.
const SHUFFLED: i64 = 3600;

/// Reviews and places of a site.
#[derive(Debug, Clone, Default)]
pub struct SiteReviews {
    /// All reviews in stored order, hidden ones included.
    pub reviews: Vec<Review>,
    /// The place of the last answer that held reviews.
    pub current: Place,
    /// Other places.
    pub places: Vec<Place>,
    /// Whether the service said that the answer is good.
    pub is_ok: bool,
    /// Whether this is the built-in sample data.
    pub is_demo: bool,
    /// Attachment of the icon, 0 for none.
    pub icon: i64,
    /// Attachment of the logo, 0 for none.
    pub logo: i64,
    /// The logo of a search engine plugin.
    pub company_logo: String,
    /// What does not come from the database.
    pub configured: Configured,
}

impl SiteReviews {
    /// Reads the options.
    pub fn of(options: &Options) -> Self {
        if options.is_on(option::DEMO) {
            return Self {
                reviews: demo::reviews(),
                current: demo::place(),
                is_ok: true,
                is_demo: true,
                ..Self::default()
            };
        }
        let valid = options.value(option::RESULT_VALID);
        let answer = if valid.at("result").is_empty() {
            options.value(option::RESULT)
        } else {
            valid
        };
        let stored = options.value(option::REVIEWS);
        let reviews: Vec<Review> = stored.values().map(Review::of).collect();
        let mut current = place_of_response(answer);
        current.place_id = options.text(option::PLACE_ID).into_owned();
        if current.rating_count == 0 {
            current.rating_count = i64::try_from(reviews.len()).unwrap_or(i64::MAX);
        }
        Self {
            current,
            places: places(options.value(option::PLACES)),
            is_ok: answer.at("status").as_str() == Some("OK"),
            is_demo: false,
            icon: options.int(option::ICON),
            logo: options.int(option::LOGO),
            company_logo: structured_data::company_logo(options),
            configured: Configured::default(),
            reviews,
        }
    }

    /// The place that a widget shows: another one only where the site has several.
    pub fn place(&self, place_id: &str) -> Place {
        let other = (self.places.len() > 1 && place_id != self.current.place_id)
            .then(|| self.places.iter().find(|p| p.place_id == place_id))
            .flatten();
        let mut place = other.unwrap_or(&self.current).clone();
        place.place_id = place_id.to_owned();
        place
    }

    /// Which order by chance is shown at `now`: another one each hour. The first is the stored order, as the recorded
    /// site shows it (recording opiniones, variant 18).
    pub fn shuffle(&self, now: i64) -> u64 {
        let since = self.configured.shuffled_since;
        let hours = now.saturating_sub(since).max(0) / SHUFFLED;
        if hours == 0 {
            return 0;
        }
        since.unsigned_abs().wrapping_add(hours.unsigned_abs())
    }

    /// The attachments that its widgets show.
    pub fn attachments(&self) -> impl Iterator<Item = i64> {
        [self.icon, self.logo].into_iter().filter(|id| *id > 0)
    }
}
