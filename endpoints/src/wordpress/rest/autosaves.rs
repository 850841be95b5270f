//! Autosaves of posts.
//!
//! Contract "wordpress-rest", section 6.8; recordings owner/post-autosave, post-autosaves, post-autosave-one.

use std::sync::Arc;

use compat::wordpress::link::Links;
use compat::wordpress::post::revision::Autosaved;
use compat::wordpress::post::save_post::autosave_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest;
use compat::wordpress::url::{QueryArg, add_query_arg};

use super::post_writes::may_update;
use super::prepare_post::prepare;
use super::read_permission::post_of;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::revision_response::revision_items;
use super::route::{Permitting, Rest, RouteFuture};
use super::route_error::RouteError;

/// `create_item_permissions_check`: that of updating the post.
pub fn may_save<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    may_update(rest, request)
}

/// All autosaves of a post.
pub fn get_items<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let parent = post_of(rest, request, request.int("id")).await?;
        let found = rest::autosaves(&rest.app.db, parent.id).await?;
        let items = items(rest, request, &parent, found).await?;
        Ok(RestResponse::new(Body::List(items)).cached_for(None))
    })
}

/// The newest autosave of a post; the id in the path is not looked at.
pub fn get_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let parent = post_of(rest, request, request.int("parent")).await?;
        let Some(found) = rest::newest_autosave(&rest.app.db, parent.id).await? else {
            let source = "There is no autosave revision for this post.";
            return Err(rest.error("rest_post_no_autosave", source, 404).into());
        };
        one(rest, request, &parent, found).await
    })
}

/// Saves what somebody is writing: 200, not 201.
pub fn create_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let parent = post_of(rest, request, request.int("id")).await?;
        let prepared = prepare(rest, request, Some(&parent)).await?;
        let writer = rest.post_writer();
        let db = &rest.app.db;
        let saved = match autosave_post(db, &writer, parent.id, prepared.edit).await? {
            Autosaved::Row(saved) => saved,
            Autosaved::NoChanges => {
                let source =
                    "There is nothing to save. The autosave and the post content are the same.";
                return Err(rest.error("rest_autosave_no_changes", source, 400).into());
            }
            Autosaved::NoPost => {
                let error = rest.error("rest_post_invalid_id", "Invalid post ID.", 404);
                return Err(error.into());
            }
        };
        if saved.id == parent.id {
            rest.app.changed(&["posts", "postmeta"]).await?;
        }
        let mut request = request.clone();
        request.set_param("context", "edit");
        one(&rest.renewed(), &request, &parent, *saved).await
    })
}

async fn one(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: &Arc<Post>,
    autosave: Post,
) -> Result<RestResponse, RouteError> {
    let items = items(rest, request, parent, vec![autosave]).await?;
    let item = items.into_iter().next().unwrap_or_default();
    Ok(RestResponse::item(item).cached_for(None))
}

async fn items(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: &Arc<Post>,
    autosaves: Vec<Post>,
) -> Result<Vec<Item>, RouteError> {
    let is_beside: Vec<bool> = autosaves.iter().map(|row| row.id != parent.id).collect();
    let mut items = revision_items(rest, request, autosaves).await?;
    if request.text("context") == "edit" {
        let view = rest.view(vec![parent.clone()]).await?;
        let links = Links {
            reads_private: true,
            ..view.links()
        };
        let permalink = links.get_permalink(parent);
        for (item, is_beside) in items.iter_mut().zip(is_beside) {
            item.set(
                "preview_link",
                preview_link(rest, &permalink, is_beside.then_some(parent.id)),
            );
        }
    }
    Ok(items)
}

/// `get_preview_post_link`; for an autosave beside its post with the nonce that shows it.
fn preview_link(rest: &Rest<'_>, permalink: &str, parent: Option<PostId>) -> String {
    let text = |value: &str| QueryArg::Text(value.to_owned());
    let mut args = Vec::new();
    if let Some(id) = parent {
        let action = format!("post_preview_{id}");
        let nonce = rest.with_nonces(|nonces| nonces.create(&action));
        args.push(("preview_id", text(&id.to_string())));
        args.push(("preview_nonce", text(&nonce)));
    }
    args.push(("preview", text("true")));
    add_query_arg(&args, permalink)
}
