//! The cart that a user finds again on another computer: user meta `_woocommerce_persistent_cart_{blog id}`.

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::{Array, Value, maybe_unserialize, serialize};
use crate::wordpress::user::UserId;

/// Set at login: the saved cart joins that of the session once.
const MERGE_FLAG: &str = "_woocommerce_load_saved_cart_after_login";

fn meta_key(blog: i64) -> String {
    format!("_woocommerce_persistent_cart_{blog}")
}

/// The saved lines of a user, by key.
///
/// # Errors
/// When the database fails.
pub async fn load_persistent_cart(db: &Db, user: UserId, blog: i64) -> Result<Array, DbError> {
    const SQL: &str = "SELECT meta_value FROM {p}usermeta WHERE user_id = ? AND meta_key = ? ORDER BY umeta_id LIMIT 1";
    let row: Option<(Vec<u8>,)> = db.lookup_first(SQL, binds![user.0, meta_key(blog)]).await?;
    let saved = row
        .map(|(raw,)| maybe_unserialize(&raw))
        .unwrap_or_default();
    Ok(saved.at("cart").as_array().cloned().unwrap_or_default())
}

/// Saves the lines of a user's cart as the session stores them.
///
/// # Errors
/// When the database fails.
pub async fn save_persistent_cart(
    db: &Db,
    user: UserId,
    blog: i64,
    cart: &Array,
) -> Result<(), DbError> {
    const FIND: &str = "SELECT umeta_id FROM {p}usermeta WHERE user_id = ? AND meta_key = ? ORDER BY umeta_id LIMIT 1 {for_update}";
    const UPDATE: &str = "UPDATE {p}usermeta SET meta_value = ? WHERE user_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)";
    let value = serialize(&Value::array().with("cart", cart.clone()));
    let key = meta_key(blog);
    db.transaction(async move |tx| {
        let row: Option<(i64,)> = tx.load_first(FIND, binds![user.0, key.as_str()]).await?;
        if row.is_some() {
            tx.execute(UPDATE, binds![value, user.0, key.as_str()])
                .await?;
        } else {
            tx.execute(INSERT, binds![user.0, key.as_str(), value])
                .await?;
        }
        Ok(())
    })
    .await
}

/// Forgets the saved cart of a user.
///
/// # Errors
/// When the database fails.
pub async fn delete_persistent_cart(db: &Db, user: UserId, blog: i64) -> Result<(), DbError> {
    delete_meta(db, user, meta_key(blog)).await.map(|_| ())
}

/// Whether the saved cart joins that of the session: true once after a login.
///
/// # Errors
/// When the database fails.
pub async fn take_merge_flag(db: &Db, user: UserId) -> Result<bool, DbError> {
    Ok(delete_meta(db, user, MERGE_FLAG.to_owned()).await? > 0)
}

/// Notes that a user has logged in: his saved cart joins that of his session.
///
/// # Errors
/// When the database fails.
pub async fn set_merge_flag(db: &Db, user: UserId) -> Result<(), DbError> {
    const INSERT: &str =
        "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, '1')";
    delete_meta(db, user, MERGE_FLAG.to_owned()).await?;
    db.execute(INSERT, binds![user.0, MERGE_FLAG]).await?;
    Ok(())
}

async fn delete_meta(db: &Db, user: UserId, key: String) -> Result<u64, DbError> {
    const SQL: &str = "DELETE FROM {p}usermeta WHERE user_id = ? AND meta_key = ?";
    db.execute(SQL, binds![user.0, key]).await
}

/// The saved lines with those of the session: of two lines of a key the session's counts.
pub fn merge_carts(saved: Array, session: &Array) -> Array {
    let mut merged = saved;
    for (key, line) in session.iter() {
        merged.insert(key.clone(), line.clone());
    }
    merged
}
