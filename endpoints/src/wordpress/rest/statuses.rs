//! `wp/v2/statuses`: anonymous visitors see only `publish`.

use compat::wordpress::l10n::Locale;

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::Rest;
use super::route::{Endpoint, READABLE, RouteFuture, Routes};
use super::route_error::RouteError;

/// Slug, untranslated name, whether it is public; in the order of registration.
pub const STATUSES: [(&str, &str, bool); 6] = [
    ("publish", "Published", true),
    ("future", "Scheduled", false),
    ("draft", "Draft", false),
    ("pending", "Pending", false),
    ("private", "Private", false),
    ("trash", "Trash", false),
];

/// Internal statuses, never readable.
pub const INTERNAL: [&str; 6] = [
    "auto-draft",
    "inherit",
    "request-pending",
    "request-confirmed",
    "request-failed",
    "request-completed",
];

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let read = |args| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(|rest, request| {
            Box::pin(async move {
                if request.text("context") == "edit" && !rest.can_edit_any_type() {
                    let source = "Sorry, you are not allowed to manage post statuses.";
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
    routes.register("wp/v2", "/statuses", vec![read(vec![context()])]);
    routes.schema(item_schema::status);
    let source = "An alphanumeric identifier for the status.";
    let status = Arg::new("status", locale.translate(source)).string();
    let mut one = read(vec![status, context()]);
    one.permission = Some(|rest, request| Box::pin(may_read(rest, request)));
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    routes.register("wp/v2", "/statuses/(?P<status>[\\w-]+)", vec![one]);
    routes.schema(item_schema::status);
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let shown = STATUSES.iter().filter(|s| s.2 || rest.can_edit_any_type());
    let items = shown.map(|s| (s.0.to_owned(), prepare(rest, request, s)));
    Ok(RestResponse::new(Body::Map(items.collect())))
}

async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let name = request.text("status");
    match STATUSES.iter().find(|s| s.0 == name) {
        None if !INTERNAL.contains(&name.as_str()) => Err(rest
            .error("rest_status_invalid", "Invalid status.", 404)
            .into()),
        Some((_, _, is_public)) if *is_public || rest.can_edit_any_type() => Ok(()),
        _ => Err(rest
            .forbidden("rest_cannot_read_status", "Cannot view status.")
            .into()),
    }
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.text("status");
    let status = STATUSES.iter().find(|s| s.0 == name);
    let item = status.map(|s| prepare(rest, request, s));
    Ok(RestResponse::item(item.unwrap_or_default()))
}

fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    (slug, name, is_public): &(&str, &str, bool),
) -> Item {
    let mut item = Item::default();
    let label = rest.locale.translate_with_context(name, "post status");
    let label = if label == *name {
        rest.locale.translate(name)
    } else {
        label
    };
    item.set("name", label);
    item.set("public", *is_public);
    item.set("queryable", *is_public);
    item.set("slug", *slug);
    item.set("date_floating", matches!(*slug, "draft" | "pending"));
    keep_context(&mut item, request, &["name", "slug"]);
    let posts = rest.rest_url("/wp/v2/posts");
    let archive = if *slug == "publish" {
        posts
    } else {
        format!("{posts}?status={slug}")
    };
    item.link("archives", archive);
    item
}
