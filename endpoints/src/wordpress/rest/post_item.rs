//! One post as a response, for those who read it and those who changed it.

use std::sync::Arc;

use compat::wordpress::post::Post;

use super::post_facts::PostFacts;
use super::post_response::items;
use super::read_permission::opens;
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// `prepare_item_for_response` of one post.
///
/// # Errors
/// When the database fails, or rendering does.
pub async fn item(
    rest: &Rest<'_>,
    request: &RestRequest,
    post: Arc<Post>,
) -> Result<Item, RouteError> {
    let view = Box::pin(async { Ok(rest.view(vec![post.clone()]).await?) });
    let facts = Box::pin(PostFacts::load(rest, request, std::slice::from_ref(&post)));
    let (facts, mut view) = tokio::try_join!(facts, view)?;
    // Who edits a post needs no password; one that is sent is the post's next one.
    let is_edit = request.text("context") == "edit";
    if !is_edit && opens(rest, &post, &request.text("password")).await? {
        view.visitor.opened_posts.push(post.id);
    }
    let items = items(rest, request, view, vec![post], &facts).await?;
    Ok(items.into_iter().next().unwrap_or_default())
}
