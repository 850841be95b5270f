//! `wp/v2/posts`, `pages`, `media` and the post types of columns.

use std::sync::Arc;

use compat::wordpress::l10n::Locale;
use compat::wordpress::post::{Post, PostType};
use compat::wordpress::site::Registry;

use super::arg::Arg;
use super::collection::{Paging, context_arg, paged};
use super::columns;
use super::hidden_types::post_type_base;
use super::item_schema;
use super::media_create;
use super::media_writes;
use super::post_facts::PostFacts;
use super::post_item;
use super::post_query;
use super::post_response;
use super::post_writes;
use super::read_permission::{can_edit, opens, post_of, readable};
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::revisions;
use super::route::Rest;
use super::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permission, READABLE, Routes,
};
use super::route_error::RouteError;
use super::write_args;

/// Name and `rest_base` of a post type.
pub struct PostTypeRef {
    /// Its name.
    pub name: &'static str,
    /// `rest_base`.
    pub base: &'static str,
}

/// Registers the routes of a post type of the site.
pub fn register(routes: &mut Routes, registry: &Registry, post_type: &PostType, locale: &Locale) {
    let name = post_type.name;
    if let Some(base) = post_type.rest_base {
        register_post_type(routes, registry, &PostTypeRef { name, base }, locale);
    }
    if name == "attachment" {
        super::media_routes::register(routes, locale);
    }
}

/// The writing callbacks of a controller.
struct PostWrites {
    create: (Permission, Callback),
    update: (Permission, Callback),
    delete: (Permission, Callback),
}

impl PostWrites {
    const POSTS: Self = Self {
        create: (post_writes::may_create, post_writes::create_item),
        update: (post_writes::may_update, post_writes::update_item),
        delete: (post_writes::may_delete, post_writes::delete_item),
    };
    const MEDIA: Self = Self {
        create: (media_create::may_create, media_create::create_item),
        update: (post_writes::may_update, media_writes::update_item),
        delete: (post_writes::may_delete, media_writes::delete_item),
    };
}

/// Registers the routes of a post type.
pub fn register_post_type(
    routes: &mut Routes,
    registry: &Registry,
    shown: &PostTypeRef,
    locale: &Locale,
) {
    let PostTypeRef { name, base } = *shown;
    // Uploads cannot be batched.
    let is_upload = name == "attachment";
    let endpoint = |methods, permission: Permission, callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: name.into(),
        allow_batch: !is_upload,
    };
    let list: Permission = |rest, request| Box::pin(may_list(rest, request));
    let one: Permission = |rest, request| Box::pin(may_read(rest, request));
    let get_list: Callback = |rest, request| Box::pin(get_items(rest, request));
    let get_one: Callback = |rest, request| Box::pin(get_item(rest, request));
    let own = routes.columns.statuses.clone();
    let written = write_args::post_args(registry, name, &own, locale);
    // Uploads have a controller of their own, as menu items have one for everything.
    let writes = if is_upload {
        PostWrites::MEDIA
    } else {
        PostWrites::POSTS
    };
    let read_args = super::post_args::args(registry, name, &own, locale);
    routes.register(
        "wp/v2",
        &format!("/{base}"),
        vec![
            endpoint(READABLE, list, get_list, read_args),
            endpoint(CREATABLE, writes.create.0, writes.create.1, written.clone()),
        ],
    );
    let is_shown = registry.post_types.contains_key(name);
    if is_shown {
        routes.schema(item_schema::post);
    }
    let id = || Arg::new("id", locale.translate("Unique identifier for the post.")).integer();
    let source = "The password for the post if it is password protected.";
    let one_args = vec![
        id(),
        context_arg(locale, &["view", "embed", "edit"]),
        Arg::new("password", locale.translate(source)).string(),
    ];
    let mut edit_args = vec![id()];
    edit_args.extend_from_slice(&written);
    let delete_args = write_args::delete_post_args(id(), locale);
    routes.register(
        "wp/v2",
        &format!("/{base}/(?P<id>[\\d]+)"),
        vec![
            endpoint(READABLE, one, get_one, one_args),
            endpoint(EDITABLE, writes.update.0, writes.update.1, edit_args),
            endpoint(DELETABLE, writes.delete.0, writes.delete.1, delete_args),
        ],
    );
    if is_shown {
        routes.schema(item_schema::post);
    }
    let history = (columns::supports_revisions(registry, name), !is_upload);
    revisions::register(routes, (base, name), history, (&written, locale));
}

async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if request.text("context") == "edit" && !rest.can_type(&request.subject, "edit") {
        let source = "Sorry, you are not allowed to edit posts in this post type.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    Ok(())
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
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
    let base = post_type_base(&rest.state.site, &request.subject);
    let base = format!("/wp/v2/{base}");
    Ok(paged(rest, request, items, slice.total, &base))
}

async fn items(
    rest: &Rest<'_>,
    request: &RestRequest,
    posts: Vec<Arc<Post>>,
) -> Result<Vec<Item>, RouteError> {
    let view = Box::pin(async { Ok(rest.view(posts.clone()).await?) });
    let facts = Box::pin(PostFacts::load(rest, request, &posts));
    let (facts, view) = tokio::try_join!(facts, view)?;
    let is_shown = match request.text("context").as_str() {
        "edit" => posts.iter().map(|post| facts.may_edit(post)).collect(),
        _ => readable(rest, &posts).await?,
    };
    let shown = posts.into_iter().zip(is_shown);
    let shown: Vec<_> = shown.filter(|(_, is)| *is).map(|(post, _)| post).collect();
    Ok(post_response::items(rest, request, view, shown, &facts).await?)
}

async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let post = post_of(rest, request, request.int("id")).await?;
    if request.text("context") == "edit" && !can_edit(rest, &post).await? {
        let source = "Sorry, you are not allowed to edit this post.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    let password = request.text("password");
    if !post.password.is_empty() && !password.is_empty() && !opens(rest, &post, &password).await? {
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

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let post = post_of(rest, request, request.int("id")).await?;
    let item = post_item::item(rest, request, post).await?;
    let link = item
        .data
        .get("link")
        .map(|link| link.to_string_lossy().into_owned());
    let link = format!(
        "<{}>; rel=\"alternate\"; type=text/html",
        link.unwrap_or_default()
    );
    Ok(RestResponse::item(item).with_header("Link", link))
}
