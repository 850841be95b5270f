//! Single rows of the options table, for what is not part of the site's snapshot or must be as of now.
//!
//! Contract "wordpress-core". The snapshot itself is [`options`](super::options)' matter.

use crate::binds;
use crate::wordpress::db::{Bind, Db, DbError, Transaction};
use crate::wordpress::php::{Value, maybe_serialize, maybe_unserialize};

const SELECT: &str = "SELECT option_value FROM {p}options WHERE option_name = ? LIMIT 1";
const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
const INSERT: &str =
    "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, ?)";
const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";

/// The value of an option as it stands now.
///
/// # Errors
/// When the database failed.
pub async fn option_value(db: &Db, name: &str) -> Result<Option<String>, DbError> {
    let row: Option<(String,)> = db.load_first(SELECT, binds![name]).await?;
    Ok(row.map(|(value,)| value))
}

/// `update_option`: sets an option, makes it where it is missing.
///
/// # Errors
/// When the database failed.
pub async fn update_option(db: &Db, name: &str, value: &str) -> Result<(), DbError> {
    if db.execute(UPDATE, binds![value, name]).await? == 0 {
        db.execute(INSERT, binds![name, value, "auto"]).await?;
    }
    Ok(())
}

/// The stored options among these names.
///
/// # Errors
/// When the database failed.
pub async fn option_values(db: &Db, names: &[&str]) -> Result<Vec<(String, Vec<u8>)>, DbError> {
    const SQL: &str = "SELECT option_name, option_value FROM {p}options WHERE option_name IN (?*)";
    db.load_list(SQL, vec![], names, vec![]).await
}

/// The value of an option, whose row no other transaction changes until this one ends.
///
/// # Errors
/// When the database failed.
pub async fn locked_option(tx: &Transaction, name: &str) -> Result<Option<Vec<u8>>, DbError> {
    const LOCK: &str =
        "SELECT option_value FROM {p}options WHERE option_name = ? LIMIT 1 {for_update}";
    let row: Option<(Vec<u8>,)> = tx.load_first(LOCK, binds![name]).await?;
    Ok(row.map(|(value,)| value))
}

/// `update_option` in a transaction. A missing row is made with this `autoload` (`auto`, `on`, `off`).
///
/// # Errors
/// When the database failed.
pub async fn set_option(
    tx: &Transaction,
    (name, autoload): (&str, &str),
    value: impl Into<Bind> + Send,
) -> Result<(), DbError> {
    let value = value.into();
    if tx.execute(UPDATE, vec![value.clone(), name.into()]).await? == 0 {
        let row = vec![name.into(), value, autoload.into()];
        tx.execute(INSERT, row).await?;
    }
    Ok(())
}

/// `delete_option`. Yes if it existed.
///
/// # Errors
/// When the database failed.
pub async fn delete_option(tx: &Transaction, name: &str) -> Result<bool, DbError> {
    Ok(tx.execute(DELETE, binds![name]).await? > 0)
}

/// Changes the serialised value of an option under its lock; `change` gets null where it is missing, and gives `None`
/// where nothing is to be written. Yes if something was written.
///
/// # Errors
/// When the database failed.
pub async fn change_option(
    tx: &Transaction,
    name: &str,
    change: impl FnOnce(Value) -> Option<Value> + Send,
) -> Result<bool, DbError> {
    let stored = locked_option(tx, name).await?;
    let value = stored.as_deref().map_or(Value::Null, maybe_unserialize);
    let Some(changed) = change(value).map(|value| maybe_serialize(&value).to_bytes().into_owned())
    else {
        return Ok(false);
    };
    if stored.as_ref() == Some(&changed) {
        return Ok(false);
    }
    set_option(tx, (name, "auto"), changed).await?;
    Ok(true)
}
