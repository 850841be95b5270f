//! Rows that go with accounts: user meta, the option `user_count`.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::php::maybe_unserialize;

use super::UserId;

/// `update_user_meta`, for a key with one row. A value that is stored already is not written again.
pub(super) async fn update_user_meta(
    tx: &Transaction,
    user: UserId,
    key: &str,
    value: &str,
) -> Result<(), DbError> {
    const SELECT: &str =
        "SELECT meta_value FROM {p}usermeta WHERE user_id = ? AND meta_key = ? LIMIT 1";
    const UPDATE: &str = "UPDATE {p}usermeta SET meta_value = ? WHERE user_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}usermeta (meta_value, user_id, meta_key) VALUES (?, ?, ?)";
    let row: Option<(Vec<u8>,)> = tx.load_first(SELECT, binds![user.0, key]).await?;
    let sql = match row {
        None => INSERT,
        Some((stored,)) if stored == value.as_bytes() => return Ok(()),
        Some((stored,)) if maybe_unserialize(&stored) == maybe_unserialize(value.as_bytes()) => {
            return Ok(());
        }
        Some(_) => UPDATE,
    };
    tx.execute(sql, binds![value, user.0, key]).await?;
    Ok(())
}

/// `wp_update_user_counts`: the option `user_count`.
pub(super) async fn update_user_counts(tx: &Transaction) -> Result<(), DbError> {
    const COUNT: &str = "SELECT COUNT(*) FROM {p}users";
    const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'user_count'";
    const INSERT: &str = "INSERT {ignore} INTO {p}options (option_value, option_name, autoload) \
        VALUES (?, 'user_count', 'auto')";
    let row: Option<(i64,)> = tx.load_first(COUNT, Vec::new()).await?;
    let count = row.map_or(0, |(count,)| count).to_string();
    if tx.execute(UPDATE, binds![&count]).await? == 0 {
        tx.execute(INSERT, binds![&count]).await?;
    }
    Ok(())
}
