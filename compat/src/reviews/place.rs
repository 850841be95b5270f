//! A place: name, address, overall rating. Contract "reviews-widget", sections 1.2, 1.3 and 4.3.

use crate::wordpress::column::text_at;
use crate::wordpress::php::Value;
use crate::wordpress::php::cast::int_to_float;

/// A place that is reviewed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Place {
    /// The service's id.
    pub place_id: String,
    /// Its name.
    pub name: String,
    /// Address of its icon.
    pub icon: String,
    /// Short address.
    pub vicinity: String,
    /// Whole address.
    pub formatted_address: String,
    /// Its page at the service.
    pub url: String,
    /// Overall rating.
    pub rating: f64,
    /// Number of ratings.
    pub rating_count: i64,
}

/// The place of a stored answer. Without an overall rating it is the mean of the answer's reviews.
pub fn place_of_response(answer: &Value) -> Place {
    let result = answer.at("result");
    let ratings: Vec<f64> = result
        .at("reviews")
        .values()
        .map(|review| review.at("rating").to_float())
        .collect();
    let stored = result.at("rating").to_float();
    let rating = if stored > 0.0 {
        stored
    } else if ratings.is_empty() {
        0.0
    } else {
        let number = i64::try_from(ratings.len()).unwrap_or(i64::MAX);
        ratings.iter().sum::<f64>() / int_to_float(number)
    };
    Place {
        place_id: text_at(result, "place_id"),
        name: text_at(result, "name"),
        icon: text_at(result, "icon"),
        vicinity: text_at(result, "vicinity"),
        formatted_address: text_at(result, "formatted_address"),
        url: text_at(result, "url"),
        rating,
        rating_count: result.at("user_ratings_total").to_int(),
    }
}

/// The stored list of places.
pub fn places(stored: &Value) -> Vec<Place> {
    let place = |entry: &Value| Place {
        place_id: text_at(entry, "place_id"),
        name: text_at(entry, "name"),
        icon: text_at(entry, "icon"),
        vicinity: text_at(entry, "vicinity"),
        formatted_address: text_at(entry, "formatted_address"),
        url: text_at(entry, "url"),
        rating: entry.at("rating").to_float(),
        rating_count: entry.at("rating_count").to_int(),
    };
    stored.values().map(place).collect()
}

/// Where the reviews of a place are read.
pub fn reviews_url(place_id: &str) -> String {
    format!("https://search.google.com/local/reviews?placeid={place_id}")
}

/// Where a review of a place is written.
pub fn write_review_url(place_id: &str) -> String {
    format!("https://search.google.com/local/writereview?placeid={place_id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_rating_is_the_mean() {
        // Contract test 53.
        let reviews: Value = [5, 4, 5, 3, 5]
            .into_iter()
            .map(|rating| Value::array().with("rating", rating))
            .collect();
        let result = Value::array().with("rating", 0).with("reviews", reviews);
        let place = place_of_response(&Value::array().with("result", result));
        assert!((place.rating - 4.4).abs() < 1e-9);
    }
}
