//! Saving a post as the REST API does: the row, then what belongs to it, then the revision, in one transaction.
//!
//! Contract "wordpress-rest", sections 6.2 to 6.5. Who may do what is checked before.

use super::change_post::{wp_insert_post, wp_update_post};
use super::delete_post::wp_delete_post;
use super::post_format::set_post_format;
use super::post_row::{locked_post, stored_post};
use super::post_writer::PostWriter;
use super::publish_future_post::check_and_publish_future_post;
use super::revision::{
    Autosave, Autosaved, create_post_autosave, wp_check_post_lock, wp_save_post_revision,
};
use super::sticky::{stick_post, unstick_post};
use super::trash_post::wp_trash_post;
use super::unique_slug::wp_unique_post_slug;
use super::{Post, PostId};
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::meta_row::{
    SentMeta, delete_post_meta, post_metadata, store_sent_meta, update_post_meta,
};
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::term_relationships::wp_set_object_terms;
use crate::wordpress::user::UserId;

/// What a post gets; `None` keeps what it has.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the column of the same name")]
pub struct PostEdit {
    pub title: Option<String>,
    pub content: Option<String>,
    pub excerpt: Option<String>,
    pub status: Option<String>,
    pub name: Option<String>,
    pub password: Option<String>,
    pub comment_status: Option<String>,
    pub ping_status: Option<String>,
    pub author: Option<UserId>,
    pub parent: Option<PostId>,
    pub menu_order: Option<i64>,
    /// `post_date` and `post_date_gmt`.
    pub date: Option<(String, String)>,
    /// The dates are reset: a draft floats, others are dated now.
    pub resets_date: bool,
}

impl PostEdit {
    /// The post with what is changed.
    pub fn apply(&self, post: &mut Post) {
        let texts = [
            (&self.title, &mut post.title),
            (&self.content, &mut post.content),
            (&self.excerpt, &mut post.excerpt),
            (&self.status, &mut post.status),
            (&self.name, &mut post.name),
            (&self.password, &mut post.password),
            (&self.comment_status, &mut post.comment_status),
            (&self.ping_status, &mut post.ping_status),
        ];
        for (new, own) in texts {
            if let Some(new) = new {
                own.clone_from(new);
            }
        }
        post.author = self.author.unwrap_or(post.author);
        post.parent = self.parent.unwrap_or(post.parent);
        post.menu_order = self.menu_order.unwrap_or(post.menu_order);
        if let Some((date, gmt)) = &self.date {
            post.date.clone_from(date);
            post.date_gmt.clone_from(gmt);
        } else if self.resets_date {
            post.date.clear();
            post.date_gmt.clear();
        }
    }
}

/// A change of a post with what belongs to it.
#[derive(Debug, Clone, Default)]
pub struct PostSave {
    /// The row.
    pub edit: PostEdit,
    /// Whether it is sticky.
    pub sticky: Option<bool>,
    /// The featured image, 0 for none.
    pub featured_media: Option<i64>,
    /// The format.
    pub format: Option<String>,
    /// The page template.
    pub template: Option<String>,
    /// The terms, by taxonomy.
    pub terms: Vec<(String, Vec<TermId>)>,
    /// Registered meta; `None` deletes.
    pub meta: SentMeta,
}

/// Makes a post of a type.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn create_post(
    db: &Db,
    writer: &PostWriter,
    post_type: &str,
    save: PostSave,
) -> Result<Post, DbError> {
    let post_type = post_type.to_owned();
    written(
        db,
        writer,
        (post_type, save),
        async |tx, writer, (post_type, save)| {
            let mut post = Post {
                post_type,
                ..Post::default()
            };
            save.edit.apply(&mut post);
            make_slug_unique(&tx, &writer, &mut post, None).await?;
            let post = wp_insert_post(&tx, &writer, post).await?;
            save_related(&tx, &writer, &post, &save).await?;
            Ok(post)
        },
    )
    .await
}

/// Changes a post: what it was and what it is. `None` when it is gone.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn update_post(
    db: &Db,
    writer: &PostWriter,
    id: PostId,
    save: PostSave,
) -> Result<Option<(Post, Post)>, DbError> {
    written(db, writer, (id, save), async |tx, writer, (id, save)| {
        let Some(before) = locked_post(&tx, id).await? else {
            return Ok(None);
        };
        let mut post = before.clone();
        save.edit.apply(&mut post);
        if save.edit.name.is_some() {
            make_slug_unique(&tx, &writer, &mut post, Some(&before.name)).await?;
        }
        let has_date = save.edit.date.is_some();
        let post = wp_update_post(&tx, &writer, &before, post, has_date).await?;
        save_related(&tx, &writer, &post, &save).await?;
        wp_save_post_revision(&tx, &writer, &post).await?;
        Ok(Some((before, post)))
    })
    .await
}

/// Saves what somebody is writing (`autosaves`): over a draft of their own that nobody else has open, else beside the post.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn autosave_post(
    db: &Db,
    writer: &PostWriter,
    id: PostId,
    edit: PostEdit,
) -> Result<Autosaved, DbError> {
    written(db, writer, (id, edit), async |tx, writer, (id, edit)| {
        let Some(before) = locked_post(&tx, id).await? else {
            return Ok(Autosaved::NoPost);
        };
        let is_draft = matches!(before.status.as_str(), "draft" | "auto-draft");
        let is_own = before.author == writer.user;
        let holder = wp_check_post_lock(&tx, id, (writer.user, writer.now)).await?;
        if is_draft && is_own && holder.is_none() {
            let mut post = before.clone();
            edit.apply(&mut post);
            let has_date = edit.date.is_some();
            let post = wp_update_post(&tx, &writer, &before, post, has_date).await?;
            return Ok(Autosaved::Row(Box::new(post)));
        }
        let texts = Autosave {
            title: edit.title,
            content: edit.content,
            excerpt: edit.excerpt,
        };
        create_post_autosave(&tx, &writer, id, texts).await
    })
    .await
}

/// Moves a post to the trash. `None` when it is gone.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn trash_post(db: &Db, writer: &PostWriter, id: PostId) -> Result<Option<Post>, DbError> {
    written(db, writer, id, async |tx, writer, id| {
        match locked_post(&tx, id).await? {
            Some(post) if post.status == "trash" => Ok(Some(post)),
            Some(post) => Ok(Some(wp_trash_post(&tx, &writer, &post).await?)),
            None => Ok(None),
        }
    })
    .await
}

/// Publishes a scheduled post whose time has come; `None` where that is done already, or not yet due.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn publish_post(
    db: &Db,
    writer: &PostWriter,
    id: PostId,
) -> Result<Option<Post>, DbError> {
    written(db, writer, id, async |tx, writer, id| {
        check_and_publish_future_post(&tx, &writer, id).await
    })
    .await
}

/// Deletes a post for good. `None` when it is gone.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn delete_post(
    db: &Db,
    writer: &PostWriter,
    id: PostId,
) -> Result<Option<Post>, DbError> {
    written(db, writer, id, async |tx, writer, id| {
        let Some(post) = locked_post(&tx, id).await? else {
            return Ok(None);
        };
        wp_delete_post(&tx, writer.registry(), &post).await?;
        Ok(Some(post))
    })
    .await
}

/// Runs a transaction with a writer and what it works on.
///
/// # Errors
/// When the database fails.
pub async fn written<A, T, F, Fut>(
    db: &Db,
    writer: &PostWriter,
    input: A,
    work: F,
) -> Result<T, DbError>
where
    A: Clone + Send + 'static,
    T: Send + 'static,
    F: FnOnce(Transaction, PostWriter, A) -> Fut + Clone + Send + 'static,
    Fut: Future<Output = Result<T, DbError>> + Send,
{
    let writer = writer.clone();
    db.transaction(move |tx| work(tx, writer, input)).await
}

/// The slug of a draft is unique too: the API asks for it as if the draft were published.
async fn make_slug_unique(
    tx: &Transaction,
    writer: &PostWriter,
    post: &mut Post,
    before: Option<&str>,
) -> Result<(), DbError> {
    if post.name.is_empty() || !matches!(post.status.as_str(), "draft" | "pending") {
        return Ok(());
    }
    let status = std::mem::replace(&mut post.status, "publish".to_owned());
    post.name = wp_unique_post_slug(tx, &writer.site, post, before).await?;
    post.status = status;
    Ok(())
}

/// Sticky, featured image, format, template, terms, meta.
///
/// # Errors
/// When the database fails.
pub async fn save_related(
    tx: &Transaction,
    writer: &PostWriter,
    post: &Post,
    save: &PostSave,
) -> Result<(), DbError> {
    let id = post.id;
    match save.sticky {
        Some(true) => stick_post(tx, id).await?,
        Some(false) => unstick_post(tx, id).await?,
        None => false,
    };
    if let Some(media) = save.featured_media {
        set_featured_media(tx, id, PostId(media)).await?;
    }
    if let Some(format) = &save.format {
        set_post_format(tx, writer.registry(), id, format).await?;
    }
    if let Some(template) = &save.template {
        update_post_meta(tx, id, "_wp_page_template", template.as_str()).await?;
    }
    for (taxonomy, terms) in &save.terms {
        wp_set_object_terms(tx, writer.registry(), (id, taxonomy), terms, false).await?;
    }
    store_sent_meta(tx, id, &save.meta).await
}

/// `set_post_thumbnail` and `delete_post_thumbnail`: an id that does not exist changes nothing, one that has no image
/// takes the image away.
async fn set_featured_media(tx: &Transaction, id: PostId, media: PostId) -> Result<(), DbError> {
    const KEY: &str = "_thumbnail_id";
    if media.0 == 0 {
        delete_post_meta(tx, id, KEY).await?;
        return Ok(());
    }
    let Some(attachment) = stored_post(tx, media).await? else {
        return Ok(());
    };
    let is_image = attachment.post_type == "attachment"
        && attachment.mime_type.starts_with("image/")
        && !post_metadata(tx, media, "_wp_attached_file")
            .await?
            .is_empty();
    match is_image {
        true => update_post_meta(tx, id, KEY, media.0.to_string()).await?,
        false => delete_post_meta(tx, id, KEY).await?,
    };
    Ok(())
}
