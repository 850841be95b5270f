//! Rows of `{p}posts` and `{p}postmeta` for Flamingo's post types, which are not public.

use crate::binds;
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::{Bind, DbError, Transaction};
use crate::wordpress::formatting::sanitize_title::sanitize_title;

/// Longest slug (column `post_name`), as `wp_insert_post` cuts it.
const SLUG_LENGTH: usize = 200;

/// A post to insert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::contact_form_7) struct PostRow {
    /// `post_type`.
    pub post_type: &'static str,
    /// `post_status`.
    pub status: &'static str,
    /// `post_title`.
    pub title: String,
    /// What the slug is made from.
    pub slug: String,
    /// `post_content`.
    pub content: String,
    /// The visitor, 0 when not logged in.
    pub author: i64,
    /// In the site's zone.
    pub date: String,
    /// In GMT.
    pub date_gmt: String,
    /// The site's address, for the `guid`.
    pub home: String,
}

/// A moment as the database writes it, in a zone.
pub(in crate::contact_form_7) fn mysql_date(timestamp: i64, zone: &WpTimezone) -> String {
    PhpDate::new(timestamp, zone).format("Y-m-d H:i:s")
}

/// `wp_insert_post`, for a post type without a page: the id.
pub(in crate::contact_form_7) async fn insert(
    tx: &Transaction,
    post: &PostRow,
) -> Result<i64, DbError> {
    const INSERT: &str = "INSERT INTO {p}posts (post_author, post_date, post_date_gmt, post_content, post_title, \
        post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, \
        post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, \
        post_mime_type, comment_count) \
        VALUES (?, ?, ?, ?, ?, '', ?, 'closed', 'closed', '', ?, '', '', ?, ?, '', 0, '', 0, ?, '', 0)";
    const SETTLE: &str = "UPDATE {p}posts SET guid = ?, post_name = ? WHERE ID = ?";
    let slug = slug(&post.slug);
    let is_taken = is_taken(tx, &slug, post.post_type).await?;
    let row = binds![
        post.author,
        &post.date,
        &post.date_gmt,
        &post.content,
        &post.title,
        post.status,
        &slug,
        &post.date,
        &post.date_gmt,
        post.post_type,
    ];
    tx.execute(INSERT, row).await?;
    let id = tx.last_insert_id().await?;
    let guid = format!("{}/?post_type={}&#038;p={id}", post.home, post.post_type);
    let slug = if is_taken {
        format!("{slug}-{id}")
    } else {
        slug
    };
    tx.execute(SETTLE, binds![guid, slug, id]).await?;
    Ok(id)
}

/// The slug of a text; one that is cut leaves room for a number.
fn slug(text: &str) -> String {
    let slug = sanitize_title(text, "", "");
    let end = slug.floor_char_boundary(SLUG_LENGTH - 20);
    slug.get(..end)
        .unwrap_or_default()
        .trim_end_matches('-')
        .to_owned()
}

async fn is_taken(tx: &Transaction, slug: &str, post_type: &str) -> Result<bool, DbError> {
    const TAKEN: &str = "SELECT ID FROM {p}posts WHERE post_name = ? AND post_type = ? LIMIT 1";
    let row: Option<(i64,)> = tx.load_first(TAKEN, binds![slug, post_type]).await?;
    Ok(row.is_some())
}

/// Adds a row of `{p}postmeta`.
pub(in crate::contact_form_7) async fn add_meta(
    tx: &Transaction,
    post: i64,
    key: &str,
    value: Bind,
) -> Result<(), DbError> {
    const INSERT: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    tx.execute(INSERT, vec![post.into(), key.into(), value])
        .await?;
    Ok(())
}

/// `update_post_meta`: changes the rows of a key, or adds one.
pub(in crate::contact_form_7) async fn update_meta(
    tx: &Transaction,
    post: i64,
    key: &str,
    value: Bind,
) -> Result<(), DbError> {
    const KNOWN: &str =
        "SELECT meta_id FROM {p}postmeta WHERE post_id = ? AND meta_key = ? LIMIT 1";
    const UPDATE: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = ?";
    let known: Option<(i64,)> = tx.load_first(KNOWN, binds![post, key]).await?;
    if known.is_none() {
        return add_meta(tx, post, key, value).await;
    }
    tx.execute(UPDATE, vec![value, post.into(), key.into()])
        .await?;
    Ok(())
}
