//! Merges received reviews into the stored ones: contract "reviews-widget", section 2 ("Storing an answer").
//!
//! Works on the stored PHP values, so that unknown fields survive. Nothing is deleted.

use std::cmp::Ordering;

use crate::wordpress::column::text_at;
use crate::wordpress::php::{Array, Key, Value};

use super::relative_time::relative_time;
use super::review::key;

/// What a merge is made with.
#[derive(Debug, Clone, Copy)]
pub struct MergeContext<'a> {
    /// The reviewed place.
    pub place_id: &'a str,
    /// The time.
    pub now: i64,
    /// The site's language, for ages in words.
    pub locale: &'a str,
    /// The source of the reviews.
    pub source: Source,
}

/// Sources of reviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The service, in the order of the site.
    Service,
    /// The service's newest, while the site has another order.
    Newest,
    /// A file.
    Import,
}

/// Digits of an author's number, at least.
const AUTHOR_NUMBER: usize = 20;
/// Ranks that the newest reviews leave to others, and how many stored ones that needs.
const KEPT_RANKS: usize = 5;

/// Hosts of avatars.
const PHOTO_HOSTS: [&str; 2] = ["googleusercontent.com", "ggpht.com"];

/// The stored reviews with the received ones.
pub fn merge(stored: &Value, received: &[Value], context: MergeContext<'_>) -> Value {
    let mut entries: Vec<(Key, Value)> = stored
        .iter()
        .map(|(key, entry)| (key.clone(), entry.clone()))
        .collect();
    let is_import = context.source == Source::Import;
    let first_rank = match context.source {
        Source::Newest if entries.len() >= KEPT_RANKS => KEPT_RANKS,
        Source::Import => entries.len() + 1,
        _ => 1,
    };
    let mut next_id = 1 + entries
        .iter()
        .map(|(_, e)| e.at("id").to_int())
        .max()
        .unwrap_or(0);
    let mut rank = first_rank;
    let mut seen: Vec<Key> = Vec::new();
    for review in received {
        let review = cleaned(review);
        let own = key_of(&review);
        if seen.contains(&own) {
            continue;
        }
        if let Some((_, entry)) = entries.iter_mut().find(|(key, _)| *key == own) {
            refresh(entry, &review, context, rank);
        } else if let Some(slot) = entries
            .iter_mut()
            .find(|(k, e)| !seen.contains(k) && is_same_author(e, &review))
        {
            slot.0 = own.clone();
            slot.1 = replaced(&slot.1, &review, context, rank);
        } else {
            entries.push((own.clone(), added(&review, context, next_id, rank)));
            next_id += 1;
        }
        seen.push(own);
        rank += 1;
    }
    for (key, entry) in &mut entries {
        if is_import || seen.contains(key) {
            continue;
        }
        let is_of_place = text_at(entry, "place_id") == context.place_id;
        let fields = entry.make_array();
        fields.insert("order", rank);
        if is_of_place {
            fields.insert("removable", true);
        }
        rank += 1;
    }
    aged(&mut entries, context);
    entries.sort_by(|(_, a), (_, b)| by_order(a, b));
    let mut merged = Array::new();
    merged.extend(entries);
    merged.into()
}

/// A sanitized review: only known fields, avatars only from the service's hosts.
fn cleaned(review: &Value) -> Value {
    const FIELDS: [&str; 10] = [
        "author_name",
        "author_url",
        "language",
        "original_language",
        "profile_photo_url",
        "rating",
        "relative_time_description",
        "text",
        "time",
        "translated",
    ];
    let mut fields = Array::new();
    for name in FIELDS {
        if let Some(value) = review.get(name) {
            fields.insert(name, value.clone());
        }
    }
    let photo = text_at(review, "profile_photo_url");
    if fields.contains_key("profile_photo_url") && !is_photo(&photo) {
        fields.insert("profile_photo_url", Value::Null);
    }
    fields.into()
}

/// Whether an address is one of the service's hosts of photos.
pub(super) fn is_photo(url: &str) -> bool {
    let host = url
        .strip_prefix("https://")
        .and_then(|rest| rest.split(['/', ':', '?']).next());
    host.is_some_and(|host| {
        PHOTO_HOSTS.iter().any(|known| {
            let rest = host.strip_suffix(known);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    })
}

fn key_of(review: &Value) -> Key {
    let (author, text) = (text_at(review, "author_name"), text_at(review, "text"));
    let (time, rating) = (review.at("time").to_int(), review.at("rating").to_int());
    key(time, rating, &author, &text).into()
}

/// The number in an author's address: 20 or more digits.
fn author_number(url: &str) -> Option<&str> {
    url.split(|c: char| !c.is_ascii_digit())
        .find(|digits| digits.len() >= AUTHOR_NUMBER)
}

fn is_same_author(entry: &Value, review: &Value) -> bool {
    let (own, other) = (text_at(entry, "author_url"), text_at(review, "author_url"));
    text_at(entry, "author_name") == text_at(review, "author_name")
        && author_number(&own) == author_number(&other)
}

/// A known review: only its age and rank change.
fn refresh(entry: &mut Value, review: &Value, context: MergeContext<'_>, rank: usize) {
    let is_import = context.source == Source::Import;
    let fields = entry.make_array();
    if let Some(age) = review.get("relative_time_description") {
        fields.insert("relative_time_description", age.clone());
    }
    if !is_import {
        fields.insert("checked", context.now);
        fields.insert("order", rank);
        fields.insert("removable", false);
    }
}

/// The author wrote anew: the number stays.
fn replaced(entry: &Value, review: &Value, context: MergeContext<'_>, rank: usize) -> Value {
    let mut entry = entry.clone();
    refresh(&mut entry, review, context, rank);
    let fields = entry.make_array();
    for (name, value) in review.iter() {
        fields.insert(name.clone(), value.clone());
    }
    fields.insert("time_estimate", context.source == Source::Import);
    entry
}

fn added(review: &Value, context: MergeContext<'_>, id: i64, rank: usize) -> Value {
    let is_import = context.source == Source::Import;
    let time = |is_set: bool| {
        if is_set {
            context.now.into()
        } else {
            Value::Null
        }
    };
    let imported = if is_import {
        context.now.into()
    } else {
        Value::Bool(false)
    };
    let mut entry = Array::new()
        .with("id", id)
        .with("place_id", context.place_id)
        .with("order", rank)
        .with("checked", Value::Null)
        .with("retrieved", time(!is_import))
        .with("imported", imported)
        .with("time_estimate", is_import)
        .with("removable", false)
        .with("status", true);
    for (name, value) in review.iter() {
        entry.insert(name.clone(), value.clone());
    }
    entry.into()
}

/// Ages in words of the site's language; in others the service's own stay.
fn aged(entries: &mut [(Key, Value)], context: MergeContext<'_>) {
    for (_, entry) in entries {
        let age = context.now.saturating_sub(entry.at("time").to_int());
        if let Some(words) = relative_time(age, context.locale) {
            entry
                .make_array()
                .insert("relative_time_description", words);
        }
    }
}

fn by_order(a: &Value, b: &Value) -> Ordering {
    a.at("order").to_int().cmp(&b.at("order").to_int())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_224_170;
    const DAY: i64 = 86_400;

    fn review(name: &str, days: i64, text: &str) -> Value {
        Value::array()
            .with("author_name", name)
            .with(
                "author_url",
                format!(
                    "https://www.google.com/maps/contrib/{:020}/reviews",
                    name.len()
                ),
            )
            .with("profile_photo_url", "https://evil.example/a.png")
            .with("rating", 5)
            .with("text", text)
            .with("time", NOW - days * DAY)
    }

    fn context(source: Source) -> MergeContext<'static> {
        MergeContext {
            place_id: "P",
            now: NOW,
            locale: "es_ES",
            source,
        }
    }

    fn shown(value: &Value) -> Vec<(i64, String, String)> {
        value
            .values()
            .map(|e| {
                (
                    e.at("id").to_int(),
                    text_at(e, "text"),
                    text_at(e, "relative_time_description"),
                )
            })
            .collect()
    }

    #[test]
    fn known_edited_and_new() {
        let first = [review("Ana", 40, "uno"), review("Benito", 61, "dos")];
        let stored = merge(&Value::array(), &first, context(Source::Service));
        // Contract tests 33 and 34.
        assert_eq!(
            shown(&stored),
            [
                (1, "uno".into(), "hace un mes".into()),
                (2, "dos".into(), "hace 2 meses".into())
            ]
        );
        assert!(stored.values().all(|e| e.at("profile_photo_url").is_null()));
        // Contract tests 35 and 36: the order changes, the numbers stay.
        let second = [
            review("Benito", 61, "dos, mejor"),
            review("Ana", 40, "uno"),
            review("C", 1, "tres"),
        ];
        let stored = merge(&stored, &second, context(Source::Service));
        let ids: Vec<i64> = stored.values().map(|e| e.at("id").to_int()).collect();
        assert_eq!(ids, [2, 1, 3]);
        assert_eq!(
            stored
                .iter()
                .next()
                .map(|(_, e)| text_at(e, "text"))
                .unwrap(),
            "dos, mejor"
        );
        // Reviews not received are kept after the others.
        let stored = merge(&stored, &[review("C", 1, "tres")], context(Source::Service));
        let removable: Vec<(i64, bool)> = stored
            .values()
            .map(|e| (e.at("id").to_int(), e.at("removable").to_bool()))
            .collect();
        assert_eq!(removable, [(3, false), (2, true), (1, true)]);
    }

    #[test]
    fn an_import_joins_at_the_end() {
        let stored = merge(
            &Value::array(),
            &[review("Ana", 40, "uno")],
            context(Source::Service),
        );
        let imported = [review("Zoe", 400, "cuatro"), review("Ana", 40, "uno")];
        let stored = merge(&stored, &imported, context(Source::Import));
        let last = stored.values().last().unwrap();
        assert_eq!(
            (last.at("id").to_int(), last.at("imported").to_int()),
            (2, NOW)
        );
        assert!(last.at("retrieved").is_null() && last.at("time_estimate").to_bool());
        assert_eq!(stored.values().count(), 2);
    }

    #[test]
    fn photos_are_the_services_own() {
        for (url, expected) in [
            ("https://lh3.googleusercontent.com/a/x", true),
            ("https://googleusercontent.com.evil.example/", false),
            ("https://evilgoogleusercontent.com/", false),
            ("http://lh3.googleusercontent.com/", false),
        ] {
            assert_eq!(is_photo(url), expected, "{url}");
        }
    }
}
