//! `publish_future_post`: scheduled posts are published when their time has come.
//!
//! Contract "wordpress-rest", sections 6.2 and 6.3. Each post has a transaction of its own with its row locked, and is
//! looked at again there: several instances and PHP's cron publish it once.

use super::post_row::{locked_post, update_post_row};
use super::post_writer::{PostWriter, timestamp_of_gmt};
use super::revision::wp_save_post_revision;
use super::transition::transition_post_status;
use super::{Post, PostId};
use crate::binds;
use crate::wordpress::db::{Db, DbError, SqlText, Transaction};

/// Scheduled posts whose time has come, the oldest first; and when the next one is due, as Unix time.
///
/// # Errors
/// When the database fails.
pub async fn due_posts(
    db: &Db,
    writer: &PostWriter,
) -> Result<(Vec<PostId>, Option<i64>), DbError> {
    let now = writer.gmt_now();
    let types = || {
        let known = writer.registry().post_types.keys().copied();
        known.chain(["wp_block", "wp_navigation"])
    };
    // With the types the index on type and status is used.
    let mut due = SqlText::new("SELECT ID FROM {p}posts");
    due.push_list(
        " WHERE post_type IN (?*) AND post_status = 'future'",
        types(),
    );
    let rest = " AND post_date_gmt <= ? AND post_date_gmt > '0000-00-00 00:00:00' \
        ORDER BY post_date_gmt, ID LIMIT 100";
    due.push_with(rest, binds![now.as_str()]);
    let due: Vec<(i64,)> = db.load_built(due).await?;
    let mut next = SqlText::new("SELECT CAST(MIN(post_date_gmt) AS CHAR) FROM {p}posts");
    next.push_list(
        " WHERE post_type IN (?*) AND post_status = 'future'",
        types(),
    );
    next.push_with(" AND post_date_gmt > ?", binds![now.as_str()]);
    let next: Vec<(Option<String>,)> = db.load_built(next).await?;
    let next = next.into_iter().find_map(|(date,)| date);
    let next = next.and_then(|date| timestamp_of_gmt(&date));
    Ok((due.into_iter().map(|(id,)| PostId(id)).collect(), next))
}

/// `check_and_publish_future_post`: `None` where the post is not scheduled any more, or for later.
///
/// # Errors
/// When the database fails.
pub async fn check_and_publish_future_post(
    tx: &Transaction,
    writer: &PostWriter,
    id: PostId,
) -> Result<Option<Post>, DbError> {
    let Some(mut post) = locked_post(tx, id).await? else {
        return Ok(None);
    };
    let is_due = timestamp_of_gmt(&post.date_gmt).is_some_and(|date| date <= writer.now);
    if post.status != "future" || !is_due {
        return Ok(None);
    }
    "publish".clone_into(&mut post.status);
    update_post_row(tx, &post).await?;
    transition_post_status(tx, writer, &mut post, "future").await?;
    wp_save_post_revision(tx, writer, &post).await?;
    Ok(Some(post))
}
