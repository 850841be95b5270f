//! `wp/v2/comments`. Recording rest/comments.

use std::sync::Arc;

use compat::wordpress::comment::Comment;
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::{CommentList, CommentOrder};

use super::arg::Arg;
use super::collection::{Paging, collection_args, context_arg, paged};
use super::comment_response::prepare_all;
use super::date::to_mysql;
use super::denied;
use super::item_schema;
use super::read_permission::{can_edit, opens, readable};
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::Rest;
use super::route::{
    CREATABLE, DELETABLE, EDITABLE, Endpoint, Permitting, READABLE, RouteFuture, Routes,
};
use super::route_error::{RestError, RouteError};
use super::write_args::{comment_args, force};

const NOT_THIS_POST: &str = "Sorry, you are not allowed to read the post for this comment.";

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let read = |args| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(|rest, request| Box::pin(may_list(rest, request))),
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(get_items(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    let write = |methods, permission, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback: denied::not_here,
        subject: "".into(),
        allow_batch: false,
    };
    routes.register(
        "wp/v2",
        "/comments",
        vec![
            read(args(locale)),
            write(CREATABLE, may_create, comment_args(true, locale)),
        ],
    );
    routes.schema(item_schema::comment);
    let id = || Arg::new("id", locale.translate("Unique identifier for the comment.")).integer();
    let password =
        "The password for the parent post of the comment (if the post is password protected).";
    let password = || Arg::new("password", locale.translate(password)).string();
    let mut one = read(vec![
        id(),
        context_arg(locale, &["view", "embed", "edit"]),
        password(),
    ]);
    let mut edit_args = vec![id()];
    edit_args.extend(comment_args(false, locale));
    let source = "Whether to bypass Trash and force deletion.";
    let delete_args = vec![id(), force(locale, source), password()];
    one.permission = Some(|rest, request| -> Permitting<'_> { Box::pin(may_read(rest, request)) });
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    routes.register(
        "wp/v2",
        "/comments/(?P<id>[\\d]+)",
        vec![
            one,
            write(EDITABLE, may_edit, edit_args),
            write(DELETABLE, may_delete, delete_args),
        ],
    );
    routes.schema(item_schema::comment);
}

fn args(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let ids = |name: &str, source: &str| arg(name, source).list_of("integer");
    let date = |name: &str, source: &str| arg(name, source).string().with("format", "date-time");
    let mut args = collection_args(locale);
    args.extend([
        date(
            "after",
            "Limit response to comments published after a given ISO8601 compliant date.",
        ),
        ids(
            "author",
            "Limit result set to comments assigned to specific user IDs. Requires authorization.",
        ),
        ids(
            "author_exclude",
            "Ensure result set excludes comments assigned to specific user IDs. Requires authorization.",
        ),
        arg(
            "author_email",
            "Limit result set to that from a specific author email. Requires authorization.",
        )
        .default(Value::Null)
        .with("format", "email")
        .string(),
        date(
            "before",
            "Limit response to comments published before a given ISO8601 compliant date.",
        ),
        ids("exclude", "Ensure result set excludes specific IDs.").default(Value::array()),
        ids("include", "Limit result set to specific IDs.").default(Value::array()),
        arg("offset", "Offset the result set by a specific number of items.").integer(),
        arg("order", "Order sort attribute ascending or descending.")
            .string()
            .default("desc")
            .one_of(&["asc", "desc"]),
        arg("orderby", "Sort collection by comment attribute.")
            .string()
            .default("date_gmt")
            .one_of(&["date", "date_gmt", "id", "include", "post", "parent", "type"]),
    ]);
    args.extend(relation_args(locale));
    args
}

/// The parameters `parent`, `parent_exclude`, `post`, `status`, `type`, `password`.
fn relation_args(locale: &Locale) -> [Arg; 6] {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let ids = |name: &str, source: &str| arg(name, source).list_of("integer");
    [
        ids(
            "parent",
            "Limit result set to comments of specific parent IDs.",
        )
        .default(Value::array()),
        ids(
            "parent_exclude",
            "Ensure result set excludes specific parent IDs.",
        )
        .default(Value::array()),
        ids(
            "post",
            "Limit result set to comments assigned to specific post IDs.",
        )
        .default(Value::array()),
        arg(
            "status",
            "Limit result set to comments assigned a specific status. Requires authorization.",
        )
        .default("approve")
        .string()
        .early(),
        arg(
            "type",
            "Limit result set to comments assigned a specific type. Requires authorization.",
        )
        .default("comment")
        .string()
        .early(),
        arg(
            "password",
            "The password for the post if it is password protected.",
        )
        .string(),
    ]
}

async fn posts_of(rest: &Rest<'_>, ids: &[i64]) -> Result<ObjectCache, RouteError> {
    let ids: Vec<PostId> = ids.iter().map(|id| PostId(*id)).collect();
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &ids).await?;
    Ok(objects)
}

/// Whether the comments of a post may be read: the post must be readable and not password-protected.
async fn is_readable(
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

async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let posts = request.ids("post");
    let objects = posts_of(rest, &posts).await?;
    for id in posts {
        let Some(post) = objects.post(PostId(id)) else {
            if id == 0 {
                let source = "Sorry, you are not allowed to read comments without a post.";
                return Err(rest.forbidden("rest_cannot_read", source).into());
            }
            continue;
        };
        if !is_readable(rest, request, post).await? {
            return Err(rest
                .forbidden("rest_cannot_read_post", NOT_THIS_POST)
                .into());
        }
    }
    context(rest, request)?;
    if rest.can("edit_posts") {
        return Ok(());
    }
    protected_params(rest, request).map_err(RouteError::Error)
}

fn context(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.can("moderate_comments") {
        let source = "Sorry, you are not allowed to edit comments.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    Ok(())
}

/// Refuses parameters reserved for moderators.
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
    Err(RestError::new(
        "rest_forbidden_param",
        message,
        rest.forbidden_status(),
    ))
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let paging = Paging::of(request);
    let zone = rest.state.timezone();
    let list = CommentList {
        post: request.ids("post"),
        parent: request.ids("parent"),
        parent_exclude: request.ids("parent_exclude"),
        include: request.ids("include"),
        exclude: request.ids("exclude"),
        search: request.text("search").trim().to_owned(),
        after: to_mysql(&request.text("after"), &zone),
        before: to_mysql(&request.text("before"), &zone),
        comment_type: request.text("type"),
        orderby: match request.text("orderby").as_str() {
            "date" => CommentOrder::Date,
            "id" => CommentOrder::Id,
            "include" => CommentOrder::Include,
            "post" => CommentOrder::Post,
            "parent" => CommentOrder::Parent,
            "type" => CommentOrder::Type,
            _ => CommentOrder::DateGmt,
        },
        ascending: request.text("order") == "asc",
        limit: paging.per_page,
        offset: paging.offset,
    };
    let slice = list.load(&rest.app.db).await?;
    let ids: Vec<i64> = slice.items.iter().map(|c| c.post_id.0).collect();
    let objects = posts_of(rest, &ids).await?;
    let mut shown = Vec::new();
    for comment in slice.items {
        let post = objects.post(comment.post_id);
        if let Some(post) = post
            && !is_readable(rest, request, post).await?
        {
            continue;
        }
        shown.push(comment);
    }
    let posts: Vec<Arc<Post>> = objects.posts().cloned().collect();
    let items = prepare_all(rest, request, &shown, posts).await?;
    Ok(paged(rest, request, items, slice.total, "/wp/v2/comments"))
}

async fn find(rest: &Rest<'_>, request: &RestRequest) -> Result<Comment, RouteError> {
    let found = CommentList::one(&rest.app.db, request.int("id")).await?;
    found.ok_or_else(|| {
        rest.error("rest_comment_invalid_id", "Invalid comment ID.", 404)
            .into()
    })
}

async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let comment = find(rest, request).await?;
    context(rest, request)?;
    let objects = posts_of(rest, &[comment.post_id.0]).await?;
    if comment.approved != "1" && !can_edit_comment(rest, &comment, &objects).await? {
        let source = "Sorry, you are not allowed to read this comment.";
        return Err(rest.forbidden("rest_cannot_read", source).into());
    }
    if let Some(post) = objects.post(comment.post_id)
        && !is_readable(rest, request, post).await?
    {
        return Err(rest
            .forbidden("rest_cannot_read_post", NOT_THIS_POST)
            .into());
    }
    Ok(())
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let comment = find(rest, request).await?;
    let objects = posts_of(rest, &[comment.post_id.0]).await?;
    let posts = objects.posts().cloned().collect();
    let items = prepare_all(rest, request, &[comment], posts).await?;
    let item = items.into_iter().next().unwrap_or_default();
    Ok(RestResponse::item(item))
}

/// `check_edit_permission`: moderators, and who may edit the comment's post.
async fn can_edit_comment(
    rest: &Rest<'_>,
    comment: &Comment,
    objects: &ObjectCache,
) -> Result<bool, RouteError> {
    if rest.visitor.user.is_none() || rest.can("moderate_comments") {
        return Ok(rest.visitor.user.is_some());
    }
    let Some(post) = objects.post(comment.post_id) else {
        return Ok(rest.can("edit_posts"));
    };
    can_edit(rest, post).await
}

/// Permission for one comment: 404 for a missing comment comes before 401 and 403.
async fn of_comment(
    rest: &Rest<'_>,
    request: &RestRequest,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    let comment = find(rest, request).await?;
    let objects = posts_of(rest, &[comment.post_id.0]).await?;
    if can_edit_comment(rest, &comment, &objects).await? {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this comment.";
    Box::pin(of_comment(rest, request, ("rest_cannot_edit", source)))
}

fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to delete this comment.";
    Box::pin(of_comment(rest, request, ("rest_cannot_delete", source)))
}

fn may_create<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let error = rest.error(
        "rest_comment_login_required",
        "Sorry, you must be logged in to comment.",
        401,
    );
    let outcome = match rest.visitor.user {
        Some(_) => Ok(()),
        None => Err(RouteError::Error(error)),
    };
    Box::pin(async move { outcome })
}
