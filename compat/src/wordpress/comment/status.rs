//! `wp_set_comment_status`, and the ways into spam and trash and back.
//!
//! Contract "wordpress-rest", section 10; recordings owner/comment-approve, comment-spam, comment-trash.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::meta_row::{MetaType, delete_metadata, metadata};

use super::CommentId;
use super::delete::wp_delete_comment;
use super::hooks::CommentHook;
use super::insert::add_comment_meta;
use super::stored::{count_anew, get_comment};

/// The status before spam or trash.
const META_STATUS: &str = "_wp_trash_meta_status";
/// Unix time of the move into spam or trash.
const META_TIME: &str = "_wp_trash_meta_time";

/// What status changes need besides the comment.
#[derive(Debug, Clone)]
pub struct StatusScene {
    /// What columns do to comments.
    pub hooks: Vec<CommentHook>,
    /// Whether there is a trash: the constant EMPTY_TRASH_DAYS is not 0.
    pub has_trash: bool,
    /// Unix time.
    pub now: i64,
}

/// A status that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentStatus {
    /// Shown.
    Approve,
    /// Waits for moderation.
    Hold,
    /// Spam.
    Spam,
    /// The status before spam.
    Unspam,
    /// In the trash.
    Trash,
    /// The status before the trash.
    Untrash,
}

impl CommentStatus {
    /// The status of a parameter; `None`: it names none, or the one that the comment has (`handle_status_param`).
    pub fn of_param(asked: &str, approved: &str) -> Option<Self> {
        let current = match approved {
            "1" => "approved",
            "0" => "unapproved",
            other => other,
        };
        match asked {
            asked if asked == current => None,
            "approved" | "approve" | "1" => Some(Self::Approve),
            "hold" | "0" => Some(Self::Hold),
            "spam" => Some(Self::Spam),
            "unspam" => Some(Self::Unspam),
            "trash" => Some(Self::Trash),
            "untrash" => Some(Self::Untrash),
            _ => None,
        }
    }
}

/// What became of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StatusChange {
    /// Whether the row changed.
    pub changed: bool,
    /// Whether it was approved: the post's author is told.
    pub approved: bool,
}

/// Moves a comment to a status.
///
/// # Errors
/// When the database fails.
pub async fn change_comment_status(
    tx: &Transaction,
    scene: &StatusScene,
    (id, status): (CommentId, CommentStatus),
) -> Result<StatusChange, DbError> {
    match status {
        CommentStatus::Approve => wp_set_comment_status(tx, scene, (id, "1")).await,
        CommentStatus::Hold => wp_set_comment_status(tx, scene, (id, "0")).await,
        CommentStatus::Spam => wp_spam_comment(tx, scene, id).await,
        CommentStatus::Trash => wp_trash_comment(tx, scene, id).await,
        CommentStatus::Unspam | CommentStatus::Untrash => restore(tx, scene, id).await,
    }
}

/// `wp_set_comment_status`: the row, and the number of comments of the post. `approved` is the column's value.
///
/// # Errors
/// When the database fails.
pub async fn wp_set_comment_status(
    tx: &Transaction,
    scene: &StatusScene,
    (id, approved): (CommentId, &str),
) -> Result<StatusChange, DbError> {
    const SQL: &str = "UPDATE {p}comments SET comment_approved = ? WHERE comment_ID = ?";
    let Some(stored) = get_comment(tx, id).await? else {
        return Ok(StatusChange::default());
    };
    if stored.comment.approved == approved {
        return Ok(StatusChange::default());
    }
    tx.execute(SQL, binds![approved, id.0]).await?;
    count_anew(tx, &scene.hooks, stored.comment.post_id).await?;
    Ok(StatusChange {
        changed: true,
        approved: approved == "1",
    })
}

/// `wp_spam_comment`.
///
/// # Errors
/// When the database fails.
pub async fn wp_spam_comment(
    tx: &Transaction,
    scene: &StatusScene,
    id: CommentId,
) -> Result<StatusChange, DbError> {
    put_away(tx, scene, (id, "spam")).await
}

/// `wp_trash_comment`; without a trash the comment is deleted.
///
/// # Errors
/// When the database fails.
pub async fn wp_trash_comment(
    tx: &Transaction,
    scene: &StatusScene,
    id: CommentId,
) -> Result<StatusChange, DbError> {
    if !scene.has_trash {
        let changed = wp_delete_comment(tx, &scene.hooks, id).await?;
        return Ok(StatusChange {
            changed,
            approved: false,
        });
    }
    put_away(tx, scene, (id, "trash")).await
}

/// Into spam or trash; the status before is kept as meta.
async fn put_away(
    tx: &Transaction,
    scene: &StatusScene,
    (id, approved): (CommentId, &str),
) -> Result<StatusChange, DbError> {
    let before = get_comment(tx, id).await?;
    let change = wp_set_comment_status(tx, scene, (id, approved)).await?;
    if let Some(before) = before.filter(|_| change.changed) {
        forget(tx, id).await?;
        add_comment_meta(tx, id, META_STATUS, &before.comment.approved).await?;
        add_comment_meta(tx, id, META_TIME, &scene.now.to_string()).await?;
    }
    Ok(change)
}

/// `wp_unspam_comment`, `wp_untrash_comment`: back to the status before.
async fn restore(
    tx: &Transaction,
    scene: &StatusScene,
    id: CommentId,
) -> Result<StatusChange, DbError> {
    let kept = metadata(tx, MetaType::Comment, id.0, META_STATUS).await?;
    let kept = kept.into_iter().next().unwrap_or_default();
    let status = match &*String::from_utf8_lossy(&kept) {
        "" => "0".to_owned(),
        status => status.to_owned(),
    };
    let change = wp_set_comment_status(tx, scene, (id, &status)).await?;
    if change.changed {
        forget(tx, id).await?;
    }
    Ok(change)
}

async fn forget(tx: &Transaction, id: CommentId) -> Result<(), DbError> {
    for key in [META_STATUS, META_TIME] {
        delete_metadata(tx, MetaType::Comment, id.0, key).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract "wordpress-rest", section 10: the same status again is no change.
    #[test]
    fn a_status_is_read_against_the_stored_one() {
        for (asked, approved, want) in [
            ("approved", "1", None),
            ("approve", "1", Some(CommentStatus::Approve)),
            ("approved", "trash", Some(CommentStatus::Approve)),
            ("hold", "0", Some(CommentStatus::Hold)),
            ("0", "1", Some(CommentStatus::Hold)),
            ("spam", "spam", None),
            ("untrash", "trash", Some(CommentStatus::Untrash)),
            ("nada", "1", None),
        ] {
            assert_eq!(CommentStatus::of_param(asked, approved), want, "{asked}");
        }
    }
}
