//! Who may list, read, create, change and delete terms. Contract "wordpress-rest", sections 4 and 8.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::taxonomy::Term;

use super::hidden_types::is_hierarchical;
use super::read_permission::{readable, term_of};
use super::request::RestRequest;
use super::route::{Permitting, Rest};
use super::route_error::RouteError;
use super::term_response::object_types;

/// Whether terms may be listed: `context` needs the right to edit them, `post` a post that may be read.
///
/// # Errors
/// When they may not, or the database fails.
pub async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.meta_cap().edit_term(&request.subject) {
        let source = "Sorry, you are not allowed to edit terms in this taxonomy.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    match request.int("post") {
        0 => Ok(()),
        post => may_read_post(rest, &request.subject, post).await,
    }
}

/// `check_read_terms_permission_for_post`: a post's terms are readable if the post is.
async fn may_read_post(rest: &Rest<'_>, taxonomy: &str, post: i64) -> Result<(), RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(post)]).await?;
    let Some(post) = objects.post(PostId(post)) else {
        let source = "Invalid post ID.";
        return Err(rest.error("rest_post_invalid_id", source, 400).into());
    };
    let belongs = object_types(&rest.state.site, taxonomy).contains(&post.post_type.as_str());
    let shown = readable(rest, std::slice::from_ref(post)).await?;
    if belongs && shown.first() == Some(&true) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to view terms for this post.";
    Err(rest.forbidden("rest_forbidden_context", source).into())
}

/// Permission for one term: 404 for a missing term comes before 401 and 403.
fn with_term<'a>(
    rest: &'a Rest<'a>,
    request: &'a RestRequest,
    next: impl FnOnce(&Term) -> Result<(), RouteError>,
) -> Permitting<'a> {
    let outcome = term_of(rest, request).and_then(|term| next(&term));
    Box::pin(async move { outcome })
}

fn unless(rest: &Rest<'_>, is_allowed: bool, code: &str, source: &str) -> Result<(), RouteError> {
    if is_allowed {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

/// Whether one term may be read.
pub fn may_read<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this term.";
    let can_edit = rest.meta_cap().edit_term(&request.subject);
    let is_allowed = request.text("context") != "edit" || can_edit;
    with_term(rest, request, |_| {
        unless(rest, is_allowed, "rest_forbidden_context", source)
    })
}

/// Terms with parents are made by who edits terms, others by who assigns them.
pub fn may_create<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to create terms in this taxonomy.";
    let (can, taxonomy) = (rest.meta_cap(), &*request.subject);
    let is_allowed = if is_hierarchical(&rest.state.site, taxonomy) {
        can.edit_term(taxonomy)
    } else {
        can.assign_term(taxonomy)
    };
    let outcome = unless(rest, is_allowed, "rest_cannot_create", source);
    Box::pin(async move { outcome })
}

/// Whether a term may be changed.
pub fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this term.";
    let is_allowed = rest.meta_cap().edit_term(&request.subject);
    with_term(rest, request, |_| {
        unless(rest, is_allowed, "rest_cannot_update", source)
    })
}

/// Whether a term may be deleted.
pub fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to delete this term.";
    let can = rest.meta_cap();
    with_term(rest, request, |term| {
        let is_allowed = can.delete_term(&request.subject, term.term_id);
        unless(rest, is_allowed, "rest_cannot_delete", source)
    })
}
