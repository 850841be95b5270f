//! Reading and writing single rows of `{p}posts` in a transaction.
//!
//! Contract "wordpress-core", section 1.1. Nothing else is written here: what belongs to a change of a post is in
//! [`change_post`](super::change_post).

use super::{Post, PostId};
use crate::binds;
use crate::wordpress::db::{Bind, DbError, Transaction};

/// The date of a post that has none yet.
pub const ZERO_DATE: &str = "0000-00-00 00:00:00";

/// A post, whose row no other transaction changes until this one ends.
///
/// # Errors
/// When the database fails.
pub async fn locked_post(tx: &Transaction, id: PostId) -> Result<Option<Post>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::post_columns!(),
        " FROM {p}posts WHERE ID = ? {for_update}"
    );
    tx.load_first(SQL, binds![id.0]).await
}

/// A post as it stands.
///
/// # Errors
/// When the database fails.
pub async fn stored_post(tx: &Transaction, id: PostId) -> Result<Option<Post>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::post_columns!(),
        " FROM {p}posts WHERE ID = ?"
    );
    tx.load_first(SQL, binds![id.0]).await
}

/// Inserts a row with all columns of the post but its id, which is returned.
///
/// # Errors
/// When the database fails.
pub async fn insert_post_row(tx: &Transaction, post: &Post) -> Result<PostId, DbError> {
    const INSERT: &str = "INSERT INTO {p}posts (post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, \
        post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, \
        post_mime_type, comment_count) \
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?, '', ?, ?, ?, ?, ?, ?)";
    tx.execute(INSERT, row(post)).await?;
    Ok(PostId(tx.last_insert_id().await?))
}

/// Writes all columns of a post's row.
///
/// # Errors
/// When the database fails.
pub async fn update_post_row(tx: &Transaction, post: &Post) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}posts SET post_author = ?, post_date = ?, post_date_gmt = ?, post_content = ?, \
        post_title = ?, post_excerpt = ?, post_status = ?, comment_status = ?, ping_status = ?, post_password = ?, \
        post_name = ?, post_modified = ?, post_modified_gmt = ?, post_parent = ?, guid = ?, menu_order = ?, \
        post_type = ?, post_mime_type = ?, comment_count = ? WHERE ID = ?";
    let mut binds = row(post);
    binds.push(post.id.0.into());
    tx.execute(UPDATE, binds).await?;
    Ok(())
}

/// Gives a post another slug, and nothing else.
///
/// # Errors
/// When the database fails.
pub async fn set_post_name(tx: &Transaction, id: PostId, name: &str) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}posts SET post_name = ? WHERE ID = ?";
    tx.execute(UPDATE, binds![name, id.0]).await?;
    Ok(())
}

fn row(post: &Post) -> Vec<Bind> {
    binds![
        post.author.0,
        &post.date,
        &post.date_gmt,
        &post.content,
        &post.title,
        &post.excerpt,
        &post.status,
        &post.comment_status,
        &post.ping_status,
        &post.password,
        &post.name,
        &post.modified,
        &post.modified_gmt,
        post.parent.0,
        &post.guid,
        post.menu_order,
        &post.post_type,
        &post.mime_type,
        post.comment_count.stored(),
    ]
}
