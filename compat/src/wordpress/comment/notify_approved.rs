//! `wp_new_comment_notify_postauthor`: the author of a post is told of a comment that was approved.
//!
//! Contract "wordpress-rest", section 10.

use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::mail::outbox::OutboxId;

use super::CommentId;
use super::notify::PreparedCommentMails;
use super::status::StatusChange;
use super::stored::get_comment;

/// Stores the mails about a comment whose status a transaction changed to approved; `mails` is `None` where nobody is told.
///
/// # Errors
/// When the database fails.
pub async fn notify_approved(
    tx: &Transaction,
    mails: Option<&PreparedCommentMails>,
    (id, change): (CommentId, StatusChange),
) -> Result<Vec<OutboxId>, DbError> {
    let Some(mails) = mails.filter(|_| change.approved) else {
        return Ok(Vec::new());
    };
    match get_comment(tx, id).await? {
        Some(comment) => mails.enqueue(tx, &comment).await,
        None => Ok(Vec::new()),
    }
}
