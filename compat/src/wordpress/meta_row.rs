//! Rows of the four meta tables: `add_metadata`, `update_metadata`, `delete_metadata`.
//!
//! Contract "wordpress-core", section 1.1. Values are bytes as stored: serialise arrays before.

use super::db::{Bind, DbError, FromRow, Transaction};
use super::post::{Meta, PostId};
use crate::binds;

/// Whose meta.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaType {
    /// `{p}postmeta`
    Post,
    /// `{p}commentmeta`
    Comment,
    /// `{p}termmeta`
    Term,
    /// `{p}usermeta`
    User,
}

/// The statements of one table.
struct Statements {
    add: &'static str,
    of_key: &'static str,
    update: &'static str,
    delete: &'static str,
    delete_value: &'static str,
    delete_all: &'static str,
    all: &'static str,
}

macro_rules! statements {
    ($table:literal, $owner:literal, $id:literal) => {
        Statements {
            add: concat!(
                "INSERT INTO {p}",
                $table,
                " (",
                $owner,
                ", meta_key, meta_value) VALUES (?, ?, ?)"
            ),
            of_key: concat!(
                "SELECT meta_value FROM {p}",
                $table,
                " WHERE ",
                $owner,
                " = ? AND meta_key = ? ORDER BY ",
                $id
            ),
            update: concat!(
                "UPDATE {p}",
                $table,
                " SET meta_value = ? WHERE ",
                $owner,
                " = ? AND meta_key = ?"
            ),
            delete: concat!(
                "DELETE FROM {p}",
                $table,
                " WHERE ",
                $owner,
                " = ? AND meta_key = ?"
            ),
            delete_value: concat!(
                "DELETE FROM {p}",
                $table,
                " WHERE ",
                $owner,
                " = ? AND meta_key = ? AND meta_value = ?"
            ),
            delete_all: concat!("DELETE FROM {p}", $table, " WHERE ", $owner, " = ?"),
            all: concat!(
                "SELECT meta_key, meta_value FROM {p}",
                $table,
                " WHERE ",
                $owner,
                " = ? ORDER BY ",
                $id
            ),
        }
    };
}

impl MetaType {
    const fn statements(self) -> Statements {
        match self {
            Self::Post => statements!("postmeta", "post_id", "meta_id"),
            Self::Comment => statements!("commentmeta", "comment_id", "meta_id"),
            Self::Term => statements!("termmeta", "term_id", "meta_id"),
            Self::User => statements!("usermeta", "user_id", "umeta_id"),
        }
    }
}

/// A value, whatever its bytes.
struct MetaValue(Vec<u8>);

impl FromRow for MetaValue {
    fn from_row(row: super::db::Row) -> Result<Self, DbError> {
        let value: Option<Vec<u8>> = row.at(0)?;
        Ok(Self(value.unwrap_or_default()))
    }
}

/// Adds a row, beside those that the key has.
///
/// # Errors
/// When the database fails.
pub async fn add_metadata(
    tx: &Transaction,
    of: MetaType,
    object: i64,
    key: &str,
    value: impl Into<Bind> + Send,
) -> Result<(), DbError> {
    let binds = vec![object.into(), key.into(), value.into()];
    tx.execute(of.statements().add, binds).await?;
    Ok(())
}

/// The values of a key, in the order of their rows.
///
/// # Errors
/// When the database fails.
pub async fn metadata(
    tx: &Transaction,
    of: MetaType,
    object: i64,
    key: &str,
) -> Result<Vec<Vec<u8>>, DbError> {
    let rows: Vec<MetaValue> = tx.load(of.statements().of_key, binds![object, key]).await?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Gives all rows of a key a value, or adds one. Yes if something changed.
///
/// # Errors
/// When the database fails.
pub async fn update_metadata(
    tx: &Transaction,
    of: MetaType,
    object: i64,
    key: &str,
    value: impl Into<Bind> + Send,
) -> Result<bool, DbError> {
    let value = value.into();
    let known = metadata(tx, of, object, key).await?;
    if known.is_empty() {
        add_metadata(tx, of, object, key, value).await?;
        return Ok(true);
    }
    let is_same = |known: &Vec<u8>| match &value {
        Bind::Text(text) => text.as_bytes() == known.as_slice(),
        Bind::Bytes(bytes) => bytes == known,
        Bind::I64(number) => number.to_string().as_bytes() == known.as_slice(),
        Bind::F64(_) | Bind::Null => false,
    };
    if known.len() == 1 && known.iter().all(is_same) {
        return Ok(false);
    }
    let binds = vec![value, object.into(), key.into()];
    tx.execute(of.statements().update, binds).await?;
    Ok(true)
}

/// Removes the rows of a key. Yes if there were any.
///
/// # Errors
/// When the database fails.
pub async fn delete_metadata(
    tx: &Transaction,
    of: MetaType,
    object: i64,
    key: &str,
) -> Result<bool, DbError> {
    let deleted = tx
        .execute(of.statements().delete, binds![object, key])
        .await?;
    Ok(deleted > 0)
}

/// Removes the rows of a key with a value.
///
/// # Errors
/// When the database fails.
pub async fn delete_metadata_value(
    tx: &Transaction,
    of: MetaType,
    object: i64,
    key: &str,
    value: impl Into<Bind> + Send,
) -> Result<bool, DbError> {
    let binds = vec![object.into(), key.into(), value.into()];
    Ok(tx.execute(of.statements().delete_value, binds).await? > 0)
}

/// Removes all meta of an object.
///
/// # Errors
/// When the database fails.
pub async fn delete_all_metadata(
    tx: &Transaction,
    of: MetaType,
    object: i64,
) -> Result<(), DbError> {
    tx.execute(of.statements().delete_all, binds![object])
        .await?;
    Ok(())
}

/// All meta of an object.
///
/// # Errors
/// When the database fails.
pub async fn all_metadata(tx: &Transaction, of: MetaType, object: i64) -> Result<Meta, DbError> {
    let rows: Vec<(Option<String>, Option<Vec<u8>>)> =
        tx.load(of.statements().all, binds![object]).await?;
    let mut meta = Meta::default();
    for (key, value) in rows {
        meta.push(&key.unwrap_or_default(), value.unwrap_or_default());
    }
    Ok(meta)
}

/// `add_post_meta`.
///
/// # Errors
/// When the database fails.
pub async fn add_post_meta(
    tx: &Transaction,
    post: PostId,
    key: &str,
    value: impl Into<Bind> + Send,
) -> Result<(), DbError> {
    add_metadata(tx, MetaType::Post, post.0, key, value).await
}

/// `get_post_meta`: the values of a key.
///
/// # Errors
/// When the database fails.
pub async fn post_metadata(
    tx: &Transaction,
    post: PostId,
    key: &str,
) -> Result<Vec<Vec<u8>>, DbError> {
    metadata(tx, MetaType::Post, post.0, key).await
}

/// `update_post_meta`.
///
/// # Errors
/// When the database fails.
pub async fn update_post_meta(
    tx: &Transaction,
    post: PostId,
    key: &str,
    value: impl Into<Bind> + Send,
) -> Result<bool, DbError> {
    update_metadata(tx, MetaType::Post, post.0, key, value).await
}

/// Registered meta of a post, as the API sends it; `None` deletes.
pub type SentMeta = Vec<(String, Option<String>)>;

/// Stores what was sent for registered keys.
///
/// # Errors
/// When the database fails.
pub async fn store_sent_meta(
    tx: &Transaction,
    post: PostId,
    sent: &[(String, Option<String>)],
) -> Result<(), DbError> {
    for (key, value) in sent {
        match value {
            Some(value) => update_post_meta(tx, post, key, value.as_str()).await?,
            None => delete_post_meta(tx, post, key).await?,
        };
    }
    Ok(())
}

/// `delete_post_meta`.
///
/// # Errors
/// When the database fails.
pub async fn delete_post_meta(tx: &Transaction, post: PostId, key: &str) -> Result<bool, DbError> {
    delete_metadata(tx, MetaType::Post, post.0, key).await
}
