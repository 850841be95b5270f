//! Rows of `{p}woocommerce_sessions`.

use super::data::SessionData;
use super::visitor::CustomerId;
use crate::binds;
use crate::wordpress::db::{Bind, Db, DbError, Transaction};
use crate::wordpress::user::UserId;

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

/// A session's row as it is to be stored, in place of the value that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionWrite {
    /// Whose it is.
    pub id: CustomerId,
    /// The value that was read; `None`: there was no row.
    pub old: Option<Vec<u8>>,
    /// The new value.
    pub value: Vec<u8>,
    /// Unix time of the session's end.
    pub expiration: i64,
    /// The user whose saved cart is forgotten.
    pub forgets_cart_of: Option<UserId>,
}

impl SessionWrite {
    /// Writes the row in one statement, where the stored one is that which was read.
    fn statement(self, is_sqlite: bool) -> (&'static str, Vec<Bind>) {
        const ADD: &str = "INSERT {ignore} INTO {p}woocommerce_sessions (session_key, session_value, session_expiry) VALUES (?, ?, ?)";
        // Byte by byte, whatever the column's collation.
        const REPLACE: &str = "UPDATE {p}woocommerce_sessions SET session_value = ?, session_expiry = ? \
            WHERE session_key = ? AND CONVERT(session_value USING utf8mb4) COLLATE utf8mb4_bin = ?";
        const REPLACE_ON_SQLITE: &str = "UPDATE {p}woocommerce_sessions SET session_value = ?, session_expiry = ? \
            WHERE session_key = ? AND CAST(session_value AS BLOB) = CAST(? AS BLOB)";
        let Self {
            id,
            old,
            value,
            expiration,
            ..
        } = self;
        match old {
            None => (ADD, binds![id.0, value, expiration]),
            Some(old) => {
                let sql = if is_sqlite {
                    REPLACE_ON_SQLITE
                } else {
                    REPLACE
                };
                (sql, binds![value, expiration, id.0, old])
            }
        }
    }

    /// Locks the row until the transaction ends. Whether it still holds the value that was read.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_current(&self, tx: &Transaction) -> Result<bool, DbError> {
        const LOCK: &str = "SELECT session_value FROM {p}woocommerce_sessions WHERE session_key = ? LIMIT 1 {for_update}";
        let row: Option<(Vec<u8>,)> = tx.load_first(LOCK, binds![self.id.0.as_str()]).await?;
        Ok(row.map(|(stored,)| stored) == self.old)
    }

    /// Writes the row.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn write(&self, tx: &Transaction) -> Result<(), DbError> {
        const FORGET: &str = "DELETE FROM {p}usermeta WHERE user_id = ? AND meta_key = '_woocommerce_persistent_cart_1'";
        let (id, value) = (self.id.0.as_str(), &self.value);
        let end = self.expiration;
        let row = binds![id, value.as_slice(), end, value.as_slice(), end];
        tx.execute(SAVE, row).await?;
        if let Some(user) = self.forgets_cart_of {
            tx.execute(FORGET, binds![user.0]).await?;
        }
        Ok(())
    }
}

/// Writes a session if its row still holds the value that was read. Whether it was written. A cart is no promise: the
/// disk is not waited for, and a killed server loses nothing.
///
/// # Errors
/// When the database fails.
pub async fn replace_session(db: &Db, write: SessionWrite) -> Result<bool, DbError> {
    let (sql, binds) = write.statement(db.is_sqlite());
    if !db.is_sqlite() {
        return Ok(db.execute(sql, binds).await? > 0);
    }
    let written = db.transaction_without_sync(async move |tx| tx.execute(sql, binds).await);
    Ok(written.await? > 0)
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
