//! Creating, updating and deleting posts.
//!
//! Contract "wordpress-rest", sections 6.2 to 6.5.

use std::sync::Arc;

use compat::type_map_entry;
use compat::wordpress::php::Value;
use compat::wordpress::post::save_post::{
    PostSave, create_post, delete_post, trash_post, update_post,
};
use compat::wordpress::post::{Post, PostId};

use super::hidden_types::post_type_base;
use super::post_fields::may_assign_terms;
use super::prepare_post::{current_post, prepare};
use super::read_permission::parents;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::{Permitting, Rest, RouteFuture};
use super::route_error::{RestError, RouteError};

/// Tables that a change of a post writes.
const TABLES: [&str; 7] = [
    "posts",
    "postmeta",
    "term_relationships",
    "term_taxonomy",
    "terms",
    "comments",
    "options",
];

/// `create_item_permissions_check`.
pub fn may_create<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let checked = check_create(rest, request);
    Box::pin(async move { checked.map_err(RouteError::Error) })
}

fn check_create(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RestError> {
    if request.get("id").to_bool() {
        let source = "Cannot create existing post.";
        return Err(rest.error("rest_post_exists", source, 400));
    }
    let source = "Sorry, you are not allowed to create posts as this user.";
    check_author(rest, request, source)?;
    check_sticky(rest, request)?;
    if !rest.can_type(&request.subject, "create") {
        return Err(rest.forbidden("rest_cannot_create", source));
    }
    check_terms(rest, request)
}

fn check_author(rest: &Rest<'_>, request: &RestRequest, source: &str) -> Result<(), RestError> {
    let author = request.int("author");
    let is_own = rest.visitor.user.is_some_and(|user| user.0 == author);
    if author != 0 && !is_own && !rest.can_type(&request.subject, "edit_others") {
        return Err(rest.forbidden("rest_cannot_edit_others", source));
    }
    Ok(())
}

fn check_sticky(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RestError> {
    let may = |act: &str| rest.can_type(&request.subject, act);
    if request.bool("sticky") && !may("edit_others") && !may("publish") {
        let source = "Sorry, you are not allowed to make posts sticky.";
        return Err(rest.forbidden("rest_cannot_assign_sticky", source));
    }
    Ok(())
}

fn check_terms(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RestError> {
    if may_assign_terms(rest, request) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to assign the provided terms.";
    Err(rest.forbidden("rest_cannot_assign_term", source))
}

/// The post that [`may_update`] has read, for [`update_item`] of the same request; what is written is compared with the
/// locked row.
#[derive(Clone, Default)]
struct Checked(Option<Arc<Post>>);
type_map_entry!(Checked);

/// `update_item_permissions_check`.
pub fn may_update<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        let post = current_post(rest, request).await?;
        let objects = parents(rest, std::slice::from_ref(&post)).await?;
        if !rest.visibility(&objects).can_edit(&post) {
            let source = "Sorry, you are not allowed to edit this post.";
            return Err(rest.forbidden("rest_cannot_edit", source).into());
        }
        let source = "Sorry, you are not allowed to update posts as this user.";
        check_author(rest, request, source)?;
        check_sticky(rest, request)?;
        check_terms(rest, request)?;
        rest.keep(Checked(Some(post)));
        Ok(())
    })
}

/// `delete_item_permissions_check`.
pub fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        let post = current_post(rest, request).await?;
        let objects = parents(rest, std::slice::from_ref(&post)).await?;
        if rest.visibility(&objects).can_delete(&post) {
            return Ok(());
        }
        let source = "Sorry, you are not allowed to delete this post.";
        Err(rest.forbidden("rest_cannot_delete", source).into())
    })
}

/// `create_item`: 201 and the post in the context `edit`.
pub fn create_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let save = prepare(rest, request, None).await?;
        let writer = rest.post_writer();
        let tables = touched(&save, None);
        let post = create_post(&rest.app.db, &writer, &request.subject, save).await?;
        saved(rest, None, &post, tables).await?;
        let base = post_type_base(&rest.state.site, &request.subject);
        let location = rest.rest_url(&format!("/wp/v2/{base}/{}", post.id));
        let mut response = edited(rest, request, post).await?;
        response.status = 201;
        Ok(response.with_header("Location", location))
    })
}

/// `update_item`.
pub fn update_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let checked = rest.kept::<Checked>().0;
        let before = match checked.filter(|post| post.id.0 == request.int("id")) {
            Some(post) => post,
            None => current_post(rest, request).await?,
        };
        rest.keep(Checked::default());
        let save = prepare(rest, request, Some(&before)).await?;
        let writer = rest.post_writer();
        let tables = touched(&save, Some(&before));
        let updated = update_post(&rest.app.db, &writer, before.id, save).await?;
        let Some((before, post)) = updated else {
            return Err(gone(rest).into());
        };
        saved(rest, Some(&before), &post, tables).await?;
        edited(rest, request, post).await
    })
}

/// `delete_item`: to the trash, or with `force` for good.
pub fn delete_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let post = current_post(rest, request).await?;
        let writer = rest.post_writer();
        if request.bool("force") {
            let previous = edited(rest, request, Post::clone(&post)).await?;
            let deleted = delete_post(&rest.app.db, &writer, post.id).await?;
            let Some(deleted) = deleted else {
                return Err(gone(rest).into());
            };
            written(rest, Some(&deleted), &deleted).await?;
            return Ok(deleted_response(previous));
        }
        if !writer.has_trash {
            let source = "The post does not support trashing. Set '%s' to delete.";
            let text = rest.text(source).replace("%s", "force=true");
            return Err(RestError::new("rest_trash_not_supported", text, 501).into());
        }
        if post.status == "trash" {
            let source = "The post has already been deleted.";
            return Err(rest.error("rest_already_trashed", source, 410).into());
        }
        let Some(trashed) = trash_post(&rest.app.db, &writer, post.id).await? else {
            return Err(gone(rest).into());
        };
        written(rest, Some(&post), &trashed).await?;
        edited(rest, request, trashed).await
    })
}

pub(super) fn gone(rest: &Rest<'_>) -> RestError {
    rest.error("rest_post_invalid_id", "Invalid post ID.", 404)
}

/// `{"deleted": true, "previous": …}`; `previous` has no links.
pub(super) fn deleted_response(previous: RestResponse) -> RestResponse {
    let data = match previous.body {
        Body::Item(item) => Value::from(item.data),
        _ => Value::array(),
    };
    let value = Value::array().with("deleted", true).with("previous", data);
    RestResponse::new(Body::Value(value)).cached_for(None)
}

/// The post as it is now, in the context `edit`.
pub(super) async fn edited(
    rest: &Rest<'_>,
    request: &RestRequest,
    post: Post,
) -> Result<RestResponse, RouteError> {
    let mut request = request.clone();
    request.set_param("context", "edit");
    let fresh = rest.renewed();
    let item = super::post_item::item(&fresh, &request, Arc::new(post)).await?;
    Ok(RestResponse::item(item).cached_for(None))
}

/// The tables that a save writes besides the rows of its post.
fn touched(save: &PostSave, before: Option<&Post>) -> Vec<&'static str> {
    let mut tables = Vec::new();
    let status = save.edit.status.as_deref();
    let is_moved = before.is_none_or(|before| status.is_some_and(|new| new != before.status));
    if is_moved || save.edit.date.is_some() || !save.terms.is_empty() || save.format.is_some() {
        tables.push("term_taxonomy");
    }
    if save.format.is_some() {
        tables.push("terms");
    }
    if save.sticky.is_some() || status == Some("private") {
        tables.push("options");
    }
    tables
}

/// After a save: as [`written`], but without looking through whole tables.
async fn saved(
    rest: &Rest<'_>,
    before: Option<&Post>,
    post: &Post,
    tables: Vec<&'static str>,
) -> Result<(), RouteError> {
    if post.post_type == "page" && before.is_none_or(|before| before.status != post.status) {
        // A page that appears may enter menus.
        return written(rest, before, post).await;
    }
    if let Err(error) = rest.app.saved_posts(&[post.id.0], &tables).await {
        tracing::warn!(%error, "pages are not renewed after a post was saved");
        rest.app.changed_posts([post.id]);
    }
    for hook in &rest.routes.columns.saved_post {
        hook(rest.app, post).await;
    }
    Ok(())
}

/// After a write: kept pages that show the post go at once, columns hear of it.
pub(super) async fn written(
    rest: &Rest<'_>,
    before: Option<&Post>,
    post: &Post,
) -> Result<(), RouteError> {
    let ids = before.map(|before| before.id).into_iter().chain([post.id]);
    let ids: Vec<PostId> = ids.collect();
    super::menu_auto_add::add_to_menus(rest, before, post).await?;
    if let Err(error) = rest.app.changed(&TABLES).await {
        // What is committed is committed: the watch makes it visible as soon as the database answers.
        tracing::warn!(%error, "pages are not renewed after a post was saved");
        rest.app.changed_posts(ids);
    }
    for hook in &rest.routes.columns.saved_post {
        hook(rest.app, post).await;
    }
    Ok(())
}
