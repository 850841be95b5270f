//! `wp_delete_comment`: for good.
//!
//! Contract "wordpress-rest", section 10; recording owner/comment-delete.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::meta_row::{MetaType, delete_all_metadata};

use super::CommentId;
use super::hooks::CommentHook;
use super::stored::{count_anew, get_comment};

/// Deletes a comment with its meta; replies move up to its parent. Whether it was there.
///
/// # Errors
/// When the database fails.
pub async fn wp_delete_comment(
    tx: &Transaction,
    hooks: &[CommentHook],
    id: CommentId,
) -> Result<bool, DbError> {
    const REPLIES: &str = "UPDATE {p}comments SET comment_parent = ? WHERE comment_parent = ?";
    const ROW: &str = "DELETE FROM {p}comments WHERE comment_ID = ?";
    let Some(stored) = get_comment(tx, id).await? else {
        return Ok(false);
    };
    let comment = &stored.comment;
    tx.execute(REPLIES, binds![comment.parent.0, id.0]).await?;
    delete_all_metadata(tx, MetaType::Comment, id.0).await?;
    tx.execute(ROW, binds![id.0]).await?;
    if comment.approved == "1" {
        count_anew(tx, hooks, comment.post_id).await?;
    }
    Ok(true)
}
