//! `wp/v2/types`: the post types. Recording rest/types.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::post::PostType;
use compat::wordpress::site::Site;

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::columns;
use super::hidden_types::{
    HIDDEN_POST_TYPES, HIDDEN_TAXONOMIES, HiddenPostType, UNSHOWN_POST_TYPES,
};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::Rest;
use super::route::{Endpoint, READABLE, RouteFuture, Routes};
use super::route_error::RouteError;

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let read = |args| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(|rest, request| {
            Box::pin(async move {
                if request.text("context") == "edit" && !rest.can_edit_any_type() {
                    let source = "Sorry, you are not allowed to edit posts in this post type.";
                    return Err(rest.forbidden("rest_cannot_view", source).into());
                }
                Ok(())
            })
        }),
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(get_items(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    routes.register("wp/v2", "/types", vec![read(vec![context()])]);
    routes.schema(item_schema::post_type);
    let source = "An alphanumeric identifier for the post type.";
    let name = Arg::new("type", locale.translate(source)).string();
    let mut one = read(vec![name, context()]);
    one.permission = None;
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    routes.register("wp/v2", "/types/(?P<type>[\\w-]+)", vec![one]);
    routes.schema(item_schema::post_type);
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let site = &rest.state.site;
    let types = site.registry.post_types.values();
    let (own, others): (Vec<_>, Vec<_>) = types
        .filter(|t| t.rest_base.is_some())
        .partition(|t| columns::CORE_TYPES.contains(&t.name));
    let mut all = Vec::new();
    for post_type in own {
        all.push((post_type.name.to_owned(), prepare(rest, request, post_type)));
    }
    for post_type in &HIDDEN_POST_TYPES {
        all.push((post_type.name.to_owned(), hidden(rest, request, post_type)));
    }
    for post_type in others {
        all.push((post_type.name.to_owned(), prepare(rest, request, post_type)));
    }
    Ok(RestResponse::new(Body::Map(all)))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.text("type");
    let site = &rest.state.site;
    let own = site.registry.post_types.get(name.as_str());
    let dashboards = HIDDEN_POST_TYPES.iter().find(|t| t.name == name);
    if own.is_none() && dashboards.is_none() && !UNSHOWN_POST_TYPES.contains(&name.as_str()) {
        let source = "Invalid post type.";
        return Err(rest.error("rest_type_invalid", source, 404).into());
    }
    let own = own.filter(|t| t.rest_base.is_some());
    if own.is_none() && dashboards.is_none() {
        let source = "Cannot view post type.";
        return Err(rest.forbidden("rest_cannot_read_type", source).into());
    }
    if request.text("context") == "edit" && !rest.can_type(&name, "edit") {
        let source = "Sorry, you are not allowed to edit posts in this post type.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    let item = match (own, dashboards) {
        (Some(post_type), _) => prepare(rest, request, post_type),
        (_, Some(post_type)) => hidden(rest, request, post_type),
        _ => Item::default(),
    };
    Ok(RestResponse::item(item))
}

/// The taxonomies of a type with `show_in_rest`.
fn taxonomies(site: &Site, name: &str) -> Value {
    let all = site.registry.taxonomies.values();
    all.filter(|t| t.rest_base.is_some() && t.object_types.contains(&name))
        .map(|t| t.name.as_ref())
        .collect()
}

fn prepare(rest: &Rest<'_>, request: &RestRequest, post_type: &PostType) -> Item {
    let archive = match &post_type.has_archive {
        None => Value::Bool(false),
        Some(base) if base == post_type.name => Value::Bool(true),
        Some(base) => base.as_str().into(),
    };
    let name = columns::post_type_label(rest, post_type);
    let icon = post_type.menu_icon.map_or(Value::Null, Value::from);
    let base = post_type.rest_base.unwrap_or_default();
    let taxonomies = taxonomies(&rest.state.site, post_type.name);
    let mut item = Item::default();
    item.set("description", columns::description(rest, post_type));
    item.set("hierarchical", post_type.hierarchical);
    item.set("has_archive", archive);
    fill(
        rest,
        request,
        &mut item,
        (post_type.name, &name, base),
        icon,
        taxonomies,
    );
    item
}

fn hidden(rest: &Rest<'_>, request: &RestRequest, post_type: &HiddenPostType) -> Item {
    let context = "post type general name";
    let label = columns::label(rest, post_type.label, context);
    let taxonomies = HIDDEN_TAXONOMIES.iter();
    let taxonomies = taxonomies.filter(|t| t.object_type == post_type.name);
    let description = match post_type.description {
        "" => String::new(),
        source => rest.text(source),
    };
    let mut item = Item::default();
    item.set("description", description);
    item.set("hierarchical", false);
    item.set("has_archive", false);
    fill(
        rest,
        request,
        &mut item,
        (post_type.name, &label, post_type.base),
        Value::Null,
        taxonomies.map(|t| t.name).collect(),
    );
    item
}

fn fill(
    rest: &Rest<'_>,
    request: &RestRequest,
    item: &mut Item,
    (slug, name, base): (&str, &str, &str),
    icon: Value,
    taxonomies: Value,
) {
    item.set("name", name);
    item.set("slug", slug);
    item.set("icon", icon);
    item.set("taxonomies", taxonomies);
    item.set("rest_base", base);
    item.set("rest_namespace", "wp/v2");
    item.set("template", Value::array());
    item.set("template_lock", false);
    let embed = [
        "name",
        "slug",
        "icon",
        "rest_base",
        "rest_namespace",
        "template",
        "template_lock",
    ];
    keep_context(item, request, &embed);
    item.link("collection", rest.rest_url("/wp/v2/types"));
    item.link("wp:items", rest.rest_url(&format!("/wp/v2/{base}")));
}
