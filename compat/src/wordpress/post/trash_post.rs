//! `wp_trash_post`: a post goes to the trash, its comments with it.
//!
//! Contract "wordpress-rest", sections 6.3 and 6.5. A post comes back by a change of its status.

use super::change_post::wp_update_post;
use super::delete_post::reset_front_page_settings;
use super::post_writer::PostWriter;
use super::revision::wp_save_post_revision;
use super::{Post, PostId};
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::meta_row::add_post_meta;
use crate::wordpress::php::{Value, serialize};

/// Moves a post to the trash: its row as stored.
///
/// # Errors
/// When the database fails.
pub async fn wp_trash_post(
    tx: &Transaction,
    writer: &PostWriter,
    post: &Post,
) -> Result<Post, DbError> {
    reset_front_page_settings(tx, post).await?;
    add_post_meta(tx, post.id, "_wp_trash_meta_status", post.status.as_str()).await?;
    add_post_meta(tx, post.id, "_wp_trash_meta_time", writer.now.to_string()).await?;
    let trashed = Post {
        status: "trash".to_owned(),
        ..post.clone()
    };
    let trashed = wp_update_post(tx, writer, post, trashed, false).await?;
    wp_save_post_revision(tx, writer, &trashed).await?;
    trash_post_comments(tx, post.id).await?;
    Ok(trashed)
}

/// `wp_trash_post_comments`: their states are kept in the post's meta.
async fn trash_post_comments(tx: &Transaction, post: PostId) -> Result<(), DbError> {
    const OWN: &str = "SELECT comment_ID, comment_approved FROM {p}comments WHERE comment_post_ID = ? ORDER BY comment_ID";
    const TRASH: &str =
        "UPDATE {p}comments SET comment_approved = 'post-trashed' WHERE comment_post_ID = ?";
    let comments: Vec<(i64, String)> = tx.load(OWN, binds![post.0]).await?;
    if comments.is_empty() {
        return Ok(());
    }
    let mut statuses = Value::array();
    for (id, status) in comments {
        statuses = statuses.with(id, status);
    }
    let key = "_wp_trash_meta_comments_status";
    add_post_meta(tx, post, key, serialize(&statuses)).await?;
    tx.execute(TRASH, binds![post.0]).await?;
    Ok(())
}
