//! `wp_insert_comment`: the row, its meta, the post's `comment_count` and the mails about it, together or not at all.
//!
//! Contract "wordpress-core", section 17.2, step 14.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::options::Options;
use crate::wordpress::post::PostId;
use crate::wordpress::user::UserId;

use super::hooks::CommentHook;
use super::new_comment::NewComment;
use super::notify::PreparedCommentMails;
use super::{Comment, CommentId};

/// Stores the comment with the mails about it, and sets its id.
///
/// # Errors
/// When the database fails.
pub async fn wp_insert_comment(
    db: &Db,
    hooks: &[CommentHook],
    new: NewComment,
    mails: Option<PreparedCommentMails>,
) -> Result<NewComment, DbError> {
    let (hooks, own) = (hooks.to_vec(), mails.clone());
    let work = async move |tx: Transaction| {
        let mut new = new;
        new.comment.id = insert_comment_row(&tx, &new).await?;
        if new.comment.approved == "1" {
            wp_update_comment_count(&tx, new.comment.post_id).await?;
        }
        for (key, value) in &new.meta {
            add_comment_meta(&tx, new.comment.id, key, value).await?;
        }
        for hook in &hooks {
            (hook.comment_post)(&tx, &new).await?;
        }
        let ids = match &own {
            Some(mails) => mails.enqueue(&tx, &new).await?,
            None => Vec::new(),
        };
        Ok((new, ids))
    };
    let (new, ids) = db.transaction(work).await?;
    if let Some(mails) = &mails {
        mails.committed(&ids).await;
    }
    Ok(new)
}

/// Inserts a row of `{p}comments`, and nothing else.
///
/// # Errors
/// When the database fails.
pub async fn insert_comment_row(tx: &Transaction, new: &NewComment) -> Result<CommentId, DbError> {
    const SQL: &str = "INSERT INTO {p}comments (comment_post_ID, comment_author, comment_author_email, \
        comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, \
        comment_approved, comment_agent, comment_type, comment_parent, user_id) \
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)";
    let c = &new.comment;
    let binds = binds![
        c.post_id.0,
        &c.author,
        &c.author_email,
        &c.author_url,
        &new.author_ip,
        &c.date,
        &c.date_gmt,
        &c.content,
        &c.approved,
        &new.agent,
        &c.comment_type,
        c.parent.0,
        c.user_id.0,
    ];
    tx.execute(SQL, binds).await?;
    Ok(CommentId(tx.last_insert_id().await?))
}

/// Adds a row of `{p}commentmeta`.
///
/// # Errors
/// When the database fails.
pub async fn add_comment_meta(
    tx: &Transaction,
    comment: CommentId,
    key: &str,
    value: &str,
) -> Result<(), DbError> {
    const SQL: &str =
        "INSERT INTO {p}commentmeta (comment_id, meta_key, meta_value) VALUES (?, ?, ?)";
    tx.execute(SQL, binds![comment.0, key, value]).await?;
    Ok(())
}

/// `wp_update_comment_count`: counts the approved comments of a post anew.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_comment_count(tx: &Transaction, post: PostId) -> Result<(), DbError> {
    const COUNT: &str = "SELECT COUNT(*) FROM {p}comments WHERE comment_post_ID = ? AND comment_approved = '1' \
        AND comment_type NOT IN ('note', 'order_note', 'webhook_delivery', 'action_log')";
    let count: Option<(i64,)> = tx.load_first(COUNT, binds![post.0]).await?;
    let count = count.map_or(0, |(count,)| count);
    tx.execute(
        "UPDATE {p}posts SET comment_count = ? WHERE ID = ?",
        binds![count, post.0],
    )
    .await?;
    Ok(())
}

/// The same comment, sent before (`wp_allow_comment`, the duplicate check).
///
/// # Errors
/// When the database fails.
pub async fn duplicate_of(db: &Db, comment: &Comment) -> Result<Option<CommentId>, DbError> {
    const BY_NAME: &str = "SELECT comment_ID FROM {p}comments WHERE comment_post_ID = ? AND comment_parent = ? \
        AND comment_approved <> 'trash' AND comment_author = ? AND comment_content = ? LIMIT 1";
    const BY_EMAIL: &str = "SELECT comment_ID FROM {p}comments WHERE comment_post_ID = ? AND comment_parent = ? \
        AND comment_approved <> 'trash' AND (comment_author = ? OR comment_author_email = ?) \
        AND comment_content = ? LIMIT 1";
    let (post, parent) = (comment.post_id.0, comment.parent.0);
    let (author, email, content) = (&comment.author, &comment.author_email, &comment.content);
    let row: Option<(i64,)> = if email.is_empty() {
        db.load_first(BY_NAME, binds![post, parent, author, content])
            .await?
    } else {
        db.load_first(BY_EMAIL, binds![post, parent, author, email, content])
            .await?
    };
    Ok(row.map(|(id,)| CommentId(id)))
}

/// When the same person last commented since `since` (`wp_check_comment_flood`): by account, or by address and
/// e-mail. Dates are in GMT.
///
/// # Errors
/// When the database fails.
pub async fn last_comment_since(
    db: &Db,
    new: &NewComment,
    user: Option<UserId>,
    since: &str,
) -> Result<Option<String>, DbError> {
    const BY_USER: &str = "SELECT CAST(comment_date_gmt AS CHAR) FROM {p}comments WHERE comment_date_gmt >= ? \
        AND (user_id = ? OR comment_author_email = ?) ORDER BY comment_date_gmt DESC LIMIT 1";
    const BY_IP: &str = "SELECT CAST(comment_date_gmt AS CHAR) FROM {p}comments WHERE comment_date_gmt >= ? \
        AND (comment_author_IP = ? OR comment_author_email = ?) ORDER BY comment_date_gmt DESC LIMIT 1";
    let email = &new.comment.author_email;
    let row: Option<(String,)> = match user {
        Some(user) => db.load_first(BY_USER, binds![since, user.0, email]).await?,
        None => {
            db.load_first(BY_IP, binds![since, &new.author_ip, email])
                .await?
        }
    };
    Ok(row.map(|(date,)| date))
}

/// Whether an earlier comment of the same person is approved (`check_comment`): by the account of the e-mail
/// address, else by name and e-mail.
///
/// # Errors
/// When the database fails.
pub async fn has_approved_comment(db: &Db, comment: &Comment) -> Result<bool, DbError> {
    let user: Option<(i64,)> = db
        .load_first(
            "SELECT ID FROM {p}users WHERE user_email = ?",
            binds![&comment.author_email],
        )
        .await?;
    let found: Option<(i64,)> = match user {
        Some((id,)) => {
            const SQL: &str = "SELECT comment_ID FROM {p}comments WHERE user_id = ? AND comment_approved = '1' LIMIT 1";
            db.load_first(SQL, binds![id]).await?
        }
        None => {
            const SQL: &str = "SELECT comment_ID FROM {p}comments WHERE comment_author = ? \
                AND comment_author_email = ? AND comment_approved = '1' LIMIT 1";
            db.load_first(SQL, binds![&comment.author, &comment.author_email])
                .await?
        }
    };
    Ok(found.is_some())
}

/// `comment_approved` of a comment.
///
/// # Errors
/// When the database fails.
pub async fn status_of(db: &Db, id: CommentId) -> Result<Option<String>, DbError> {
    let row: Option<(String,)> = db
        .load_first(
            "SELECT comment_approved FROM {p}comments WHERE comment_ID = ?",
            binds![id.0],
        )
        .await?;
    Ok(row.map(|(approved,)| approved))
}

/// Minimum seconds between two comments of one author (`wp_throttle_comment_flood`).
pub const FLOOD_SECONDS: i64 = 15;

/// Whether comments are thrown into the trash rather than marked as spam: the constant EMPTY_TRASH_DAYS is not 0.
pub fn has_trash(empty_trash_days: Option<&str>) -> bool {
    empty_trash_days.is_none_or(|days| days.trim().parse() != Ok(0_i64))
}

/// The setting of a count that is off when it is 0 or no number.
pub fn positive(options: &Options, name: &str) -> Option<i64> {
    Some(options.int(name)).filter(|n| *n > 0)
}
