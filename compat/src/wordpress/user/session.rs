//! The sessions of a user, written: user meta `session_tokens` (`WP_User_Meta_Session_Tokens`).
//!
//! Contract "wordpress-core", section 12.3.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::php::{maybe_unserialize, serialize};
use crate::wordpress::session::{SessionToken, SessionTokens};

use super::UserId;

const KEY: &str = "session_tokens";

/// Adds a session.
///
/// # Errors
/// When the database fails.
pub async fn create_session(
    db: &Db,
    user: UserId,
    (token, session): (String, SessionToken),
    now: i64,
) -> Result<(), DbError> {
    change(db, user, move |sessions| {
        sessions.insert(&token, session, now)
    })
    .await
}

/// Ends the session of a token.
///
/// # Errors
/// When the database fails.
pub async fn destroy_session(db: &Db, user: UserId, token: &str, now: i64) -> Result<(), DbError> {
    let token = token.to_owned();
    change(db, user, move |sessions| sessions.remove(&token, now)).await
}

/// Ends all sessions.
///
/// # Errors
/// When the database fails.
pub async fn destroy_all_sessions(db: &Db, user: UserId) -> Result<(), DbError> {
    change(db, user, |sessions| *sessions = SessionTokens::default()).await
}

async fn change(
    db: &Db,
    user: UserId,
    work: impl FnOnce(&mut SessionTokens) + Clone + Send + 'static,
) -> Result<(), DbError> {
    db.transaction(async move |tx| {
        // Logins at the same moment wait for each other: the sessions are one value, written as a whole.
        const LOCK: &str = "SELECT ID FROM {p}users WHERE ID = ? {for_update}";
        tx.load::<(i64,)>(LOCK, binds![user.0]).await?;
        const SQL: &str = "SELECT meta_value FROM {p}usermeta WHERE user_id = ? AND meta_key = ? ORDER BY umeta_id LIMIT 1";
        let row: Option<(Vec<u8>,)> = tx.load_first(SQL, binds![user.0, KEY]).await?;
        let stored = row.as_ref().map(|(raw,)| maybe_unserialize(raw)).unwrap_or_default();
        let mut sessions = SessionTokens::from_value(&stored);
        work(&mut sessions);
        write(&tx, user, &sessions, row.is_some()).await
    })
    .await
}

async fn write(
    tx: &Transaction,
    user: UserId,
    sessions: &SessionTokens,
    is_stored: bool,
) -> Result<(), DbError> {
    if sessions.iter().next().is_none() {
        const SQL: &str = "DELETE FROM {p}usermeta WHERE user_id = ? AND meta_key = ?";
        tx.execute(SQL, binds![user.0, KEY]).await?;
        return Ok(());
    }
    let value = text(serialize(&sessions.to_value()));
    if is_stored {
        const SQL: &str =
            "UPDATE {p}usermeta SET meta_value = ? WHERE user_id = ? AND meta_key = ?";
        tx.execute(SQL, binds![value, user.0, KEY]).await?;
    } else {
        const SQL: &str =
            "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)";
        tx.execute(SQL, binds![user.0, KEY, value]).await?;
    }
    Ok(())
}

/// Serialised bytes as text: what they hold came from headers and is read leniently.
fn text(serialized: Vec<u8>) -> String {
    String::from_utf8(serialized)
        .unwrap_or_else(|bytes| String::from_utf8_lossy(bytes.as_bytes()).into_owned())
}
