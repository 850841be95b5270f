//! The post or term that a path names, and whether posts may be read.

use std::sync::Arc;

use compat::wordpress::hash::hash_equals;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::taxonomy::{Term, TermId};
use compat::wordpress::user::attempts::{Attempt, AttemptKind};

use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RouteError;
use crate::request_error::RequestError;

/// `check_read_permission` for each post; status `inherit` uses the parent's status.
///
/// # Errors
/// When the database fails.
pub async fn readable(rest: &Rest<'_>, posts: &[Arc<Post>]) -> Result<Vec<bool>, RouteError> {
    let parents: Vec<PostId> = posts
        .iter()
        .filter(|p| p.status == "inherit")
        .map(|p| p.parent)
        .collect();
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &parents).await?;
    let is_public = |post: &Post| match post.status.as_str() {
        "publish" => true,
        "inherit" => objects
            .post(post.parent)
            .is_none_or(|parent| parent.status == "publish" || parent.status == "inherit"),
        _ => false,
    };
    // Patterns are readable only with an editing capability.
    let is_open = |post: &Post| post.post_type != "wp_block" && is_public(post);
    let shown = posts.iter().map(|p| rest.is_editor || is_open(p));
    Ok(shown.collect())
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
    let terms = &rest.state.site.terms;
    let term = terms.by_id(request.subject, TermId(request.int("id")));
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
