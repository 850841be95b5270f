//! `wp/v2/statuses`: anonymous visitors see only `publish`, people who edit posts all.
//!
//! Contract "wordpress-rest", section 12; recordings owner/statuses-edit, owner/status-trash-autora.

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

/// A status as the API prints it.
struct Shown<'a> {
    slug: &'a str,
    label: String,
    is_public: bool,
    show_in_list: bool,
}

/// All statuses in their order: core's, the columns', the trash.
fn all<'r>(rest: &'r Rest<'_>) -> Vec<Shown<'r>> {
    let core = STATUSES.iter().map(|(slug, name, is_public)| Shown {
        slug,
        label: core_label(rest, name),
        is_public: *is_public,
        show_in_list: *slug != "trash",
    });
    let (trash, mut core): (Vec<_>, Vec<_>) = core.partition(|shown| shown.slug == "trash");
    let own = rest.routes.columns.statuses.iter().map(|own| Shown {
        slug: own.slug,
        label: {
            let domain = rest.locale.domain(own.text_domain);
            let label = domain.translate_with_context(own.label, own.context);
            label.to_owned()
        },
        is_public: false,
        show_in_list: own.show_in_list,
    });
    core.extend(own);
    core.extend(trash);
    core
}

fn core_label(rest: &Rest<'_>, name: &str) -> String {
    let label = rest.locale.translate_with_context(name, "post status");
    if label == name {
        rest.text(name)
    } else {
        label.to_owned()
    }
}

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
    let sees_all = rest.can_edit_any_type();
    let shown = all(rest).into_iter().filter(|s| s.is_public || sees_all);
    let items = shown.map(|s| (s.slug.to_owned(), prepare(rest, request, &s)));
    Ok(RestResponse::new(Body::Map(items.collect())))
}

async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let name = request.text("status");
    let known = all(rest).into_iter().find(|s| s.slug == name);
    match known {
        None if !INTERNAL.contains(&name.as_str()) => Err(rest
            .error("rest_status_invalid", "Invalid status.", 404)
            .into()),
        Some(known) if known.is_public || rest.can_edit_any_type() => Ok(()),
        _ => Err(rest
            .forbidden("rest_cannot_read_status", "Cannot view status.")
            .into()),
    }
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.text("status");
    let status = all(rest).into_iter().find(|s| s.slug == name);
    let item = status.map(|s| prepare(rest, request, &s));
    Ok(RestResponse::item(item.unwrap_or_default()))
}

fn prepare(rest: &Rest<'_>, request: &RestRequest, status: &Shown<'_>) -> Item {
    let is_edited = request.text("context") == "edit";
    let slug = status.slug;
    let mut item = Item::default();
    item.set("name", status.label.as_str());
    if is_edited {
        item.set("private", slug == "private");
        let is_protected = matches!(slug, "future" | "draft" | "pending");
        item.set("protected", is_protected);
    }
    item.set("public", status.is_public);
    item.set("queryable", status.is_public);
    if is_edited {
        item.set("show_in_list", status.show_in_list);
    }
    item.set("slug", slug);
    item.set("date_floating", matches!(slug, "draft" | "pending"));
    keep_context(&mut item, request, &["name", "slug"]);
    let posts = rest.rest_url("/wp/v2/posts");
    let archive = if slug == "publish" {
        posts
    } else {
        format!("{posts}?status={slug}")
    };
    item.link("archives", archive);
    item
}
