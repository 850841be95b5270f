//! Revisions and autosaves of posts: rows of type `revision` below them.
//!
//! Contract "wordpress-rest", sections 6.7 and 6.8.

use super::change_post::{wp_insert_post, wp_update_post};
use super::post_row::locked_post;
use super::post_writer::PostWriter;
use super::{Post, PostId};
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::formatting::normalize_whitespace::normalize_whitespace;
use crate::wordpress::meta_row::{MetaType, add_post_meta, delete_all_metadata, post_metadata};
use crate::wordpress::site::Registry;
use crate::wordpress::user::UserId;

/// Meta that revisions keep.
const REVISIONED_META: &str = "footnotes";

/// `post_type_supports( name, 'revisions' )`. Of core's types that the registry lacks, menu items have none.
pub fn supports_revisions(registry: &Registry, post_type: &str) -> bool {
    match registry.post_types.get(post_type) {
        Some(known) => known.supports_revisions,
        None => matches!(
            post_type,
            "wp_block" | "wp_navigation" | "wp_template" | "wp_template_part" | "wp_global_styles"
        ),
    }
}

/// The revisions of a post and the autosaves among them, newest first.
///
/// # Errors
/// When the database fails.
pub async fn wp_get_post_revisions(tx: &Transaction, parent: PostId) -> Result<Vec<Post>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::post_columns!(),
        " FROM {p}posts WHERE post_parent = ? AND post_type = 'revision' AND post_status = 'inherit' \
         ORDER BY post_date DESC, ID DESC"
    );
    tx.load(SQL, binds![parent.0]).await
}

/// Whether a row is a revision that was saved, in contrast to an autosave.
pub fn is_saved_revision(revision: &Post) -> bool {
    revision
        .name
        .contains(&format!("{}-revision", revision.parent))
}

/// `wp_save_post_revision`: keeps the state of a post unless its newest revision holds it already. Call it last, when a
/// changed post has its terms and meta.
///
/// # Errors
/// When the database fails.
pub async fn wp_save_post_revision(
    tx: &Transaction,
    writer: &PostWriter,
    post: &Post,
) -> Result<Option<Post>, DbError> {
    const NEWEST: &str = concat!(
        "SELECT ",
        crate::post_columns!(),
        " FROM {p}posts WHERE post_parent = ? AND post_type = 'revision' AND post_status = 'inherit' \
         AND post_name = ? ORDER BY post_date DESC, ID DESC LIMIT 1"
    );
    let is_supported = supports_revisions(writer.registry(), &post.post_type);
    if !is_supported || post.status == "auto-draft" || writer.revisions_to_keep == Some(0) {
        return Ok(None);
    }
    let name = format!("{}-revision-v1", post.id);
    let newest: Option<Post> = tx.load_first(NEWEST, binds![post.id.0, name]).await?;
    if let Some(newest) = newest
        && !differs(tx, post, &newest).await?
    {
        return Ok(None);
    }
    let revision = insert_revision(tx, writer, post, "revision").await?;
    if let Some(most) = writer.revisions_to_keep {
        delete_oldest(tx, post.id, most).await?;
    }
    Ok(Some(revision))
}

/// Whether a post differs from its revision in title, content, excerpt or revisioned meta.
async fn differs(tx: &Transaction, post: &Post, revision: &Post) -> Result<bool, DbError> {
    let is_same = |a: &str, b: &str| a == b || normalize_whitespace(a) == normalize_whitespace(b);
    if !is_same(&post.title, &revision.title)
        || !is_same(&post.content, &revision.content)
        || !is_same(&post.excerpt, &revision.excerpt)
    {
        return Ok(true);
    }
    let own = post_metadata(tx, post.id, REVISIONED_META).await?;
    let kept = post_metadata(tx, revision.id, REVISIONED_META).await?;
    Ok(own != kept)
}

/// `_wp_put_post_revision`: `kind` is `revision` or `autosave`.
async fn insert_revision(
    tx: &Transaction,
    writer: &PostWriter,
    post: &Post,
    kind: &str,
) -> Result<Post, DbError> {
    let row = Post {
        author: writer.user,
        date: post.modified.clone(),
        date_gmt: post.modified_gmt.clone(),
        content: post.content.clone(),
        title: post.title.clone(),
        excerpt: post.excerpt.clone(),
        status: "inherit".to_owned(),
        comment_status: "closed".to_owned(),
        ping_status: "closed".to_owned(),
        name: format!("{}-{kind}-v1", post.id),
        parent: post.id,
        post_type: "revision".to_owned(),
        ..Post::default()
    };
    let revision = wp_insert_post(tx, writer, row).await?;
    if kind == "revision" {
        for value in post_metadata(tx, post.id, REVISIONED_META).await? {
            add_post_meta(tx, revision.id, REVISIONED_META, value).await?;
        }
    }
    Ok(revision)
}

/// Removes the oldest revisions beyond a number; autosaves count but stay.
async fn delete_oldest(tx: &Transaction, parent: PostId, most: usize) -> Result<(), DbError> {
    let mut revisions = wp_get_post_revisions(tx, parent).await?;
    revisions.reverse();
    let surplus = revisions.len().saturating_sub(most);
    for revision in revisions.iter().take(surplus) {
        if !revision.name.contains("autosave") {
            wp_delete_post_revision(tx, revision.id).await?;
        }
    }
    Ok(())
}

/// `wp_delete_post_revision`: the row and its meta.
///
/// # Errors
/// When the database fails.
pub async fn wp_delete_post_revision(tx: &Transaction, id: PostId) -> Result<(), DbError> {
    const DELETE: &str = "DELETE FROM {p}posts WHERE ID = ? AND post_type = 'revision'";
    delete_all_metadata(tx, MetaType::Post, id.0).await?;
    tx.execute(DELETE, binds![id.0]).await?;
    Ok(())
}

/// `wp_get_post_autosave`: the autosave of a person.
///
/// # Errors
/// When the database fails.
pub async fn wp_get_post_autosave(
    tx: &Transaction,
    parent: PostId,
    user: UserId,
) -> Result<Option<Post>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::post_columns!(),
        " FROM {p}posts WHERE post_parent = ? AND post_type = 'revision' AND post_status = 'inherit' \
         AND post_name = ? AND post_author = ? ORDER BY post_date DESC, ID DESC LIMIT 1"
    );
    let name = format!("{parent}-autosave-v1");
    tx.load_first(SQL, binds![parent.0, name, user.0]).await
}

/// Title, content and excerpt of an autosave. What is missing is empty in a new one, and stays in an older one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Autosave {
    /// `post_title`
    pub title: Option<String>,
    /// `post_content`
    pub content: Option<String>,
    /// `post_excerpt`
    pub excerpt: Option<String>,
}

impl Autosave {
    fn apply(self, row: &mut Post) {
        let texts = [
            (self.title, &mut row.title),
            (self.content, &mut row.content),
            (self.excerpt, &mut row.excerpt),
        ];
        for (new, own) in texts {
            if let Some(new) = new {
                *own = new;
            }
        }
    }

    /// Whether it says nothing but what a post says.
    fn is_same_as(&self, post: &Post) -> bool {
        let texts = [
            (&self.title, &post.title),
            (&self.content, &post.content),
            (&self.excerpt, &post.excerpt),
        ];
        texts.into_iter().all(|(new, own)| {
            let new = new.as_deref().map(normalize_whitespace);
            new.is_none_or(|new| new == normalize_whitespace(own))
        })
    }
}

/// What became of an autosave.
#[derive(Debug, Clone)]
pub enum Autosaved {
    /// Its row.
    Row(Box<Post>),
    /// An older autosave was removed, as nothing differs from the post.
    NoChanges,
    /// The post is gone.
    NoPost,
}

/// `create_post_autosave`: the autosave of the writer, who has one for each post.
///
/// # Errors
/// When the database fails.
pub async fn create_post_autosave(
    tx: &Transaction,
    writer: &PostWriter,
    parent: PostId,
    sent: Autosave,
) -> Result<Autosaved, DbError> {
    let Some(post) = locked_post(tx, parent).await? else {
        return Ok(Autosaved::NoPost);
    };
    let Some(older) = wp_get_post_autosave(tx, parent, writer.user).await? else {
        let mut state = Post {
            id: parent,
            modified: writer.local_now(),
            modified_gmt: writer.gmt_now(),
            ..Post::default()
        };
        sent.apply(&mut state);
        let row = insert_revision(tx, writer, &state, "autosave").await?;
        return Ok(Autosaved::Row(Box::new(row)));
    };
    if sent.is_same_as(&post) {
        wp_delete_post_revision(tx, older.id).await?;
        return Ok(Autosaved::NoChanges);
    }
    let mut row = Post {
        date: writer.local_now(),
        date_gmt: writer.gmt_now(),
        ..older.clone()
    };
    sent.apply(&mut row);
    let row = wp_update_post(tx, writer, &older, row, true).await?;
    Ok(Autosaved::Row(Box::new(row)))
}

/// `wp_check_post_lock`: the person who has a post open, other than this one. A lock holds for 150 seconds.
///
/// # Errors
/// When the database fails.
pub async fn wp_check_post_lock(
    tx: &Transaction,
    post: PostId,
    (user, now): (UserId, i64),
) -> Result<Option<UserId>, DbError> {
    const WINDOW: i64 = 150;
    let lock = post_metadata(tx, post, "_edit_lock").await?;
    let lock = lock.first().map(|lock| String::from_utf8_lossy(lock));
    let Some((time, holder)) = lock.as_deref().and_then(|lock| lock.split_once(':')) else {
        return Ok(None);
    };
    let (time, holder) = (time.parse().unwrap_or(0_i64), holder.parse().unwrap_or(0));
    let is_held = time > now.saturating_sub(WINDOW) && holder != 0 && UserId(holder) != user;
    Ok(is_held.then_some(UserId(holder)))
}
