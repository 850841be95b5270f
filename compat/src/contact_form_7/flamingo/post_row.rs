//! Rows of `{p}posts` and `{p}postmeta` for Flamingo's post types, which are not public.

use crate::binds;
use crate::wordpress::db::{Bind, DbError, Transaction};
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::meta_row::{add_post_meta, update_post_meta};
use crate::wordpress::post::post_row::insert_post_row;
pub(in crate::contact_form_7) use crate::wordpress::post::post_writer::mysql_date;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::user::UserId;

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

/// `wp_insert_post`, for a post type without a page: the id.
pub(in crate::contact_form_7) async fn insert(
    tx: &Transaction,
    post: &PostRow,
) -> Result<i64, DbError> {
    const SETTLE: &str = "UPDATE {p}posts SET guid = ?, post_name = ? WHERE ID = ?";
    let slug = slug(&post.slug);
    let is_taken = is_taken(tx, &slug, post.post_type).await?;
    let row = Post {
        author: UserId(post.author),
        date: post.date.clone(),
        date_gmt: post.date_gmt.clone(),
        content: post.content.clone(),
        title: post.title.clone(),
        status: post.status.to_owned(),
        comment_status: "closed".to_owned(),
        ping_status: "closed".to_owned(),
        name: slug.clone(),
        modified: post.date.clone(),
        modified_gmt: post.date_gmt.clone(),
        post_type: post.post_type.to_owned(),
        ..Post::default()
    };
    let id = insert_post_row(tx, &row).await?.0;
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
    add_post_meta(tx, PostId(post), key, value).await
}

/// `update_post_meta`: changes the rows of a key, or adds one.
pub(in crate::contact_form_7) async fn update_meta(
    tx: &Transaction,
    post: i64,
    key: &str,
    value: Bind,
) -> Result<(), DbError> {
    update_post_meta(tx, PostId(post), key, value).await?;
    Ok(())
}
