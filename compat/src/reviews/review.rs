//! A review as the option `GBRR_reviews` stores it: contract "reviews-widget", section 1.1.

use crate::columns::text_at;
use crate::wordpress::hash::md5_hex;
use crate::wordpress::php::Value;
use crate::wordpress::php::strip_tags::strip_tags;

/// One review, as far as pages show it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Review {
    /// Running number.
    pub id: i64,
    /// The place it is about.
    pub place_id: String,
    /// Whether the site shows it.
    pub status: bool,
    /// The author.
    pub author_name: String,
    /// The author's page at the service.
    pub author_url: String,
    /// The author's picture at the service.
    pub profile_photo_url: String,
    /// The author's picture below `uploads/gmbrr`.
    pub avatar: String,
    /// 1 to 5.
    pub rating: i64,
    /// Its age in words, as of the last retrieval.
    pub relative_time_description: String,
    /// The text without tags.
    pub text: String,
    /// When it was written.
    pub time: i64,
    /// Its language; none when the entry does not name any.
    pub language: Option<String>,
}

impl Review {
    /// Reads an entry of the option.
    pub fn of(entry: &Value) -> Self {
        let text = strip_tags(&entry.at("text").to_bytes());
        Self {
            id: entry.at("id").to_int(),
            place_id: text_at(entry, "place_id"),
            status: entry.get("status").is_none_or(Value::to_bool),
            author_name: text_at(entry, "author_name"),
            author_url: text_at(entry, "author_url"),
            profile_photo_url: text_at(entry, "profile_photo_url"),
            avatar: text_at(entry, "avatar"),
            rating: entry.at("rating").to_int().clamp(0, 5),
            relative_time_description: text_at(entry, "relative_time_description"),
            text: String::from_utf8_lossy(&text).into_owned(),
            time: entry.at("time").to_int(),
            language: entry
                .get("language")
                .map(|language| language.to_string_lossy().into_owned()),
        }
    }
}

/// The key of an entry: the same review has the same key at every retrieval.
pub fn key(time: i64, rating: i64, author_name: &str, text: &str) -> String {
    let beginning: String = text.chars().take(100).collect();
    let hash = md5_hex(format!("{author_name}_{beginning}").as_bytes());
    format!("{time}_{rating}_{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_tag_goes_with_all_behind_it() {
        let entry = Value::array().with("text", "Todo perfecto <3. Repetiremos.");
        let review = Review::of(&entry);
        assert_eq!(review.text, "Todo perfecto ");
        assert!(review.status && review.language.is_none());
    }

    #[test]
    fn the_key_is_the_recorded_one() {
        // Recording: site.sql, the review with id 2.
        let text = "Sehr ruhig und sauber, der Kamin ist herrlich.";
        assert_eq!(
            key(1_790_769_600, 5, "Jonas Weber", text),
            "1790769600_5_6903680bc7d52c0dfaa50ecb40dafc42"
        );
    }
}
