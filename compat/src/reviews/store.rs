//! Stores responses and imported reviews in one transaction: contract "reviews-widget", sections 1.3, 1.4 and 2.

use crate::binds;
use crate::wordpress::column::text_at;
use crate::wordpress::db::{Bind, Db, DbError, Transaction};
use crate::wordpress::php::{Array, Key, Value, maybe_unserialize, serialize};

use super::merge::{MergeContext, Source, merge};
use super::option;
use super::retrieval::{Retrieval, RetrievalSort};

/// Maximum number of log entries.
const LOG: usize = 200;

/// Whether the response is successful.
pub fn is_ok(answer: &Value) -> bool {
    answer.at("status").as_bytes() == Some(b"OK".as_slice())
}

/// Stores a response of the service. An error is only logged; the reviews are not changed.
///
/// # Errors
/// When the database fails.
pub async fn store_response(
    db: &Db,
    retrieval: &Retrieval,
    answer: &Value,
    context: (i64, &str, bool),
) -> Result<(), DbError> {
    let (now, locale, is_display_order) = context;
    let source = match retrieval.sort {
        RetrievalSort::Newest if !is_display_order => Source::Newest,
        _ => Source::Service,
    };
    let (retrieval, answer, locale) = (retrieval.clone(), answer.clone(), locale.to_owned());
    db.transaction(async move |tx| {
        let log = read(&tx, option::RETRIEVAL).await?;
        let log = logged(log, &retrieval, &answer, now);
        write(&tx, option::RETRIEVAL, &serialize(&log), "off").await?;
        write(&tx, option::RESULT, &serialize(&answer), "off").await?;
        let reviews = answer.at("result").at("reviews");
        if !is_ok(&answer) || reviews.is_empty() {
            return Ok(());
        }
        write(&tx, option::RESULT_VALID, &serialize(&answer), "off").await?;
        let places = read(&tx, option::PLACES).await?;
        let places = with_place(places, &retrieval.place_id, answer.at("result"), now);
        write(&tx, option::PLACES, &serialize(&places), "on").await?;
        let received: Vec<Value> = reviews.values().cloned().collect();
        let stored = read(&tx, option::REVIEWS).await?;
        let context = MergeContext {
            place_id: &retrieval.place_id,
            now,
            locale: &locale,
            source,
        };
        let merged = merge(&stored, &received, context);
        write(&tx, option::REVIEWS, &serialize(&merged), "off").await
    })
    .await
}

/// Adds reviews of a file, for the site's place unless another one is given; returns the total number.
///
/// # Errors
/// When the database fails.
pub async fn store_import(
    db: &Db,
    reviews: Vec<Value>,
    place_id: Option<String>,
    now: i64,
) -> Result<usize, DbError> {
    db.transaction(async move |tx| {
        let place_id = match place_id {
            Some(place_id) => place_id,
            None => text(&tx, option::PLACE_ID).await?,
        };
        let locale = match text(&tx, "WPLANG").await? {
            code if code.is_empty() => "en_US".to_owned(),
            code => code,
        };
        let stored = read(&tx, option::REVIEWS).await?;
        let context = MergeContext {
            place_id: &place_id,
            now,
            locale: &locale,
            source: Source::Import,
        };
        let merged = merge(&stored, &reviews, context);
        write(&tx, option::REVIEWS, &serialize(&merged), "off").await?;
        Ok(merged.values().count())
    })
    .await
}

async fn text(tx: &Transaction, name: &'static str) -> Result<String, DbError> {
    Ok(read(tx, name).await?.to_string_lossy().into_owned())
}

pub(super) async fn read(tx: &Transaction, name: &'static str) -> Result<Value, DbError> {
    const READ: &str = "SELECT option_value FROM {p}options WHERE option_name = ? {for_update}";
    let row: Option<(Vec<u8>,)> = tx.load_first(READ, binds![name]).await?;
    Ok(row.map_or(Value::Null, |(stored,)| maybe_unserialize(&stored)))
}

pub(super) async fn write(
    tx: &Transaction,
    name: &'static str,
    value: &[u8],
    autoload: &'static str,
) -> Result<(), DbError> {
    const ADD: &str =
        "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, '', ?)";
    const WRITE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
    tx.execute(ADD, binds![name, autoload]).await?;
    // Bound as text where the bytes are text: SQLite distinguishes TEXT and BLOB.
    let value = match std::str::from_utf8(value) {
        Ok(text) => Bind::from(text),
        Err(_) => Bind::from(value),
    };
    tx.execute(WRITE, binds![value, name]).await?;
    Ok(())
}

/// The log with one request more: contract section 1.4.
fn logged(log: Value, retrieval: &Retrieval, answer: &Value, now: i64) -> Value {
    let mut log = log;
    let result = answer.at("result");
    let reviews = result.at("reviews").values().count();
    let count = log.at("count").to_int().saturating_add(1);
    let entry = Value::array()
        .with("time", now)
        .with("place_id", retrieval.place_id.as_str())
        .with("status", text_at(answer, "status"))
        .with("name", text_at(result, "name"))
        .with("icon", text_at(result, "icon"))
        .with("vicinity", text_at(result, "vicinity"))
        .with("rating", result.at("rating").clone())
        .with("rating_count", result.at("user_ratings_total").clone())
        .with("review_count", reviews)
        .with("review_sort", retrieval.sort.as_str())
        .with("dashboard", false)
        .with("sync", true)
        .with("count", count);
    let requests: Vec<Value> = log.at("requests").values().cloned().collect();
    let old = requests.len().saturating_sub(LOG);
    let requests: Value = requests.into_iter().skip(old).chain([entry]).collect();
    let fields = log.make_array();
    if fields
        .get("initial")
        .is_none_or(|initial| initial.to_int() == 0)
    {
        fields.insert("initial", now);
    }
    fields.insert("count", count);
    fields.insert("requests", requests);
    log
}

/// The list of places with one place updated.
fn with_place(places: Value, place_id: &str, result: &Value, now: i64) -> Value {
    let mut places = places;
    let list = places.make_array();
    let key = list
        .iter()
        .find(|(_, entry)| text_at(entry, "place_id") == place_id)
        .map(|(key, _)| key.clone());
    let known = key.as_ref().and_then(|key: &Key| list.get(key)).cloned();
    let is_first = list.is_empty();
    let mut entry = known.unwrap_or_else(|| {
        let id = list
            .values()
            .map(|e| e.at("id").to_int())
            .max()
            .unwrap_or(0);
        Array::new()
            .with("id", id.saturating_add(1))
            .with("place_id", place_id)
            .with("default", is_first)
            .with("status", true)
            .into()
    });
    let fields = entry.make_array();
    fields.insert("time", now);
    for (name, from) in [
        ("name", "name"),
        ("icon", "icon"),
        ("vicinity", "vicinity"),
        ("formatted_address", "formatted_address"),
        ("rating", "rating"),
        ("rating_count", "user_ratings_total"),
    ] {
        fields.insert(name, result.at(from).clone());
    }
    match key {
        Some(key) => {
            list.insert(key, entry);
        }
        None => {
            list.push(entry);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_keeps_the_newest() {
        let retrieval = Retrieval {
            place_id: "P".into(),
            sort: RetrievalSort::Newest,
            query: vec![],
        };
        let answer = Value::array().with("status", "REQUEST_DENIED");
        let mut log = Value::from("");
        for now in 1..=210 {
            log = logged(log, &retrieval, &answer, now);
        }
        let requests = log.at("requests");
        assert_eq!(requests.values().count(), LOG + 1);
        assert_eq!(
            (log.at("count").to_int(), log.at("initial").to_int()),
            (210, 1)
        );
        let last = requests.values().last().unwrap();
        assert_eq!(text_at(last, "status"), "REQUEST_DENIED");
    }

    #[test]
    fn a_place_is_known_once() {
        let result = Value::array()
            .with("name", "Casa")
            .with("user_ratings_total", 3);
        let places = with_place(Value::from(""), "P", &result, 5);
        let places = with_place(places, "P", &result, 6);
        assert_eq!(places.values().count(), 1);
        let place = places.values().next().unwrap();
        assert_eq!(
            (place.at("time").to_int(), place.at("rating_count").to_int()),
            (6, 3)
        );
    }
}
