//! Comments are made, changed, moved to spam or trash, and deleted.
//!
//! Contract "wordpress-rest", section 10; recordings owner/comment-*.

use compat::wordpress::comment::allow::wp_allow_comment;
use compat::wordpress::comment::delete::wp_delete_comment;
use compat::wordpress::comment::filter::AllowedMarkup;
use compat::wordpress::comment::new_comment::NewComment;
use compat::wordpress::comment::notify::PreparedCommentMails;
use compat::wordpress::comment::notify_approved::notify_approved;
use compat::wordpress::comment::status::{
    CommentStatus, StatusChange, StatusScene, change_comment_status, wp_trash_comment,
};
use compat::wordpress::comment::submission::Sender;
use compat::wordpress::comment::update::{
    CommentFilter, insert_filtered, too_long, wp_update_comment,
};
use compat::wordpress::comment::{Comment, CommentId};
use compat::wordpress::db::DbError;
use compat::wordpress::mail::outbox::OutboxId;
use compat::wordpress::post::PostId;
use compat::wordpress::rest::CommentList;
use compat::wordpress::url::parse_url;

use super::comment_fields::{self, CommentAuthor};
use super::comment_permission::{find, posts_of};
use super::comment_response::prepare_all;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route_error::{RestError, RouteError};
use crate::wordpress::comments_post::{CommentEnvironment, comment_mails, prime_links};

/// The tables that a written comment changes.
const TABLES: [&str; 4] = ["comments", "commentmeta", "posts", "postmeta"];

/// Makes a comment as the requesting user, or as who a moderator says.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn create_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    if !request.get("id").is_empty() {
        let source = "Cannot create existing comment.";
        return Err(rest.error("rest_comment_exists", source, 400).into());
    }
    let kind = request.text("type");
    if !matches!(kind.as_str(), "" | "comment") {
        let source = "Cannot create a comment with that type.";
        return Err(rest.error("rest_invalid_comment_type", source, 400).into());
    }
    let author = CommentAuthor::of_request(rest, request).await?;
    let mut new = comment_fields::new_comment(rest, request, author.as_ref());
    check(rest, &new)?;
    let author = match author {
        Some(author) => Some(author),
        None => CommentAuthor::load(rest, new.comment.user_id).await?,
    };
    allow(rest, &mut new, author.as_ref()).await?;
    let markup = own_markup(rest);
    filter(rest, markup).apply(&mut new);
    let asked = request.has("status").then(|| request.text("status"));
    let scene = scene(rest);
    let mails = author_mails(rest, asked.as_ref(), new.comment.post_id).await?;
    let own = mails.clone();
    let work = async move |tx| {
        let Some(id) = insert_filtered(&tx, &scene.hooks, &new).await? else {
            return Ok(None);
        };
        let status = asked.and_then(|asked| CommentStatus::of_param(&asked, &new.comment.approved));
        let change = match status {
            Some(status) => change_comment_status(&tx, &scene, (id, status)).await?,
            None => StatusChange::default(),
        };
        let ids = notify_approved(&tx, own.as_ref(), (id, change)).await?;
        Ok::<_, DbError>(Some((id, ids)))
    };
    let Some((id, ids)) = rest.app.db.transaction(work).await? else {
        let source = "Creating comment failed.";
        return Err(rest.error("rest_comment_failed_create", source, 500).into());
    };
    committed(rest, mails, &ids).await;
    let context = if rest.can("moderate_comments") {
        "edit"
    } else {
        "view"
    };
    let item = shown(rest, &request.in_context(context), id).await?;
    let location = rest.rest_url(&format!("/wp/v2/comments/{}", id.0));
    let mut response = RestResponse::item(item).cached_for(None).allow_in(context);
    response.status = 201;
    Ok(response.with_header("Location", location))
}

/// The checks of a comment's own fields.
fn check(rest: &Rest<'_>, new: &NewComment) -> Result<(), RestError> {
    let comment = &new.comment;
    if comment.content.is_empty() {
        return Err(invalid_content(rest));
    }
    let is_required = rest.state.site.options.is_on("require_name_email");
    if is_required && (comment.author.is_empty() || comment.author_email.is_empty()) {
        let source = "Creating a comment requires valid author name and email values.";
        return Err(rest.error("rest_comment_author_data_required", source, 400));
    }
    check_lengths(rest, new)
}

fn check_lengths(rest: &Rest<'_>, new: &NewComment) -> Result<(), RestError> {
    match too_long(new) {
        Some(code) => Err(rest.error(code, "Comment field exceeds maximum length allowed.", 400)),
        None => Ok(()),
    }
}

fn invalid_content(rest: &Rest<'_>) -> RestError {
    rest.error(
        "rest_comment_content_invalid",
        "Invalid comment content.",
        400,
    )
}

/// `wp_allow_comment`: whether the comment is approved.
async fn allow(
    rest: &Rest<'_>,
    new: &mut NewComment,
    author: Option<&CommentAuthor>,
) -> Result<(), RouteError> {
    let environment = CommentEnvironment::of(&rest.context);
    let hosts = [environment.host.as_str()];
    let with = environment.comment_site(&rest.context, &hosts, None);
    let objects = posts_of(rest, &[new.comment.post_id.0]).await?;
    let Some(post) = objects.post(new.comment.post_id) else {
        return Ok(());
    };
    let is_moderator = rest.can("moderate_comments");
    let sender = Sender {
        user: author.map(|author| &*author.user),
        can_moderate: author.is_some_and(|author| author.can("moderate_comments")),
        viewer: rest.visitor.viewer(),
        markup: AllowedMarkup::Comment,
        ip: new.author_ip.clone(),
        agent: new.agent.clone(),
        post_password_required: false,
    };
    let is_unhindered = is_moderator || rest.can("manage_options");
    match wp_allow_comment(&with, post, new, &sender, is_unhindered).await? {
        Ok(approved) => {
            approved.clone_into(&mut new.comment.approved);
            Ok(())
        }
        Err(refusal) => Err(comment_fields::refused(rest, &refusal).into()),
    }
}

/// Changes fields of a comment, then its status. The sender's address and browser become those of the request.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn update_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let stored = find(rest, request).await?;
    let kind = match stored.comment_type.as_str() {
        "" => "comment",
        kind => kind,
    };
    if request.has("type") && request.text("type") != kind {
        let source = "Sorry, you are not allowed to change the comment type.";
        return Err(rest.error("rest_comment_invalid_type", source, 404).into());
    }
    let author = CommentAuthor::of_request(rest, request).await?;
    let changed = comment_fields::changed(rest, request, (stored, author.as_ref()));
    let id = changed.comment.id;
    if request.int("post") != 0 {
        let objects = posts_of(rest, &[request.int("post")]).await?;
        if objects.post(PostId(request.int("post"))).is_none() {
            let code = "rest_comment_invalid_post_id";
            return Err(rest.error(code, "Invalid post ID.", 403).into());
        }
    }
    if comment_fields::content(request).is_some() && changed.comment.content.is_empty() {
        return Err(invalid_content(rest).into());
    }
    check_lengths(rest, &changed)?;
    let filter = filter(rest, stored_markup(rest, &changed.comment).await?);
    let asked = request.has("status").then(|| request.text("status"));
    let scene = scene(rest);
    let mails = author_mails(rest, asked.as_ref(), changed.comment.post_id).await?;
    let own = mails.clone();
    let work = async move |tx| {
        let approved = changed.comment.approved.clone();
        if !wp_update_comment(&tx, &scene.hooks, changed, &filter).await? {
            return Ok(None);
        }
        let status = asked.and_then(|asked| CommentStatus::of_param(&asked, &approved));
        let change = match status {
            Some(status) => change_comment_status(&tx, &scene, (id, status)).await?,
            None => StatusChange::default(),
        };
        let ids = notify_approved(&tx, own.as_ref(), (id, change)).await?;
        Ok::<_, DbError>(Some(ids))
    };
    let Some(ids) = rest.app.db.transaction(work).await? else {
        let source = "Updating comment failed.";
        return Err(rest.error("rest_comment_failed_edit", source, 500).into());
    };
    committed(rest, mails, &ids).await;
    let item = shown(rest, &request.in_context("edit"), id).await?;
    Ok(RestResponse::item(item).cached_for(None).allow_in("edit"))
}

/// Moves a comment to the trash; with `force` it is deleted.
///
/// # Errors
/// When it is refused, or the database fails.
pub async fn delete_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let comment = find(rest, request).await?;
    let (id, scene) = (comment.id, scene(rest));
    let request = request.in_context("edit");
    if request.bool("force") {
        let previous = shown(rest, &request, id).await?;
        let work = async move |tx| wp_delete_comment(&tx, &scene.hooks, id).await;
        if !rest.app.db.transaction(work).await? {
            return Err(cannot_delete(rest).into());
        }
        rest.wrote(&TABLES).await;
        return Ok(RestResponse::deleted(previous));
    }
    if !scene.has_trash {
        let source = "The comment does not support trashing. Set '%s' to delete.";
        return Err(super::term_writes::trash_not_supported(rest, source).into());
    }
    if comment.approved == "trash" {
        let source = "The comment has already been trashed.";
        return Err(rest.error("rest_already_trashed", source, 410).into());
    }
    let work = async move |tx| wp_trash_comment(&tx, &scene, id).await;
    if !rest.app.db.transaction(work).await?.changed {
        return Err(cannot_delete(rest).into());
    }
    rest.wrote(&TABLES).await;
    let item = shown(rest, &request, id).await?;
    Ok(RestResponse::item(item).cached_for(None).allow_in("edit"))
}

fn cannot_delete(rest: &Rest<'_>) -> RestError {
    rest.error("rest_cannot_delete", "The comment cannot be deleted.", 500)
}

/// The comment as it stands.
async fn shown(rest: &Rest<'_>, request: &RestRequest, id: CommentId) -> Result<Item, RouteError> {
    let comment = CommentList::one(&rest.app.db, id.0).await?;
    let comments: Vec<Comment> = comment.into_iter().collect();
    let posts: Vec<i64> = comments.iter().map(|c| c.post_id.0).collect();
    let objects = posts_of(rest, &posts).await?;
    let posts = objects.posts().cloned().collect();
    let items = prepare_all(rest, request, &comments, posts).await?;
    Ok(items.into_iter().next().unwrap_or_default())
}

/// The mails about a comment that a status changes to approved (`wp_new_comment_notify_postauthor`), to the author of the
/// post. `None`: no status is asked for, there is no such post, or the author is the one who asks.
async fn author_mails(
    rest: &Rest<'_>,
    asked: Option<&String>,
    post: PostId,
) -> Result<Option<PreparedCommentMails>, RouteError> {
    if asked.is_none() {
        return Ok(None);
    }
    let objects = posts_of(rest, &[post.0]).await?;
    let post = objects.post(post);
    let Some(post) = post.filter(|post| post.author != rest.user_id()) else {
        return Ok(None);
    };
    let mut context = rest.context.clone();
    prime_links(&mut context, post).await?;
    let mails = comment_mails(&context, post).prepare(&rest.app.db).await?;
    Ok(Some(mails))
}

/// After the commit: the tables are read again, and the mails go out.
async fn committed(rest: &Rest<'_>, mails: Option<PreparedCommentMails>, ids: &[OutboxId]) {
    rest.wrote(&TABLES).await;
    if let Some(mails) = mails {
        mails.committed(ids).await;
    }
}

fn scene(rest: &Rest<'_>) -> StatusScene {
    StatusScene {
        hooks: rest.state.site.registry.comment_hooks.clone(),
        has_trash: CommentEnvironment::of(&rest.context).has_trash,
        now: rest.now,
    }
}

/// What the requesting user may write into a comment.
fn own_markup(rest: &Rest<'_>) -> AllowedMarkup {
    if rest.can("unfiltered_html") {
        AllowedMarkup::Unfiltered
    } else {
        AllowedMarkup::Comment
    }
}

/// What may be in a stored comment: nothing that its author may not write either.
async fn stored_markup(rest: &Rest<'_>, comment: &Comment) -> Result<AllowedMarkup, RouteError> {
    let author = CommentAuthor::load(rest, comment.user_id).await?;
    let is_trusted = author.is_some_and(|author| author.can("unfiltered_html"));
    Ok(if is_trusted {
        own_markup(rest)
    } else {
        AllowedMarkup::Comment
    })
}

fn filter(rest: &Rest<'_>, markup: AllowedMarkup) -> CommentFilter {
    let options = &rest.state.site.options;
    let host = parse_url(&rest.state.site.home()).and_then(|url| url.host);
    CommentFilter {
        markup,
        internal_hosts: host.iter().map(|host| host.to_lowercase()).collect(),
        use_balance_tags: options.is_on("use_balanceTags"),
    }
}
