//! Rows of `{p}woocommerce_sessions`.

use super::data::SessionData;
use super::visitor::CustomerId;
use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};

/// Rows that a sweep deletes with one statement.
const SWEEP_ROWS: i64 = 100;

const SAVE: &str = "INSERT INTO {p}woocommerce_sessions (session_key, session_value, session_expiry) VALUES (?, ?, ?) \
    {on_duplicate} session_value = ?, session_expiry = ?";
const LOAD: &str =
    "SELECT session_value FROM {p}woocommerce_sessions WHERE session_key = ? LIMIT 1";
const DELETE: &str = "DELETE FROM {p}woocommerce_sessions WHERE session_key = ?";

/// The session of a customer, `None` without a row.
///
/// # Errors
/// When the database fails.
pub async fn load_session(db: &Db, id: &CustomerId) -> Result<Option<SessionData>, DbError> {
    let value = load_session_value(db, id).await?;
    Ok(value.map(|value| SessionData::parse(&value)))
}

/// The stored value of a customer's session, `None` without a row.
///
/// # Errors
/// When the database fails.
pub async fn load_session_value(db: &Db, id: &CustomerId) -> Result<Option<Vec<u8>>, DbError> {
    let row: Option<(Vec<u8>,)> = db.lookup_first(LOAD, binds![id.0.as_str()]).await?;
    Ok(row.map(|(value,)| value))
}

/// Writes the session of a customer if its row still holds the value that was read (`old`; `None`: there was no row).
/// Whether it was written.
///
/// # Errors
/// When the database fails.
pub async fn replace_session(
    db: &Db,
    id: &CustomerId,
    old: Option<&[u8]>,
    data: &SessionData,
    expiration: i64,
) -> Result<bool, DbError> {
    const LOCK: &str = "SELECT session_value FROM {p}woocommerce_sessions WHERE session_key = ? LIMIT 1 {for_update}";
    const ADD: &str = "INSERT {ignore} INTO {p}woocommerce_sessions (session_key, session_value, session_expiry) VALUES (?, ?, ?)";
    const REPLACE: &str = "UPDATE {p}woocommerce_sessions SET session_value = ?, session_expiry = ? WHERE session_key = ?";
    let (id, value) = (id.0.clone(), data.session_value());
    let Some(old) = old.map(<[u8]>::to_vec) else {
        let added = db
            .execute(ADD, binds![id.as_str(), value, expiration])
            .await?;
        return Ok(added > 0);
    };
    db.transaction(async move |tx| {
        let row: Option<(Vec<u8>,)> = tx.load_first(LOCK, binds![id.as_str()]).await?;
        if row.is_none_or(|(stored,)| stored != old) {
            return Ok(false);
        }
        tx.execute(REPLACE, binds![value, expiration, id.as_str()])
            .await?;
        Ok(true)
    })
    .await
}

/// Writes the session of a customer. `expiration`: Unix time.
///
/// # Errors
/// When the database fails.
pub async fn save_session(
    db: &Db,
    id: &CustomerId,
    data: &SessionData,
    expiration: i64,
) -> Result<(), DbError> {
    let value = data.session_value();
    let binds = binds![id.0.as_str(), value.clone(), expiration, value, expiration];
    db.execute(SAVE, binds).await?;
    Ok(())
}

/// Deletes the session of a customer.
///
/// # Errors
/// When the database fails.
pub async fn delete_session(db: &Db, id: &CustomerId) -> Result<(), DbError> {
    db.execute(DELETE, binds![id.0.as_str()]).await?;
    Ok(())
}

/// Moves a guest's session to the row of the user that he turned out to be; what the user's row held is replaced. A
/// guest without a row leaves the user's row as it is.
///
/// # Errors
/// When the database fails.
pub async fn move_session(
    db: &Db,
    guest: &CustomerId,
    user: &CustomerId,
    expiration: i64,
) -> Result<(), DbError> {
    let (guest, user) = (guest.0.clone(), user.0.clone());
    db.transaction(async move |tx| moved(&tx, &guest, &user, expiration).await)
        .await
}

async fn moved(tx: &Transaction, guest: &str, user: &str, expiration: i64) -> Result<(), DbError> {
    let row: Option<(Vec<u8>,)> = tx.load_first(LOAD, binds![guest]).await?;
    let Some((value,)) = row else {
        return Ok(());
    };
    let binds = binds![user, value.clone(), expiration, value, expiration];
    tx.execute(SAVE, binds).await?;
    tx.execute(DELETE, binds![guest]).await?;
    Ok(())
}

/// Deletes sessions that ended before `now` (Unix time), and counts them.
///
/// # Errors
/// When the database fails.
pub async fn sweep_sessions(db: &Db, now: i64) -> Result<u64, DbError> {
    const EXPIRED: &str =
        "SELECT session_id FROM {p}woocommerce_sessions WHERE session_expiry < ? LIMIT ?";
    const DELETE: &str = "DELETE FROM {p}woocommerce_sessions WHERE session_expiry < ? AND session_id <= ? AND session_id >= ?";
    let mut deleted = 0;
    loop {
        let rows: Vec<(i64,)> = db.load(EXPIRED, binds![now, SWEEP_ROWS]).await?;
        let ids = || rows.iter().map(|(id,)| *id);
        let (Some(first), Some(last)) = (ids().min(), ids().max()) else {
            return Ok(deleted);
        };
        deleted += db.execute(DELETE, binds![now, last, first]).await?;
    }
}
