//! `wp/v2/users`: the routes, and who may use them.
//!
//! Contract "wordpress-rest", section 9.

use compat::wordpress::l10n::Locale;
use compat::wordpress::rest::UserList;
use compat::wordpress::user::UserId;

use super::arg::Arg;
use super::collection::context_arg;
use super::guarded::endpoint;
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permitting, READABLE, Rest, Routes,
};
use super::route_error::RouteError;
use super::user_args::{delete_user_args, user_args};
use super::user_list::{args, get_items, shown_types};
use super::user_response::{known_user, respond};
use super::user_write::{create_item, delete_item, update_item};

pub use super::user_response::avatar_urls;

const NOT_LISTED: &str = "Sorry, you are not allowed to list users.";

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let installed = routes.columns.installed_languages.clone();
    let languages = (locale, installed.as_slice());
    register_list(routes, languages);
    register_one(routes, languages);
    register_me(routes, languages);
}

/// The site's locale and the installed languages.
type Languages<'l> = (&'l Locale, &'l [String]);

fn register_list(routes: &mut Routes, languages: Languages<'_>) {
    let create: Callback = |rest, request| Box::pin(create_item(rest, request));
    let list: Callback = |rest, request| Box::pin(get_items(rest, request));
    let may_create = super::denied::create_user;
    let endpoints = vec![
        endpoint(READABLE, args(languages.0), may_list, list).in_batches(),
        endpoint(CREATABLE, user_args(true, languages), may_create, create).in_batches(),
    ];
    routes.register("wp/v2", "/users", endpoints);
    routes.schema(item_schema::user);
}

fn register_one(routes: &mut Routes, languages: Languages<'_>) {
    let (locale, _) = languages;
    let id = || Arg::new("id", locale.translate("Unique identifier for the user.")).integer();
    let read: Callback = |rest, request| Box::pin(get_item(rest, request));
    let update: Callback = |rest, request| Box::pin(update_item(rest, request, given_id(request)));
    let delete: Callback = |rest, request| Box::pin(delete_item(rest, request, given_id(request)));
    let mut edit_args = vec![id()];
    edit_args.extend(user_args(false, languages));
    let delete_args = delete_user_args(Some(id()), locale);
    let endpoints = vec![
        endpoint(READABLE, vec![id(), context(locale)], may_read, read).in_batches(),
        endpoint(EDITABLE, edit_args, may_edit, update).in_batches(),
        endpoint(DELETABLE, delete_args, may_delete, delete).in_batches(),
    ];
    routes.register("wp/v2", "/users/(?P<id>[\\d]+)", endpoints);
    routes.schema(item_schema::user);
}

/// The account of whoever asks: read without a permission of its own, and never in a batch.
fn register_me(routes: &mut Routes, languages: Languages<'_>) {
    let (locale, _) = languages;
    let read: Callback = |rest, request| Box::pin(get_me(rest, request));
    let update: Callback = |rest, request| Box::pin(update_item(rest, request, rest.user_id()));
    let delete: Callback = |rest, request| Box::pin(delete_item(rest, request, rest.user_id()));
    let (edit_args, delete_args) = (user_args(false, languages), delete_user_args(None, locale));
    let reading = Endpoint {
        permission: None,
        ..endpoint(READABLE, vec![context(locale)], may_edit_me, read)
    };
    let own = vec![
        reading,
        endpoint(EDITABLE, edit_args, may_edit_me, update),
        endpoint(DELETABLE, delete_args, may_delete_me, delete),
    ];
    routes.register("wp/v2", "/users/me", own);
    routes.schema(item_schema::user);
}

fn context(locale: &Locale) -> Arg {
    context_arg(locale, &["view", "embed", "edit"])
}

fn given_id(request: &RestRequest) -> UserId {
    UserId(request.int("id"))
}

/// `get_items_permissions_check`.
fn may_list<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let outcome = check_list(rest, request);
    Box::pin(async move { outcome })
}

fn check_list(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let refuse = |code: &str, source: &str| Err(rest.forbidden(code, source).into());
    let is_chief = rest.can("list_users");
    if !is_chief && !request.get("roles").is_empty() {
        let source = "Sorry, you are not allowed to filter users by role.";
        return refuse("rest_user_cannot_view", source);
    }
    if !is_chief && !request.get("capabilities").is_empty() {
        let source = "Sorry, you are not allowed to filter users by capability.";
        return refuse("rest_user_cannot_view", source);
    }
    if !is_chief && request.text("context") == "edit" {
        let source = "Sorry, you are not allowed to edit users.";
        return refuse("rest_forbidden_context", source);
    }
    let orderby = request.text("orderby");
    if !is_chief && matches!(orderby.as_str(), "email" | "registered_date") {
        let source = "Sorry, you are not allowed to order users by this parameter.";
        return refuse("rest_forbidden_orderby", source);
    }
    if request.text("who") == "authors" && !edits_authored_type(rest) {
        let source = "Sorry, you are not allowed to query users by this parameter.";
        return refuse("rest_forbidden_who", source);
    }
    Ok(())
}

/// Whether the user edits posts of a type that the API shows and that has authors.
fn edits_authored_type(rest: &Rest<'_>) -> bool {
    let types = rest.state.site.registry.post_types.values();
    let mut authored = types.filter(|t| t.rest_base.is_some() && t.supports_author);
    authored.any(|t| rest.can_type(t.name, "edit"))
}

/// The roles of the person who is asked about.
///
/// # Errors
/// 404 when there is none.
async fn roles_of(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: UserId,
) -> Result<Vec<String>, RouteError> {
    known_user(rest, request, id).await?.ok_or_else(|| {
        rest.error("rest_user_invalid_id", "Invalid user ID.", 404)
            .into()
    })
}

/// `get_item_permissions_check`.
fn may_read<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        let id = given_id(request);
        let roles = roles_of(rest, request, id).await?;
        if rest.visitor.user == Some(id) {
            return Ok(());
        }
        let may_edit = rest.meta_cap().edit_user(id, &roles);
        if request.text("context") == "edit" && !may_edit {
            let source = "Sorry, you are not allowed to edit this user.";
            return Err(rest.forbidden("rest_user_cannot_view", source).into());
        }
        let is_author = || UserList::is_author(&rest.app.db, id, shown_types(&rest.state.site));
        if may_edit || rest.can("list_users") || is_author().await? {
            return Ok(());
        }
        Err(rest.forbidden("rest_user_cannot_view", NOT_LISTED).into())
    })
}

/// `update_item_permissions_check`: roles need another right than the rest.
async fn check_edit(rest: &Rest<'_>, request: &RestRequest, id: UserId) -> Result<(), RouteError> {
    let roles = roles_of(rest, request, id).await?;
    let can = rest.meta_cap();
    if !request.get("roles").is_empty() {
        if !can.promote_user(id, &roles) {
            let source = "Sorry, you are not allowed to edit roles of this user.";
            return Err(rest.forbidden("rest_cannot_edit_roles", source).into());
        }
        let mut names = request.param_names();
        names.sort();
        if names == ["id", "roles"] {
            return Ok(());
        }
    }
    if can.edit_user(id, &roles) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to edit this user.";
    Err(rest.forbidden("rest_cannot_edit", source).into())
}

async fn check_delete(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: UserId,
) -> Result<(), RouteError> {
    let roles = roles_of(rest, request, id).await?;
    if rest.meta_cap().delete_user(id, &roles) {
        return Ok(());
    }
    let source = "Sorry, you are not allowed to delete this user.";
    Err(rest.forbidden("rest_user_cannot_delete", source).into())
}

fn may_edit<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(check_edit(rest, request, given_id(request)))
}

fn may_delete<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(check_delete(rest, request, given_id(request)))
}

fn may_edit_me<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(check_edit(rest, request, rest.user_id()))
}

fn may_delete_me<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(check_delete(rest, request, rest.user_id()))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    respond(rest, &request.text("context"), given_id(request)).await
}

async fn get_me(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let Some(user) = rest.visitor.user else {
        let source = "You are not currently logged in.";
        return Err(rest.error("rest_not_logged_in", source, 401).into());
    };
    respond(rest, &request.text("context"), user).await
}
