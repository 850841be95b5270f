//! What a change of a post's status brings with it (`transition_post_status`), and what follows from changed slugs and
//! dates (`post_updated`).
//!
//! Contract "wordpress-rest", section 6.3.

use super::post_row::update_post_row;
use super::post_writer::{PostWriter, timestamp_of_gmt};
use super::sticky::unstick_post;
use super::{Post, PostId};
use crate::binds;
use crate::wordpress::cron::{CronEvent, clear_scheduled_hook, schedule_single_event};
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::meta_row::{MetaType, add_post_meta, delete_metadata_value, post_metadata};
use crate::wordpress::php::Value;
use crate::wordpress::term_relationships::update_term_count_of_object;

/// The event that publishes a scheduled post.
pub const PUBLISH_FUTURE_POST: &str = "publish_future_post";

/// `wp_transition_post_status`; `old` is `new` for a post that has just been made. The row is written already.
///
/// # Errors
/// When the database fails.
pub async fn transition_post_status(
    tx: &Transaction,
    writer: &PostWriter,
    post: &mut Post,
    old: &str,
) -> Result<(), DbError> {
    let new = post.status.clone();
    if new == "publish" && old != "publish" && post.guid.is_empty() {
        post.guid = writer.permalink(tx, post).await?;
        update_post_row(tx, post).await?;
    }
    if old == "future" || new == "future" {
        clear_publish_event(tx, post.id).await?;
    }
    if new == "future"
        && let Some(timestamp) = timestamp_of_gmt(&post.date_gmt)
    {
        let event = CronEvent::of_id(timestamp, PUBLISH_FUTURE_POST, post.id.0);
        schedule_single_event(tx, &event).await?;
    }
    if (new == "publish") != (old == "publish") && old != "new" {
        update_term_count_of_object(tx, writer.registry(), post.id).await?;
    }
    if new == "private" && old != "private" {
        unstick_post(tx, post.id).await?;
    }
    if new == "publish" && post.post_type == "post" {
        publish_post_hook(tx, writer, post.id).await?;
    }
    Ok(())
}

/// Removes the event that publishes a scheduled post.
///
/// # Errors
/// When the database fails.
pub async fn clear_publish_event(tx: &Transaction, id: PostId) -> Result<(), DbError> {
    let args = Value::array().with_pushed(id.0);
    clear_scheduled_hook(tx, PUBLISH_FUTURE_POST, &args).await?;
    Ok(())
}

/// `_publish_post_hook`: a published post is to be searched for links to ping and for enclosures.
async fn publish_post_hook(
    tx: &Transaction,
    writer: &PostWriter,
    id: PostId,
) -> Result<(), DbError> {
    const KNOWN: &str = "SELECT meta_key FROM {p}postmeta WHERE post_id = ? AND meta_key IN ('_pingme', '_encloseme')";
    let known: Vec<(String,)> = tx.load(KNOWN, binds![id.0]).await?;
    let pings = writer.site.options.is_on("default_pingback_flag");
    let marks = pings.then_some("_pingme").into_iter().chain(["_encloseme"]);
    let mut is_new = false;
    for key in marks.filter(|key| !known.iter().any(|(own,)| own == key)) {
        add_post_meta(tx, id, key, "1").await?;
        is_new = true;
    }
    if is_new {
        schedule_single_event(tx, &CronEvent::plain(writer.now, "do_pings")).await?;
    }
    Ok(())
}

/// `post_updated`: `wp_check_for_changed_slugs` and `wp_check_for_changed_dates`.
///
/// # Errors
/// When the database fails.
pub async fn post_updated(
    tx: &Transaction,
    writer: &PostWriter,
    before: &Post,
    post: &Post,
) -> Result<(), DbError> {
    let types = &writer.registry().post_types;
    let is_hierarchical = types
        .get(post.post_type.as_str())
        .is_some_and(|t| t.hierarchical);
    let is_attachment = post.post_type == "attachment" && post.status == "inherit";
    if is_hierarchical || !(post.status == "publish" || is_attachment) {
        return Ok(());
    }
    remember(tx, post.id, "_wp_old_slug", (&before.name, &post.name)).await?;
    let day = |date: &str| date.get(..10).unwrap_or_default().to_owned();
    let days = (day(&before.date), day(&post.date));
    remember(tx, post.id, "_wp_old_date", (&days.0, &days.1)).await
}

/// Keeps an old value in meta, and forgets the new one there.
async fn remember(
    tx: &Transaction,
    id: PostId,
    key: &str,
    (before, after): (&str, &str),
) -> Result<(), DbError> {
    if before == after {
        return Ok(());
    }
    let known = post_metadata(tx, id, key).await?;
    let holds = |value: &str| known.iter().any(|own| own == value.as_bytes());
    if !before.is_empty() && !holds(before) {
        add_post_meta(tx, id, key, before).await?;
    }
    if holds(after) {
        delete_metadata_value(tx, MetaType::Post, id.0, key, after).await?;
    }
    Ok(())
}
