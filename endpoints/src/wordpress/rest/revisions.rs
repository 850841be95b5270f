//! Revisions and autosaves of posts: registered, but visitors get permission errors.
//!
//! WordPress lists the routes in the index; reading and writing them is not implemented.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use super::arg::Arg;
use super::collection::{collection_args, context_arg};
use super::denied;
use super::denied_of;
use super::item_schema;
use super::read_permission::{can_edit, post_of};
use super::request::RestRequest;
use super::route::Rest;
use super::route::{CREATABLE, DELETABLE, Endpoint, Permission, Permitting, READABLE, Routes};
use super::route_error::RouteError;
use super::write_args::force;

/// Registers the routes below the base of a post type.
pub fn register(
    routes: &mut Routes,
    (base, name): (&str, &'static str),
    (revisions, autosaves): (bool, bool),
    (edit_args, locale): (&[Arg], &Locale),
) {
    let endpoint = |methods, permission: Permission, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback: denied::not_here,
        subject: name.into(),
        allow_batch: false,
    };
    let parent = |source: &str| Arg::new("parent", locale.translate(source)).integer();
    let of_revision = || parent("The ID for the parent of the revision.");
    let of_autosave = || parent("The ID for the parent of the autosave.");
    let id = |source: &str| Arg::new("id", locale.translate(source)).integer();
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    if revisions {
        let route = format!("/{base}/(?P<parent>[\\d]+)/revisions");
        let mut args = vec![of_revision()];
        args.extend(list_args(locale));
        let list = endpoint(READABLE, may_list, args);
        routes.register("wp/v2", &route, vec![list]);
        routes.schema(item_schema::revision);
        let own = || id("Unique identifier for the revision.");
        let one = endpoint(READABLE, may_list, vec![of_revision(), own(), context()]);
        let source = "Required to be true, as revisions do not support trashing.";
        let args = vec![of_revision(), own(), force(locale, source)];
        let delete_endpoint = endpoint(DELETABLE, may_delete, args);
        routes.register(
            "wp/v2",
            &format!("{route}/(?P<id>[\\d]+)"),
            vec![one, delete_endpoint],
        );
        routes.schema(item_schema::revision);
    }
    if autosaves {
        let list = endpoint(READABLE, may_list_autosaves, vec![of_autosave(), context()]);
        let mut args = vec![of_autosave()];
        args.extend_from_slice(edit_args);
        let save = endpoint(CREATABLE, denied_of::edit_post, args);
        let route = format!("/{base}/(?P<id>[\\d]+)/autosaves");
        routes.register("wp/v2", &route, vec![list, save]);
        routes.schema(item_schema::autosave);
        let own = id("The ID for the autosave.");
        let args = vec![of_autosave(), own, context()];
        let one = endpoint(READABLE, may_read_autosave, args);
        let route = format!("/{base}/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)");
        routes.register("wp/v2", &route, vec![one]);
        routes.schema(item_schema::autosave);
    }
}

fn list_args(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let ids = |name: &str, source: &str| arg(name, source).list_of("integer");
    let mut args = collection_args(locale);
    if let Some(per_page) = args.iter_mut().find(|a| a.name == "per_page") {
        per_page.schema.remove("default");
    }
    args.extend([
        ids("exclude", "Ensure result set excludes specific IDs.").default(Value::array()),
        ids("include", "Limit result set to specific IDs.").default(Value::array()),
        arg(
            "offset",
            "Offset the result set by a specific number of items.",
        )
        .integer(),
        arg("order", "Order sort attribute ascending or descending.")
            .string()
            .default("desc")
            .one_of(&["asc", "desc"]),
        arg("orderby", "Sort collection by object attribute.")
            .string()
            .default("date")
            .one_of(&[
                "date",
                "id",
                "include",
                "relevance",
                "slug",
                "include_slugs",
                "title",
            ]),
    ]);
    args
}

async fn refuse(
    rest: &Rest<'_>,
    request: &RestRequest,
    parent: i64,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    let Ok(post) = post_of(rest, request, parent).await else {
        let source = "Invalid post parent ID.";
        return Err(rest.error("rest_post_invalid_parent", source, 404).into());
    };
    if can_edit(rest, &post).await? {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

fn may_list<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to view revisions of this post.";
    let refusal = ("rest_cannot_read", source);
    Box::pin(refuse(rest, request, request.int("parent"), refusal))
}

fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to delete revisions of this post.";
    let refusal = ("rest_cannot_delete", source);
    Box::pin(refuse(rest, request, request.int("parent"), refusal))
}

const AUTOSAVES: (&str, &str) = (
    "rest_cannot_read",
    "Sorry, you are not allowed to view autosaves of this post.",
);

fn may_list_autosaves<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(refuse(rest, request, request.int("id"), AUTOSAVES))
}

fn may_read_autosave<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(refuse(rest, request, request.int("parent"), AUTOSAVES))
}
