//! `get_comment_excerpt`.

use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::formatting::trim_words::{WordCountType, wp_trim_words};

/// The most words of an excerpt.
const MOST: i64 = 20;

/// The first twenty words of a comment, as text.
pub fn get_comment_excerpt(content: &str) -> String {
    let text = wp_strip_all_tags(&content.replace(['\n', '\r'], " "), false);
    wp_trim_words(&text, MOST, "&hellip;", WordCountType::Words)
}
