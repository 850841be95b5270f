//! JSON-LD of the place: contract "reviews-widget", section 6.

use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;
use crate::wordpress::php::json::{flags, json_encode};

use super::option;
use super::place::Place;
use super::review::Review;

/// Most reviews.
const REVIEWS: usize = 5;

/// Which pages carry it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pages {
    /// None.
    No,
    /// The front page.
    Front,
    /// One page.
    One(i64),
    /// All.
    All,
}

/// The option's rule.
pub fn pages(options: &Options) -> Pages {
    match options.text(option::STRUCTURED_DATA).trim() {
        "true" => Pages::Front,
        _ => match options.int(option::STRUCTURED_DATA) {
            0 => Pages::No,
            1 => Pages::Front,
            id if id > 1 => Pages::One(id),
            _ => Pages::All,
        },
    }
}

/// The company logo stored by an SEO plugin.
pub fn company_logo(options: &Options) -> String {
    let titles = options.value("wpseo_titles");
    titles.at("company_logo").to_string_lossy().into_owned()
}

/// The object as pretty JSON, slashes and `&` as they are.
pub fn structured_data(
    place: &Place,
    reviews: &[Review],
    image: &str,
    site_url: &str,
    options: &Options,
) -> String {
    let visible = reviews.iter().filter(|review| {
        review.status && (review.place_id.is_empty() || review.place_id == place.place_id)
    });
    let list: Value = visible
        .take(REVIEWS)
        .map(|review| entry(review, place))
        .collect();
    let dollars = usize::try_from(options.int(option::PRICE_RANGE))
        .unwrap_or(0)
        .min(10);
    let rating = Value::array()
        .with("@type", "AggregateRating")
        .with("itemReviewed", text(&place.name))
        .with("ratingCount", place.rating_count)
        .with("ratingValue", number(place.rating));
    let data = Value::array()
        .with("@context", "http://schema.org")
        .with("@type", "LocalBusiness")
        .with("name", text(&place.name))
        .with("address", text(&place.formatted_address))
        .with("image", text(image))
        .with("url", text(site_url))
        .with("telephone", text(&options.text(option::TELEPHONE)))
        .with("additionalType", text(&options.text(option::BUSINESS_TYPE)))
        .with("priceRange", text(&"$".repeat(dollars)))
        .with("AggregateRating", rating)
        .with("review", list);
    let form = flags::PRETTY_PRINT | flags::UNESCAPED_SLASHES;
    json_encode(&data, form).unwrap_or_default()
}

fn entry(review: &Review, place: &Place) -> Value {
    let date = PhpDate::new(review.time, &WpTimezone::utc()).format("Y-m-d");
    let is_text = review.text.chars().count() > 1;
    let author = Value::array()
        .with("@type", "Person")
        .with("name", text(&review.author_name));
    let rating = Value::array()
        .with("@type", "Rating")
        .with("bestRating", 5)
        .with("ratingValue", review.rating)
        .with("worstRating", 1);
    Value::array()
        .with("@type", "Review")
        .with("author", author)
        .with("datePublished", date)
        .with(
            "description",
            if is_text {
                text(&review.text)
            } else {
                Value::Bool(false)
            },
        )
        .with("name", text(&place.name))
        .with("reviewRating", rating)
}

/// What is missing is the literal false.
fn text(text: &str) -> Value {
    if text.is_empty() {
        Value::Bool(false)
    } else {
        text.into()
    }
}

/// A whole number without a point.
fn number(value: f64) -> Value {
    let whole = crate::wordpress::php::cast::float_to_int(value);
    let is_whole = (crate::wordpress::php::cast::int_to_float(whole) - value).abs() < f64::EPSILON;
    if is_whole { whole.into() } else { value.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_false() {
        let place = Place {
            name: "Casa & Cueva".into(),
            rating: 4.6,
            rating_count: 87,
            ..Place::default()
        };
        let reviews = [Review {
            status: true,
            rating: 5,
            text: "a".into(),
            ..Review::default()
        }];
        let json = structured_data(&place, &reviews, "", "http://h", &Options::default());
        for part in [
            "\"name\": \"Casa & Cueva\"",
            "\"address\": false",
            "\"priceRange\": false",
            "\"ratingValue\": 4.6",
            "\"datePublished\": \"1970-01-01\"",
            "\"description\": false",
            "\"url\": \"http://h\"",
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }

    #[test]
    fn the_rule_of_pages() {
        for (stored, expected) in [
            ("", Pages::No),
            ("1", Pages::Front),
            ("true", Pages::Front),
            ("27", Pages::One(27)),
            ("-1", Pages::All),
        ] {
            let row = (
                option::STRUCTURED_DATA.to_owned(),
                stored.as_bytes().to_vec(),
            );
            assert_eq!(pages(&Options::new([row])), expected, "{stored}");
        }
    }
}
