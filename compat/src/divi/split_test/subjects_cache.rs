//! `et_pb_subjects_cache`: the markup of a test's subjects, for cached pages with placeholders for them.
//!
//! Contract "divi-ajax", sections 1.2 and 1.4.

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::{Array, Value, maybe_unserialize, serialize};

const KEY: &str = "et_pb_subjects_cache";

async fn stored(db: &Db, post_id: i64) -> Result<Option<(i64, Vec<u8>)>, DbError> {
    const SQL: &str = "SELECT meta_id, meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ? \
        ORDER BY meta_id LIMIT 1";
    db.lookup_first(SQL, binds![post_id, KEY]).await
}

/// The markup of a subject; empty when none is stored.
///
/// # Errors
/// When the database failed.
pub async fn load(db: &Db, post_id: i64, subject: &str) -> Result<String, DbError> {
    let Some((_, raw)) = stored(db, post_id).await? else {
        return Ok(String::new());
    };
    let kept = maybe_unserialize(&raw);
    let found = kept.as_array().and_then(|kept| {
        let number = subject.parse::<i64>().ok();
        number
            .and_then(|n| kept.get(n))
            .or_else(|| kept.get(subject))
    });
    Ok(found
        .and_then(Value::as_str_lossy)
        .unwrap_or_default()
        .into_owned())
}

/// Stores the markup of a test's subjects; writes only those that differ.
///
/// # Errors
/// When the database failed.
pub async fn store(db: &Db, post_id: i64, subjects: &[(String, String)]) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE meta_id = ?";
    const INSERT: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    let mut array = Array::new();
    for (subject, html) in subjects {
        match subject.parse::<i64>() {
            Ok(number) => array.insert(number, html.as_str()),
            Err(_) => array.insert(subject.as_str(), html.as_str()),
        };
    }
    let wanted = serialize(&array.into());
    match stored(db, post_id).await? {
        Some((_, raw)) if raw == wanted => {}
        Some((id, _)) => {
            db.execute(UPDATE, binds![wanted, id]).await?;
        }
        None => {
            db.execute(INSERT, binds![post_id, KEY, wanted]).await?;
        }
    }
    Ok(())
}
