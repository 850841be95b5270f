//! `wp/v2/users`: the public fields of authors. Recordings rest/users, rest/user-me.

use compat::wordpress::gravatar::gravatar_url;
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::rest::{UserList, UserOrder};
use compat::wordpress::site::Site;
use compat::wordpress::user::UserId;
use themes::wordpress::view::View;

use super::arg::Arg;
use super::collection::{Paging, collection_args, context_arg, keep_context, paged};
use super::denied;
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route::{
    CREATABLE, DELETABLE, EDITABLE, Endpoint, Permitting, READABLE, RouteFuture, Routes,
};
use super::route_error::RouteError;
use super::write_args::{delete_user_args, user_args};

const NOT_LISTED: &str = "Sorry, you are not allowed to list users.";

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let read = |args| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(|rest, request| Box::pin(may_list(rest, request))),
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(get_items(rest, request)) },
        subject: "".into(),
        allow_batch: true,
    };
    let write = |methods, permission, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback: denied::not_here,
        subject: "".into(),
        allow_batch: true,
    };
    routes.register(
        "wp/v2",
        "/users",
        vec![
            read(args(locale)),
            write(CREATABLE, denied::create_user, user_args(true, locale)),
        ],
    );
    routes.schema(item_schema::user);
    let id = || Arg::new("id", locale.translate("Unique identifier for the user.")).integer();
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let mut one = read(vec![id(), context()]);
    one.permission = Some(|rest, request| -> Permitting<'_> { Box::pin(may_read(rest, request)) });
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    let mut edit_args = vec![id()];
    edit_args.extend(user_args(false, locale));
    routes.register(
        "wp/v2",
        "/users/(?P<id>[\\d]+)",
        vec![
            one,
            write(EDITABLE, may_edit, edit_args),
            write(DELETABLE, may_delete, delete_user_args(Some(id()), locale)),
        ],
    );
    routes.schema(item_schema::user);
    let mut me = read(vec![context()]);
    me.permission = None;
    me.callback = |rest, request| Box::pin(get_me(rest, request));
    let mut own = vec![
        me,
        write(EDITABLE, may_edit_me, user_args(false, locale)),
        write(DELETABLE, may_delete_me, delete_user_args(None, locale)),
    ];
    for endpoint in &mut own {
        endpoint.allow_batch = false;
    }
    routes.register("wp/v2", "/users/me", own);
    routes.schema(item_schema::user);
}

fn args(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let ids =
        |name: &str, source: &str| arg(name, source).list_of("integer").default(Value::array());
    let mut args = collection_args(locale);
    args.extend([
        ids("exclude", "Ensure result set excludes specific IDs."),
        ids("include", "Limit result set to specific IDs."),
        arg("offset", "Offset the result set by a specific number of items.").integer(),
        arg("order", "Order sort attribute ascending or descending.")
            .default("asc")
            .one_of(&["asc", "desc"])
            .string(),
        arg("orderby", "Sort collection by user attribute.")
            .default("name")
            .one_of(&[
                "id",
                "include",
                "name",
                "registered_date",
                "slug",
                "include_slugs",
                "email",
                "url",
            ])
            .string(),
        arg("slug", "Limit result set to users with one or more specific slugs.").list_of("string"),
        arg(
            "roles",
            "Limit result set to users matching at least one specific role provided. Accepts csv list or single role.",
        )
        .list_of("string"),
        arg(
            "capabilities",
            "Limit result set to users matching at least one specific capability provided. Accepts csv list or single capability.",
        )
        .list_of("string"),
        arg("who", "Limit result set to users who are considered authors.")
            .string()
            .one_of(&["authors"]),
        arg(
            "has_published_posts",
            "Limit result set to users who have published posts.",
        )
        .with("type", ["boolean", "array"].into_iter().collect::<Value>())
        .with("items", Value::array().with("type", "string")),
    ]);
    args
}

/// Post types with `show_in_rest`; users with published posts of these are listed.
fn shown_types(site: &Site) -> Vec<String> {
    let types = site.registry.post_types.values();
    let shown = types.filter(|t| t.rest_base.is_some());
    shown.map(|t| t.name.to_owned()).collect()
}

async fn may_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    if rest.can("list_users") {
        return Ok(());
    }
    if !request.get("roles").is_empty() {
        let source = "Sorry, you are not allowed to filter users by role.";
        return Err(rest.forbidden("rest_user_cannot_view", source).into());
    }
    if !request.get("capabilities").is_empty() {
        let source = "Sorry, you are not allowed to filter users by capability.";
        return Err(rest.forbidden("rest_user_cannot_view", source).into());
    }
    if request.text("context") == "edit" {
        let source = "Sorry, you are not allowed to edit users.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    if matches!(
        request.text("orderby").as_str(),
        "email" | "registered_date"
    ) {
        let source = "Sorry, you are not allowed to order users by this parameter.";
        return Err(rest.forbidden("rest_forbidden_orderby", source).into());
    }
    if request.text("who") == "authors" {
        let source = "Sorry, you are not allowed to query users by this parameter.";
        return Err(rest.forbidden("rest_forbidden_who", source).into());
    }
    Ok(())
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let paging = Paging::of(request);
    let list = UserList {
        has_published_posts: if rest.can("list_users") {
            Vec::new()
        } else {
            shown_types(&rest.state.site)
        },
        include: request.ids("include"),
        exclude: request.ids("exclude"),
        slug: request.texts("slug"),
        search: request.text("search").trim().to_owned(),
        orderby: match request.text("orderby").as_str() {
            "id" => UserOrder::Id,
            "include" => UserOrder::Include,
            "registered_date" => UserOrder::RegisteredDate,
            "slug" => UserOrder::Slug,
            "include_slugs" => UserOrder::IncludeSlugs,
            _ => UserOrder::Name,
        },
        ascending: request.text("order") == "asc",
        limit: paging.per_page,
        offset: paging.offset,
    };
    let slice = list.load(&rest.app.db).await?;
    let mut view = rest.view(Vec::new()).await?;
    view.objects.prime_users(&rest.app.db, &slice.items).await?;
    let items = slice.items.iter();
    let items = items.filter_map(|id| prepare(rest, request, &view, *id));
    Ok(paged(
        rest,
        request,
        items.collect(),
        slice.total,
        "/wp/v2/users",
    ))
}

async fn exists(rest: &Rest<'_>, id: UserId) -> Result<bool, RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &[id]).await?;
    Ok(objects.user(id).is_some())
}

async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let id = UserId(request.int("id"));
    if !exists(rest, id).await? {
        return Err(rest
            .error("rest_user_invalid_id", "Invalid user ID.", 404)
            .into());
    }
    if rest.can("list_users") || rest.visitor.user == Some(id) {
        return Ok(());
    }
    if request.text("context") == "edit" {
        let source = "Sorry, you are not allowed to edit this user.";
        return Err(rest.forbidden("rest_user_cannot_view", source).into());
    }
    let types = shown_types(&rest.state.site);
    if UserList::is_author(&rest.app.db, id, &types).await? {
        return Ok(());
    }
    Err(rest.forbidden("rest_user_cannot_view", NOT_LISTED).into())
}

/// Permission for one user: 404 for a missing user comes before 401 and 403.
async fn of_user(
    rest: &Rest<'_>,
    id: UserId,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    if !exists(rest, id).await? {
        let source = "Invalid user ID.";
        return Err(rest.error("rest_user_invalid_id", source, 404).into());
    }
    if rest.can("edit_users") || rest.visitor.user == Some(id) {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

const EDIT: (&str, &str) = (
    "rest_cannot_edit",
    "Sorry, you are not allowed to edit this user.",
);
const DELETE: (&str, &str) = (
    "rest_user_cannot_delete",
    "Sorry, you are not allowed to delete this user.",
);

fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(of_user(rest, UserId(request.int("id")), EDIT))
}

fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(of_user(rest, UserId(request.int("id")), DELETE))
}

fn may_edit_me<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let user = rest.visitor.user.unwrap_or(UserId(0));
    Box::pin(of_user(rest, user, EDIT))
}

fn may_delete_me<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let user = rest.visitor.user.unwrap_or(UserId(0));
    Box::pin(of_user(rest, user, DELETE))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    one(rest, request, UserId(request.int("id"))).await
}

async fn get_me(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let Some(user) = rest.visitor.user else {
        let source = "You are not currently logged in.";
        return Err(rest.error("rest_not_logged_in", source, 401).into());
    };
    one(rest, request, user).await
}

async fn one(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: UserId,
) -> Result<RestResponse, RouteError> {
    let mut view = rest.view(Vec::new()).await?;
    view.objects.prime_users(&rest.app.db, &[id]).await?;
    let item = prepare(rest, request, &view, id).unwrap_or_default();
    Ok(RestResponse::item(item))
}

/// `avatar_urls`: the URLs for 24, 48 and 96 pixels.
pub fn avatar_urls(site: &Site, email: &str) -> Value {
    let default = site.options.text("avatar_default");
    let rating = site.options.text("avatar_rating");
    let mut urls = Array::new();
    for size in [24_u32, 48, 96] {
        let url = gravatar_url(email, size, &default, &rating);
        urls.insert(i64::from(size), url);
    }
    urls.into()
}

fn prepare(rest: &Rest<'_>, request: &RestRequest, view: &View, id: UserId) -> Option<Item> {
    let mut item = Item::default();
    let user = view.objects.user(id)?;
    let meta = view.objects.user_meta(id);
    let site = &rest.state.site;
    item.set("id", id.0);
    item.set("name", user.display_name.as_str());
    item.set("url", user.url.as_str());
    item.set("description", meta.text("description"));
    let link = view.links().get_author_posts_url(id, &user.nicename);
    item.set("link", link);
    item.set("slug", user.nicename.as_str());
    if site.options.is_on("show_avatars") {
        item.set("avatar_urls", avatar_urls(site, &user.email));
    }
    item.set("meta", Value::array());
    let mut embed = vec![
        "id",
        "name",
        "url",
        "description",
        "link",
        "slug",
        "avatar_urls",
    ];
    for add in &rest.routes.columns.user_fields {
        embed.extend(add(&mut item, meta));
    }
    keep_context(&mut item, request, &embed);
    let collection = rest.rest_url("/wp/v2/users");
    item.link("self", format!("{collection}/{}", id.0));
    item.link("collection", collection);
    Some(item)
}
