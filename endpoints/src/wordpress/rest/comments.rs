//! `wp/v2/comments`: routes, lists, one comment.
//!
//! Contract "wordpress-rest", section 10; recordings rest/comments, owner/comment-*, owner/comments-*.

use std::sync::Arc;

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::rest::{CommentList, CommentOrder};

use super::arg::Arg;
use super::collection::{Paging, collection_args, context_arg, paged};
use super::comment_permission::{
    find, may_create, may_delete, may_edit, may_list, may_read, may_read_comment, posts_of,
};
use super::comment_response::prepare_all;
use super::comment_writes::{create_item, delete_item, update_item};
use super::date::to_mysql;
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permission, Permitting, READABLE, Rest,
    RouteFuture, Routes,
};
use super::route_error::RouteError;
use super::write_args::{comment_args, force};

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
    let write = |methods, permission: Permission, callback: Callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: "".into(),
        allow_batch: false,
    };
    let create: Callback = |rest, request| Box::pin(create_item(rest, request));
    let update: Callback = |rest, request| Box::pin(update_item(rest, request));
    let delete: Callback = |rest, request| Box::pin(delete_item(rest, request));
    routes.register(
        "wp/v2",
        "/comments",
        vec![
            read(args(locale)),
            write(CREATABLE, may_create, create, comment_args(true, locale)),
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
            write(EDITABLE, may_edit, update, edit_args),
            write(DELETABLE, may_delete, delete, delete_args),
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

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let paging = Paging::of(request);
    let zone = rest.state.timezone();
    let list = CommentList {
        status: request.text("status"),
        author: request.ids("author"),
        author_exclude: request.ids("author_exclude"),
        author_email: request.text("author_email"),
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
        if may_read_comment(rest, request, (&comment, post)).await? {
            shown.push(comment);
        }
    }
    let posts: Vec<Arc<Post>> = objects.posts().cloned().collect();
    let items = prepare_all(rest, request, &shown, posts).await?;
    Ok(paged(rest, request, items, slice.total, "/wp/v2/comments"))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let comment = find(rest, request).await?;
    let objects = posts_of(rest, &[comment.post_id.0]).await?;
    let posts = objects.posts().cloned().collect();
    let items = prepare_all(rest, request, &[comment], posts).await?;
    let item = items.into_iter().next().unwrap_or_default();
    Ok(RestResponse::item(item))
}
