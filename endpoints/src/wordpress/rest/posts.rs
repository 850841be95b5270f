//! `wp/v2/posts`, `pages`, `media` and the post types of columns.

use std::sync::Arc;

use compat::wordpress::l10n::Locale;
use compat::wordpress::post::{Post, PostId, PostType};
use compat::wordpress::site::Site;
use themes::wordpress::view::Page;

use super::arg::Arg;
use super::collection::{Paging, context_arg, paged};
use super::columns;
use super::context::Rest;
use super::denied;
use super::fault::Fault;
use super::post_query;
use super::post_response::{prepare, revisions};
use super::reply::Reply;
use super::request::RestRequest;
use super::route::{
    Answering, CREATABLE, DELETABLE, EDITABLE, Endpoint, Permitting, READABLE, Routes,
};

/// Registers the routes of a post type.
pub fn register(routes: &mut Routes, site: &Site, post_type: &PostType, locale: &Locale) {
    let Some(base) = post_type.rest_base else {
        return;
    };
    let name = post_type.name;
    let read = |args: Vec<Arg>| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(|rest, request| Box::pin(may_list(rest, request))),
        callback: |rest, request| -> Answering<'_> { Box::pin(get_items(rest, request)) },
        subject: name,
        allow_batch: true,
    };
    let write = |methods, permission| Endpoint {
        methods,
        args: Some(Vec::new()),
        permission: Some(permission),
        callback: denied::not_here,
        subject: name,
        allow_batch: true,
    };
    routes.register(
        "wp/v2",
        &format!("/{base}"),
        vec![
            read(super::post_args::args(site, name, locale)),
            write(CREATABLE, denied::create_post),
        ],
    );
    let id = Arg::new("id", locale.translate("Unique identifier for the post.")).integer();
    let source = "The password for the post if it is password protected.";
    let mut one = read(vec![
        id,
        context_arg(locale, &["view", "embed", "edit"]),
        Arg::new("password", locale.translate(source)).string(),
    ]);
    one.permission = Some(|rest, request| -> Permitting<'_> { Box::pin(may_read(rest, request)) });
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    routes.register(
        "wp/v2",
        &format!("/{base}/(?P<id>[\\d]+)"),
        vec![
            one,
            write(EDITABLE, denied::edit_post),
            write(DELETABLE, denied::delete_post),
        ],
    );
    if columns::supports_revisions(name) {
        let mut history = write(READABLE, denied::revisions);
        history.allow_batch = false;
        let pattern = format!("/{base}/(?P<parent>[\\d]+)/revisions");
        routes.register("wp/v2", &pattern, vec![history]);
    }
}

async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), Fault> {
    if request.text("context") == "edit" && !rest.is_editor {
        let source = "Sorry, you are not allowed to edit posts in this post type.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    Ok(())
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<Reply, Fault> {
    let list = post_query::list(rest, request)?;
    let slice = list.load(&rest.app.db).await?;
    let paging = Paging::of(request);
    let pages = paging.pages(slice.total);
    if paging.page > pages && slice.total > 0 {
        let source = "The page number requested is larger than the number of pages available.";
        let error = rest.error("rest_post_invalid_page_number", source, 400);
        return Err(error.into());
    }
    let posts: Vec<Arc<Post>> = slice.items.into_iter().map(Arc::new).collect();
    let items = if request.method == "HEAD" {
        Vec::new()
    } else {
        items(rest, request, posts).await?
    };
    let post_type = rest.state.site.registry.post_types.get(request.subject);
    let base = post_type.and_then(|t| t.rest_base).unwrap_or_default();
    let base = format!("/wp/v2/{base}");
    Ok(paged(rest, request, items, slice.total, &base))
}

async fn items(
    rest: &Rest<'_>,
    request: &RestRequest,
    posts: Vec<Arc<Post>>,
) -> Result<Vec<super::reply::Item>, Fault> {
    let ids: Vec<PostId> = posts.iter().map(|p| p.id).collect();
    let revisions = revisions(rest, &ids).await?;
    let readable = readable(rest, &posts).await?;
    let view = Arc::new(rest.view(posts.clone()).await?);
    let mut page = Page::new(view);
    let shown = posts.iter().zip(readable).filter(|(_, is_shown)| *is_shown);
    Ok(shown
        .map(|(post, _)| prepare(rest, request, &mut page, post, &revisions))
        .collect())
}

/// `check_read_permission` for each: what is inherited is as public as its parent.
pub async fn readable(rest: &Rest<'_>, posts: &[Arc<Post>]) -> Result<Vec<bool>, Fault> {
    let parents: Vec<PostId> = posts
        .iter()
        .filter(|p| p.status == "inherit")
        .map(|p| p.parent)
        .collect();
    let mut objects = compat::wordpress::object_cache::ObjectCache::default();
    objects.prime_posts(&rest.app.db, &parents).await?;
    let is_public = |post: &Post| match post.status.as_str() {
        "publish" => true,
        "inherit" => objects
            .post(post.parent)
            .is_none_or(|parent| parent.status == "publish" || parent.status == "inherit"),
        _ => false,
    };
    let shown = posts.iter().map(|p| rest.is_editor || is_public(p));
    Ok(shown.collect())
}

/// The post that the path names.
pub async fn post_of(rest: &Rest<'_>, request: &RestRequest, id: i64) -> Result<Arc<Post>, Fault> {
    let mut objects = compat::wordpress::object_cache::ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[PostId(id)]).await?;
    let found = objects.post(PostId(id)).cloned();
    let found = found.filter(|p| p.post_type == request.subject);
    found.ok_or_else(|| {
        rest.error("rest_post_invalid_id", "Invalid post ID.", 404)
            .into()
    })
}

async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), Fault> {
    let post = post_of(rest, request, request.int("id")).await?;
    if request.text("context") == "edit" && !rest.is_editor {
        let source = "Sorry, you are not allowed to edit this post.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    let password = request.text("password");
    if !post.password.is_empty() && !password.is_empty() && password != post.password {
        let source = "Incorrect post password.";
        return Err(rest
            .error("rest_post_incorrect_password", source, 403)
            .into());
    }
    let readable = readable(rest, std::slice::from_ref(&post)).await?;
    if readable.first() == Some(&true) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to do that.";
    Err(rest.forbidden("rest_forbidden", source).into())
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<Reply, Fault> {
    let post = post_of(rest, request, request.int("id")).await?;
    let revisions = revisions(rest, &[post.id]).await?;
    let mut view = rest.view(vec![post.clone()]).await?;
    if !post.password.is_empty() && request.text("password") == post.password {
        view.visitor.opened_posts.push(post.id);
    }
    let view = Arc::new(view);
    let permalink = view.links().get_permalink(&post);
    let mut page = Page::new(view);
    let item = prepare(rest, request, &mut page, &post, &revisions);
    let link = format!("<{permalink}>; rel=\"alternate\"; type=text/html");
    Ok(Reply::item(item).with_header("Link", link))
}
