//! Stored comments with their sender: read, and counted after a change.
//!
//! Contract "wordpress-rest", section 10.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::post::PostId;
use crate::wordpress::user::UserId;

use super::hooks::CommentHook;
use super::insert::wp_update_comment_count;
use super::new_comment::NewComment;
use super::{Comment, CommentId};

crate::row! {
    struct StoredRow {
        id: i64,
        post: i64,
        author: String,
        email: String,
        url: String,
        ip: String,
        date: String,
        date_gmt: String,
        content: String,
        approved: String,
        agent: String,
        comment_type: String,
        parent: i64,
        user: i64,
    }
}

impl From<StoredRow> for NewComment {
    fn from(row: StoredRow) -> Self {
        let comment = Comment {
            id: CommentId(row.id),
            post_id: PostId(row.post),
            author: row.author,
            author_email: row.email,
            author_url: row.url,
            date: row.date,
            date_gmt: row.date_gmt,
            content: row.content,
            approved: row.approved,
            comment_type: row.comment_type,
            parent: CommentId(row.parent),
            user_id: UserId(row.user),
        };
        Self {
            comment,
            author_ip: row.ip,
            agent: row.agent,
            meta: Vec::new(),
        }
    }
}

/// `get_comment`, with the sender's address and browser, as it stands in the transaction.
///
/// # Errors
/// When the database fails.
pub async fn get_comment(tx: &Transaction, id: CommentId) -> Result<Option<NewComment>, DbError> {
    const SQL: &str = "SELECT comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, \
        comment_author_IP, CAST(comment_date AS CHAR), CAST(comment_date_gmt AS CHAR), comment_content, \
        comment_approved, comment_agent, comment_type, comment_parent, user_id FROM {p}comments WHERE comment_ID = ?";
    let row: Option<StoredRow> = tx.load_first(SQL, binds![id.0]).await?;
    Ok(row.map(NewComment::from))
}

/// Id, address and browser of the senders of comments.
///
/// # Errors
/// When the database fails.
pub async fn senders(db: &Db, ids: &[i64]) -> Result<Vec<(i64, String, String)>, DbError> {
    const SQL: &str = "SELECT comment_ID, comment_author_IP, comment_agent FROM {p}comments WHERE comment_ID IN (?*)";
    db.load_list(SQL, vec![], ids, vec![]).await
}

/// `wp_update_comment_count`, with what columns make of it.
///
/// # Errors
/// When the database fails.
pub(super) async fn count_anew(
    tx: &Transaction,
    hooks: &[CommentHook],
    post: PostId,
) -> Result<(), DbError> {
    if post.0 <= 0 {
        return Ok(());
    }
    wp_update_comment_count(tx, post).await?;
    for hook in hooks {
        (hook.comment_count)(tx, post).await?;
    }
    Ok(())
}
