//! Changing, completing and deleting attachments.
//!
//! Contract "wordpress-rest" section 7.5.

use std::sync::Arc;

use compat::wordpress::media::library::files::{Library, LibraryError};
use compat::wordpress::media::library::metadata::MadeImage;
use compat::wordpress::media::library::plan::ImagePlan;
use compat::wordpress::media::library::rows::{IMAGE_ALT, add_sizes, attachments_of};
use compat::wordpress::media::library::staging::Note;
use compat::wordpress::media::library::sub_sizes::{in_order, missing};
use compat::wordpress::post::save_post::{delete_post, update_post};
use compat::wordpress::post::{Post, PostId};

use super::media_request::{alt_text, prepare_attachment};
use super::media_store::{StoreError, sizes_of, taken_apart};
use super::media_stored::StoredMedia;
use super::post_writes::{deleted_response, edited, gone, written};
use super::prepare_post::current_post;
use super::request::RestRequest;
use super::route::{Rest, RouteFuture};
use super::route_error::{RestError, RouteError};
use crate::request_error::{RequestError, RequestErrorKind};

/// `update_item`.
pub fn update_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let before = current_post(rest, request).await?;
        check_parent(rest, request).await?;
        let mut save = prepare_attachment(rest, request, Some(&before)).await?;
        if let Some(alt) = alt_text(request) {
            save.meta.push((IMAGE_ALT.to_owned(), Some(alt)));
        }
        let writer = rest.post_writer();
        let saved = update_post(&rest.app.db, &writer, before.id, save).await?;
        let Some((before, post)) = saved else {
            return Err(gone(rest).into());
        };
        written(rest, Some(&before), &post).await?;
        edited(rest, request, post).await
    })
}

/// An attachment belongs to no attachment and no revision.
async fn check_parent(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let id = PostId(request.int("post"));
    let mut objects = compat::wordpress::object_cache::ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[id]).await?;
    let is_wrong = |post: &Arc<Post>| matches!(post.post_type.as_str(), "revision" | "attachment");
    if objects.post(id).is_some_and(is_wrong) {
        let source = "Invalid parent type.";
        return Err(rest.error("rest_invalid_param", source, 400).into());
    }
    Ok(())
}

/// `post_process_item`: makes the smaller images that are missing.
pub fn post_process_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let post = current_post(rest, request).await?;
        let stored = StoredMedia::load(rest, &post).await?;
        if post.mime_type.starts_with("image/") && stored.is_below() {
            make_missing(rest, &post, stored).await?;
        }
        edited(rest, request, Post::clone(&post)).await
    })
}

/// Makes what could be made of the original; a picture that cannot be read stays as it is.
async fn make_missing(rest: &Rest<'_>, post: &Post, stored: StoredMedia) -> Result<(), RouteError> {
    let library = rest.library()?;
    let file = match library.local(&stored.original_path()).await {
        Err(LibraryError::Picture(_)) => return Ok(()),
        file => file.map_err(|error| rest.library_error(error))?,
    };
    let path = file.path().to_owned();
    let Ok(Some((header, orientation, length))) = library.header(path.clone()).await else {
        return Ok(());
    };
    let original = (i64::from(header.width), i64::from(header.height));
    let is_replaced = !stored.metadata.at("original_image").is_empty();
    let registry = &rest.state.site.registry;
    let sizes = missing(registry, &stored.metadata, is_replaced.then_some(original));
    let format = library.output_format(header.format);
    let plan = ImagePlan::of_sizes((&header, orientation), format, &in_order(sizes));
    if plan.files.is_empty() {
        return Ok(());
    }
    let images = library.make(path, (header, length), plan).await;
    let images = images.map_err(|error| rest.library_error(error))?;
    let (db, writer, id) = (rest.app.db.clone(), rest.post_writer(), post.id);
    let (plan, made, files) = taken_apart(Some(images));
    let sizes: Vec<(String, MadeImage)> =
        plan.map(|plan| sizes_of(&plan, &made)).unwrap_or_default();
    // Files and rows are both written, also when the client goes away.
    let work = tokio::spawn(async move {
        let at = library.place(stored.folder());
        let names = (
            stored.original_name().to_owned(),
            stored.attached_file.clone(),
        );
        let placed = library.place_made(at, names, files).await;
        let placed = placed.map_err(StoreError::Library)?;
        let entries = sizes
            .iter()
            .map(|(name, made)| (name.clone(), made.entry(stored.original_name())));
        let added = add_sizes(&db, &writer, id, entries.collect()).await;
        added.map_err(StoreError::Db)?;
        placed.keep();
        Ok(())
    });
    let done = work.await.map_err(|error| {
        RequestError::new(RequestErrorKind::Panic, format!("smaller images: {error}"))
    })?;
    done.map_err(|error| match error {
        StoreError::Library(error) => rest.library_error(error),
        StoreError::Db(error) => RouteError::from(error),
    })?;
    written(rest, Some(post), post).await
}

/// `delete_item`: with `force` the rows, then all files.
pub fn delete_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        if !request.bool("force") {
            let has_trash = rest
                .app
                .wp_config
                .as_ref()
                .and_then(|c| c.text("MEDIA_TRASH"));
            if has_trash.is_some_and(|value| value.eq_ignore_ascii_case("true") || value == "1") {
                return super::post_writes::delete_item(rest, request).await;
            }
            let source = "The post does not support trashing. Set '%s' to delete.";
            let text = rest.text(source).replace("%s", "force=true");
            return Err(RestError::new("rest_trash_not_supported", text, 501).into());
        }
        let post = current_post(rest, request).await?;
        let stored = StoredMedia::load(rest, &post).await?;
        let previous = edited(rest, request, Post::clone(&post)).await?;
        let note = Note {
            attached_file: stored.attached_file.clone(),
            files: stored.files(),
        };
        let (db, writer, library) = (rest.app.db.clone(), rest.post_writer(), rest.library().ok());
        let id = post.id;
        // Rows and files both go, also when the client goes away.
        let work = tokio::spawn(async move {
            match &library {
                Some(library) => delete_all(library, &db, &writer, (id, note)).await,
                None => delete_post(&db, &writer, id).await,
            }
        });
        let deleted = work.await.map_err(|error| {
            RequestError::new(
                RequestErrorKind::Panic,
                format!("deleting an attachment: {error}"),
            )
        })??;
        let Some(deleted) = deleted else {
            return Err(gone(rest).into());
        };
        written(rest, Some(&deleted), &deleted).await?;
        Ok(deleted_response(previous))
    })
}

/// The rows, then the files, unless another attachment has the same ones.
async fn delete_all(
    library: &Library,
    db: &compat::wordpress::db::Db,
    writer: &compat::wordpress::post::post_writer::PostWriter,
    (id, note): (PostId, Note),
) -> Result<Option<Post>, compat::wordpress::db::DbError> {
    // Written down first: a process that is killed in between leaves files that the next sweep removes.
    let kept = library.note(&note).await;
    let deleted = delete_post(db, writer, id).await?;
    if deleted.is_some()
        && attachments_of(db, &note.attached_file).await? == 0
        && let Err(error) = library.remove(note.files).await
    {
        // Of a store the note stays for the sweep.
        tracing::warn!(%error, "files of a deleted attachment cannot be removed");
        return Ok(deleted);
    }
    kept.done().await;
    Ok(deleted)
}
