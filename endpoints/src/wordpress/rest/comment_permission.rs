//! Who may read, write and moderate which comments.
//!
//! Contract "wordpress-rest", sections 4.2 and 10.

use std::sync::Arc;

use compat::wordpress::comment::Comment;
use compat::wordpress::comment::discussion::comments_open;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::CommentList;

use super::read_permission::{can_edit, opens, parents, readable};
use super::request::RestRequest;
use super::route::{Permitting, Rest};
use super::route_error::{RestError, RouteError};

const NOT_THIS_POST: &str = "Sorry, you are not allowed to read the post for this comment.";
const NOT_TO_BE_EDITED: &str = "Sorry, you are not allowed to edit this comment.";
const NOT_TO_BE_DELETED: &str = "Sorry, you are not allowed to delete this comment.";

/// The posts with these ids.
///
/// # Errors
/// When the database fails.
pub async fn posts_of(rest: &Rest<'_>, ids: &[i64]) -> Result<ObjectCache, RouteError> {
    let ids: Vec<PostId> = ids.iter().map(|id| PostId(*id)).collect();
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &ids).await?;
    Ok(objects)
}

/// The comment of the path.
///
/// # Errors
/// `rest_comment_invalid_id` when there is none, or the database fails.
pub async fn find(rest: &Rest<'_>, request: &RestRequest) -> Result<Comment, RouteError> {
    let found = CommentList::one(&rest.app.db, request.int("id")).await?;
    found.ok_or_else(|| {
        rest.error("rest_comment_invalid_id", "Invalid comment ID.", 404)
            .into()
    })
}

/// `check_read_post_permission`: the post must be readable, and opened by the sent password where it has one.
async fn may_read_post(
    rest: &Rest<'_>,
    request: &RestRequest,
    post: &Arc<Post>,
) -> Result<bool, RouteError> {
    let opened = opens(rest, post, &request.text("password")).await?;
    if !post.password.is_empty() && !opened {
        return can_edit(rest, post).await;
    }
    let shown = readable(rest, std::slice::from_ref(post)).await?;
    Ok(shown.first() == Some(&true))
}

/// `check_read_permission`: an approved comment of a post that may be read, one's own, or one that may be edited.
///
/// # Errors
/// When the database fails.
pub async fn may_read_comment(
    rest: &Rest<'_>,
    request: &RestRequest,
    (comment, post): (&Comment, Option<&Arc<Post>>),
) -> Result<bool, RouteError> {
    if let Some(post) = post
        && comment.approved == "1"
        && may_read_post(rest, request, post).await?
    {
        return Ok(true);
    }
    if rest.visitor.user.is_none() || comment.post_id.0 == 0 && !rest.can("moderate_comments") {
        return Ok(false);
    }
    if comment.user_id.0 != 0 && rest.user_id() == comment.user_id {
        return Ok(true);
    }
    edit_comment(rest, post).await
}

/// `edit_comment`: as its post.
async fn edit_comment(rest: &Rest<'_>, post: Option<&Arc<Post>>) -> Result<bool, RouteError> {
    let objects = match post {
        Some(post) => parents(rest, std::slice::from_ref(post)).await?,
        None => ObjectCache::default(),
    };
    let post = post.map(AsRef::as_ref);
    Ok(rest.meta_cap().edit_comment(post, &objects))
}

/// `check_edit_permission`: moderators, and who may edit the comment's post.
async fn may_edit_comment(rest: &Rest<'_>, comment: &Comment) -> Result<bool, RouteError> {
    if rest.visitor.user.is_none() {
        return Ok(false);
    }
    if rest.can("moderate_comments") {
        return Ok(true);
    }
    let objects = posts_of(rest, &[comment.post_id.0]).await?;
    edit_comment(rest, objects.post(comment.post_id)).await
}

fn context(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.can("moderate_comments") {
        let source = "Sorry, you are not allowed to edit comments.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    Ok(())
}

/// Permission to list comments.
///
/// # Errors
/// When it is missing, or the database fails.
pub async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let posts = match request.int("post") {
        // A writing request that is asked whether it could list names one post.
        one if request.get("post").as_array().is_none() && one != 0 => vec![one],
        _ => request.ids("post"),
    };
    let objects = posts_of(rest, &posts).await?;
    for id in posts {
        match objects.post(PostId(id)) {
            Some(post) if !may_read_post(rest, request, post).await? => {
                let error = rest.forbidden("rest_cannot_read_post", NOT_THIS_POST);
                return Err(error.into());
            }
            None if id == 0 && !rest.can("moderate_comments") => {
                let source = "Sorry, you are not allowed to read comments without a post.";
                return Err(rest.forbidden("rest_cannot_read", source).into());
            }
            _ => {}
        }
    }
    context(rest, request)?;
    if rest.can("edit_posts") {
        return Ok(());
    }
    protected_params(rest, request).map_err(RouteError::Error)
}

/// Refuses parameters reserved for people who edit posts.
fn protected_params(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RestError> {
    let mut refused = Vec::new();
    for name in ["author", "author_exclude", "author_email", "type", "status"] {
        let is_default = match name {
            "status" => request.text(name) == "approve",
            "type" => request.text(name) == "comment",
            _ => request.get(name).is_empty(),
        };
        if !is_default {
            refused.push(name);
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    let text = rest.text("Query parameter not permitted: %s");
    let message = text.replace("%s", &refused.join(", "));
    let status = rest.forbidden_status();
    Err(RestError::new("rest_forbidden_param", message, status))
}

/// Permission to read one comment.
///
/// # Errors
/// When it is missing, or the database fails.
pub async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let comment = find(rest, request).await?;
    context(rest, request)?;
    let objects = posts_of(rest, &[comment.post_id.0]).await?;
    let post = objects.post(comment.post_id);
    if !may_read_comment(rest, request, (&comment, post)).await? {
        let source = "Sorry, you are not allowed to read this comment.";
        return Err(rest.forbidden("rest_cannot_read", source).into());
    }
    if let Some(post) = post
        && !may_read_post(rest, request, post).await?
    {
        let error = rest.forbidden("rest_cannot_read_post", NOT_THIS_POST);
        return Err(error.into());
    }
    Ok(())
}

/// Permission to change a comment.
pub fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(of_comment(
        rest,
        request,
        ("rest_cannot_edit", NOT_TO_BE_EDITED),
    ))
}

/// Permission to delete a comment.
pub fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(of_comment(
        rest,
        request,
        ("rest_cannot_delete", NOT_TO_BE_DELETED),
    ))
}

/// Permission for one comment: 404 for a missing comment comes before 401 and 403.
async fn of_comment(
    rest: &Rest<'_>,
    request: &RestRequest,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    let comment = find(rest, request).await?;
    if may_edit_comment(rest, &comment).await? {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

/// Permission to comment: not for visitors; author, address and status only for moderators.
pub fn may_create<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        if rest.visitor.user.is_none() {
            let source = "Sorry, you must be logged in to comment.";
            return Err(rest
                .error("rest_comment_login_required", source, 401)
                .into());
        }
        moderators_params(rest, request)?;
        may_comment_on_post(rest, request).await
    })
}

fn moderators_params(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RestError> {
    if rest.can("moderate_comments") {
        return Ok(());
    }
    let address = rest.input.request.remote_addr.to_string();
    let is_own = |name: &str| match name {
        "author" => request.int(name) == rest.user_id().0,
        "author_ip" => request.text(name) == address,
        _ => false,
    };
    for name in ["author", "author_ip", "status"] {
        if request.has(name) && !is_own(name) {
            let text = rest.text("Sorry, you are not allowed to edit '%s' for comments.");
            let code = format!("rest_comment_invalid_{name}");
            let status = rest.forbidden_status();
            return Err(RestError::new(&code, text.replace("%s", name), status));
        }
    }
    Ok(())
}

async fn may_comment_on_post(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let id = request.int("post");
    let objects = posts_of(rest, &[id]).await?;
    let Some(post) = objects.post(PostId(id)).filter(|_| id != 0) else {
        let source = "Sorry, you are not allowed to create this comment without a post.";
        let code = "rest_comment_invalid_post_id";
        return Err(rest.error(code, source, 403).into());
    };
    let source = "Sorry, you are not allowed to create a comment on this post.";
    let code = match post.status.as_str() {
        "draft" => Some("rest_comment_draft_post"),
        "trash" => Some("rest_comment_trash_post"),
        _ => None,
    };
    if let Some(code) = code {
        return Err(rest.error(code, source, 403).into());
    }
    if !may_read_post(rest, request, post).await? {
        let error = rest.forbidden("rest_cannot_read_post", NOT_THIS_POST);
        return Err(error.into());
    }
    if !comments_open(&rest.state.site.options, post, rest.now) {
        let source = "Sorry, comments are closed for this item.";
        return Err(rest.error("rest_comment_closed", source, 403).into());
    }
    Ok(())
}
