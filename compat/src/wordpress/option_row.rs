//! Single rows of the options table, for what is not part of the site's snapshot or must be as of now.
//!
//! Contract "wordpress-core". The snapshot itself is [`options`](super::options)' matter.

use crate::binds;
use crate::wordpress::db::{Bind, Db, DbError, Transaction};

/// The value of an option as it stands now.
///
/// # Errors
/// When the database failed.
pub async fn option_value(db: &Db, name: &str) -> Result<Option<String>, DbError> {
    const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ? LIMIT 1";
    let row: Option<(String,)> = db.load_first(SQL, binds![name]).await?;
    Ok(row.map(|(value,)| value))
}

/// `update_option`: sets an option, makes it where it is missing.
///
/// # Errors
/// When the database failed.
pub async fn update_option(db: &Db, name: &str, value: &str) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
    const INSERT: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'auto')";
    if db.execute(UPDATE, binds![value, name]).await? == 0 {
        db.execute(INSERT, binds![name, value]).await?;
    }
    Ok(())
}

/// Above this number of bytes a new option is not loaded with the others (`wp_max_autoloaded_option_size`).
const MAX_AUTOLOADED: usize = 150_000;

/// `wp_determine_option_autoload_value`, where nobody says whether the option is autoloaded.
fn autoload(value: &[u8]) -> &'static str {
    if value.len() > MAX_AUTOLOADED {
        "auto-off"
    } else {
        "auto"
    }
}

/// Text where the bytes are text, so that SQLite stores no blob.
fn bind(value: &[u8]) -> Bind {
    match std::str::from_utf8(value) {
        Ok(text) => text.into(),
        Err(_) => value.into(),
    }
}

/// The bytes of an option as they stand in a transaction.
///
/// # Errors
/// When the database failed.
pub async fn option_value_in(tx: &Transaction, name: &str) -> Result<Option<Vec<u8>>, DbError> {
    const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ? LIMIT 1";
    let row: Option<(Vec<u8>,)> = tx.load_first(SQL, binds![name]).await?;
    Ok(row.map(|(value,)| value))
}

/// `update_option` in a transaction; whether the stored value is another one now.
///
/// # Errors
/// When the database failed.
pub async fn update_option_in(tx: &Transaction, name: &str, value: &[u8]) -> Result<bool, DbError> {
    const UPDATE: &str = "UPDATE {p}options SET option_value = ?, autoload = CASE \
        WHEN autoload IN ('auto', 'auto-on', 'auto-off') THEN ? ELSE autoload END WHERE option_name = ?";
    match option_value_in(tx, name).await? {
        Some(stored) if stored == value => Ok(false),
        Some(_) => {
            tx.execute(UPDATE, binds![bind(value), autoload(value), name])
                .await?;
            Ok(true)
        }
        None => {
            add_option_in(tx, name, value).await?;
            Ok(true)
        }
    }
}

/// `add_option`: makes an option that is not there; one that another writer made meanwhile is overwritten.
///
/// # Errors
/// When the database failed.
pub async fn add_option_in(tx: &Transaction, name: &str, value: &[u8]) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
    const INSERT: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, ?)";
    let inserted = tx
        .execute(INSERT, binds![name, bind(value), autoload(value)])
        .await?;
    if inserted == 0 {
        tx.execute(UPDATE, binds![bind(value), name]).await?;
    }
    Ok(())
}

/// `delete_option`; whether it was there.
///
/// # Errors
/// When the database failed.
pub async fn delete_option_in(tx: &Transaction, name: &str) -> Result<bool, DbError> {
    const SQL: &str = "DELETE FROM {p}options WHERE option_name = ?";
    Ok(tx.execute(SQL, binds![name]).await? > 0)
}
