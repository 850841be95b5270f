//! `wp/v2/users/ID/application-passwords`.
//!
//! Contract "wordpress-rest", section 2.

use std::sync::Arc;

use compat::wordpress::date::{PhpDate, WpTimezone};
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::user::application_passwords::change as stored;
use compat::wordpress::user::application_passwords::{
    ApplicationPassword, application_passwords, chunk_password,
};
use compat::wordpress::user::roles::UserRoles;
use compat::wordpress::user::{User, UserId};

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::guarded::endpoint;
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{CREATABLE, DELETABLE, EDITABLE, READABLE, Rest, Routes};
use super::route_error::RouteError;
use crate::wordpress::basic_auth::is_available;

const ROUTE: &str = "/users/(?P<user_id>(?:[\\d]+|me))/application-passwords";
/// What members embedded in other answers have.
const EMBEDDED: [&str; 3] = ["uuid", "app_id", "name"];

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || vec![context_arg(locale, &["view", "embed", "edit"])];
    let list = vec![
        endpoint(READABLE, context(), may_list, |rest, request| {
            Box::pin(get_items(rest, request))
        }),
        endpoint(
            CREATABLE,
            args(true, locale),
            may_create,
            |rest, request| Box::pin(create_item(rest, request)),
        ),
        endpoint(DELETABLE, Vec::new(), may_delete_all, |rest, request| {
            Box::pin(delete_items(rest, request))
        }),
    ];
    routes.register("wp/v2", ROUTE, list);
    routes.schema(item_schema::application_password);
    let introspect = endpoint(READABLE, context(), may_introspect, |rest, request| {
        Box::pin(get_current_item(rest, request))
    });
    routes.register("wp/v2", &format!("{ROUTE}/introspect"), vec![introspect]);
    routes.schema(item_schema::application_password);
    let one = vec![
        endpoint(READABLE, context(), may_read, |rest, request| {
            Box::pin(get_item(rest, request))
        }),
        endpoint(EDITABLE, args(false, locale), may_edit, |rest, request| {
            Box::pin(update_item(rest, request))
        }),
        endpoint(DELETABLE, Vec::new(), may_delete, |rest, request| {
            Box::pin(delete_item(rest, request))
        }),
    ];
    routes.register("wp/v2", &format!("{ROUTE}/(?P<uuid>[\\w\\-]+)"), one);
    routes.schema(item_schema::application_password);
}

fn args(is_new: bool, locale: &Locale) -> Vec<Arg> {
    let source = "A UUID provided by the application to uniquely identify it. It is recommended to use an UUID v5 with the URL or DNS namespace.";
    let app_id = Arg::new("app_id", locale.translate(source))
        .string()
        .with("format", "uuid")
        .early();
    let source = "The name of the application password.";
    let name = Arg::new("name", locale.translate(source))
        .string()
        .with("minLength", 1)
        .with("pattern", ".*\\S.*")
        .early();
    vec![app_id, if is_new { name.required() } else { name }]
}

/// The person whose passwords they are, with the meta.
struct Owner {
    user: Arc<User>,
    objects: ObjectCache,
}

impl Owner {
    fn passwords(&self) -> Vec<ApplicationPassword> {
        application_passwords(self.objects.user_meta(self.user.id))
    }
}

/// `get_user`.
async fn owner(rest: &Rest<'_>, request: &RestRequest) -> Result<Owner, RouteError> {
    if !is_available(&rest.context) {
        let source = "Application passwords are not available.";
        return Err(rest
            .error("application_passwords_disabled", source, 501)
            .into());
    }
    let name = request.text("user_id");
    let id = if name == "me" {
        let Some(user) = rest.visitor.user else {
            let source = "You are not currently logged in.";
            return Err(rest.error("rest_not_logged_in", source, 401).into());
        };
        user
    } else {
        UserId(name.parse().unwrap_or(0))
    };
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &[id]).await?;
    let Some(user) = objects.user(id).cloned() else {
        let source = "Invalid user ID.";
        return Err(rest.error("rest_user_invalid_id", source, 404).into());
    };
    Ok(Owner { user, objects })
}

/// Whoever may edit the person may do everything with the passwords.
async fn of_owner(
    rest: &Rest<'_>,
    request: &RestRequest,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    let owner = owner(rest, request).await?;
    let meta = owner.objects.user_meta(owner.user.id);
    let roles = UserRoles::of(&rest.state.site.options, rest.app.db.prefix(), meta).roles();
    if rest.meta_cap().edit_user(owner.user.id, &roles) {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

macro_rules! permissions {
    ($($name:ident => $code:literal, $source:literal;)+) => {
        $(fn $name<'a>(
            rest: &'a Rest<'a>,
            request: &'a RestRequest,
        ) -> super::route::Permitting<'a> {
            Box::pin(of_owner(rest, request, ($code, $source)))
        })+
    };
}

permissions! {
    may_list => "rest_cannot_list_application_passwords", "Sorry, you are not allowed to list application passwords for this user.";
    may_create => "rest_cannot_create_application_passwords", "Sorry, you are not allowed to create application passwords for this user.";
    may_delete_all => "rest_cannot_delete_application_passwords", "Sorry, you are not allowed to delete application passwords for this user.";
    may_read => "rest_cannot_read_application_password", "Sorry, you are not allowed to read this application password.";
    may_edit => "rest_cannot_edit_application_password", "Sorry, you are not allowed to edit this application password.";
    may_delete => "rest_cannot_delete_application_password", "Sorry, you are not allowed to delete this application password.";
}

fn may_introspect<'a>(
    rest: &'a Rest<'a>,
    request: &'a RestRequest,
) -> super::route::Permitting<'a> {
    Box::pin(async move {
        let owner = owner(rest, request).await?;
        if rest.visitor.user == Some(owner.user.id) {
            return Ok(());
        }
        let code = "rest_cannot_introspect_app_password_for_non_authenticated_user";
        let source =
            "The authenticated application password can only be introspected for the current user.";
        Err(rest.forbidden(code, source).into())
    })
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let passwords = owner.passwords();
    let items = passwords
        .iter()
        .map(|own| prepare(rest, request, owner.user.id, own));
    Ok(RestResponse::new(Body::List(items.collect())))
}

/// The password of the path.
fn asked(
    rest: &Rest<'_>,
    request: &RestRequest,
    owner: &Owner,
) -> Result<ApplicationPassword, RouteError> {
    let uuid = request.text("uuid");
    let mut all = owner.passwords().into_iter();
    all.find(|own| own.uuid == uuid)
        .ok_or_else(|| not_found(rest, 404))
}

fn not_found(rest: &Rest<'_>, status: u16) -> RouteError {
    let source = "Application password not found.";
    rest.error("rest_application_password_not_found", source, status)
        .into()
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let own = asked(rest, request, &owner)?;
    Ok(RestResponse::item(prepare(
        rest,
        request,
        owner.user.id,
        &own,
    )))
}

async fn get_current_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let Some(uuid) = &rest.application_password else {
        let source = "Cannot introspect application password.";
        return Err(rest
            .error("rest_no_authenticated_app_password", source, 404)
            .into());
    };
    let passwords = owner.passwords();
    let own = passwords.iter().find(|own| own.uuid == *uuid);
    let own = own.ok_or_else(|| not_found(rest, 500))?;
    let item = prepare(rest, request, owner.user.id, own);
    Ok(RestResponse::item(item))
}

async fn create_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let (name, app_id) = (request.text("name"), request.text("app_id"));
    let user = owner.user.id;
    let (password, made) = stored::create(&rest.app.db, user, (&name, &app_id), rest.now).await?;
    let mut item = full(rest, user, &made);
    item.set("password", chunk_password(&password));
    let location = address(rest, user, &made);
    let mut response = RestResponse::item(item).cached_for(None);
    response.status = 201;
    Ok(response.with_header("Location", location))
}

async fn update_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let mut own = asked(rest, request, &owner)?;
    let (user, name) = (owner.user.id, request.text("name"));
    if !name.is_empty() {
        let renamed = stored::rename(&rest.app.db, user, &own.uuid, &name).await?;
        own = renamed.ok_or_else(|| not_found(rest, 404))?;
    }
    Ok(RestResponse::item(full(rest, user, &own)).cached_for(None))
}

async fn delete_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let own = asked(rest, request, &owner)?;
    if !stored::delete(&rest.app.db, owner.user.id, &own.uuid).await? {
        return Err(not_found(rest, 404));
    }
    let previous = full(rest, owner.user.id, &own).data;
    let body = Value::array()
        .with("deleted", true)
        .with("previous", previous);
    Ok(RestResponse::new(Body::Value(body)).cached_for(None))
}

async fn delete_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let owner = owner(rest, request).await?;
    let count = stored::delete_all(&rest.app.db, owner.user.id).await?;
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let body = Value::array().with("deleted", true).with("count", count);
    Ok(RestResponse::new(Body::Value(body)).cached_for(None))
}

fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    user: UserId,
    own: &ApplicationPassword,
) -> Item {
    let mut item = full(rest, user, own);
    keep_context(&mut item, request, &EMBEDDED);
    item
}

/// `prepare_item_for_response` in the contexts `view` and `edit`.
fn full(rest: &Rest<'_>, user: UserId, own: &ApplicationPassword) -> Item {
    let time = |time: i64| -> Value {
        let utc = PhpDate::new(time, &WpTimezone::utc());
        utc.format("Y-m-d\\TH:i:s").into()
    };
    let mut item = Item::default();
    item.set("uuid", own.uuid.as_str());
    item.set("app_id", own.app_id.as_str());
    item.set("name", own.name.as_str());
    item.set("created", time(own.created));
    item.set("last_used", own.last_used.map_or(Value::Null, time));
    let ip = own.last_ip.as_deref().filter(|ip| !ip.is_empty());
    item.set("last_ip", ip.map_or(Value::Null, Value::from));
    item.link("self", address(rest, user, own));
    item
}

fn address(rest: &Rest<'_>, user: UserId, own: &ApplicationPassword) -> String {
    let route = format!("/wp/v2/users/{}/application-passwords/{}", user.0, own.uuid);
    rest.rest_url(&route)
}
