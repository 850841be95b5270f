//! The post or term that a path names, and whether posts may be read.

use std::sync::Arc;

use compat::wordpress::hash::hash_equals;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::taxonomy::{Term, TermId};
use compat::wordpress::user::attempts::{Attempt, AttemptKind};
use compat::wordpress::visibility::{Visibility, is_post_status_viewable, prime_parents};

use super::hidden_types::post_type_base;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RouteError;
use crate::request_error::RequestError;

/// `check_read_permission` for each post: it is published, readable for the user, or has a parent that is. A post of a
/// type that the API does not show is not readable.
///
/// # Errors
/// When the database fails.
pub async fn readable(rest: &Rest<'_>, posts: &[Arc<Post>]) -> Result<Vec<bool>, RouteError> {
    let objects = parents(rest, posts).await?;
    let visibility = rest.visibility(&objects);
    let is_readable = |post: &Arc<Post>| check_read_permission(rest, &visibility, post);
    Ok(posts.iter().map(is_readable).collect())
}

/// `current_user_can( 'edit_post' )`.
///
/// # Errors
/// When the database fails.
pub async fn can_edit(rest: &Rest<'_>, post: &Arc<Post>) -> Result<bool, RouteError> {
    let objects = parents(rest, std::slice::from_ref(post)).await?;
    Ok(rest.visibility(&objects).can_edit(post))
}

/// What [`Visibility`] asks for about posts.
///
/// # Errors
/// When the database fails.
pub async fn parents(rest: &Rest<'_>, posts: &[Arc<Post>]) -> Result<ObjectCache, RouteError> {
    let mut objects = ObjectCache::default();
    prime_parents(&rest.app.db, &mut objects, posts.iter().map(AsRef::as_ref)).await?;
    Ok(objects)
}

fn check_read_permission(rest: &Rest<'_>, visibility: &Visibility<'_>, post: &Post) -> bool {
    let is_shown = |post: &Post| !post_type_base(&rest.state.site, &post.post_type).is_empty();
    if !is_shown(post) {
        return false;
    }
    if visibility.can_read(post) {
        return true;
    }
    // Of the types without pages only menus are open to everyone.
    let types = &rest.state.site.registry.post_types;
    let is_open = types.contains_key(post.post_type.as_str()) || post.post_type == "wp_navigation";
    let is_viewable = is_open && is_post_status_viewable(visibility.get_post_status(post));
    let parent = visibility.objects.post(post.parent);
    match parent.filter(|_| post.status == "inherit") {
        Some(parent) => is_shown(parent) && (is_viewable || visibility.can_read(parent)),
        None => is_viewable,
    }
}

/// The post of the path parameter `id`.
///
/// # Errors
/// `rest_post_invalid_id` when there is none, or the database fails.
pub async fn post_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: i64,
) -> Result<Arc<Post>, RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(id)]).await?;
    let found = objects.post(PostId(id)).cloned();
    let found = found.filter(|p| p.post_type == request.subject);
    found.ok_or_else(|| {
        rest.error("rest_post_invalid_id", "Invalid post ID.", 404)
            .into()
    })
}

/// The term of the path parameter `id`.
///
/// # Errors
/// `rest_term_invalid` when there is none.
pub fn term_of(rest: &Rest<'_>, request: &RestRequest) -> Result<Arc<Term>, RouteError> {
    let state = rest.state_now();
    let term = state
        .site
        .terms
        .by_id(&request.subject, TermId(request.int("id")));
    term.cloned().ok_or_else(|| {
        rest.error("rest_term_invalid", "Term does not exist.", 404)
            .into()
    })
}

/// Whether a sent password opens a protected post.
///
/// # Errors
/// When the visitor sent too many wrong ones, or the database fails.
pub(super) async fn opens(
    rest: &Rest<'_>,
    post: &Post,
    password: &str,
) -> Result<bool, RequestError> {
    if post.password.is_empty() || password.is_empty() {
        return Ok(false);
    }
    let id = post.id.to_string();
    let attempt = Attempt::new(AttemptKind::PostPassword, rest.origin(), &id);
    let is_right = hash_equals(&post.password, password);
    let question = [post.password.as_str(), password];
    let attempts = &rest.app.attempts;
    Ok(attempts
        .check_once(&attempt, question, move || is_right)
        .await?)
}
