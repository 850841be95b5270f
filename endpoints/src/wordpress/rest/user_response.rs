//! A user as the API prints it.
//!
//! Contract "wordpress-rest", sections 5 and 9.

use std::collections::HashMap;
use std::sync::Arc;

use compat::type_map_entry;
use compat::wordpress::date::{WpTimezone, mysql2date};
use compat::wordpress::gravatar::gravatar_url;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::{Array, Object, Value};
use compat::wordpress::post::Meta;
use compat::wordpress::site::Site;
use compat::wordpress::user::roles::UserRoles;
use compat::wordpress::user::write_user::PREFERENCES;
use compat::wordpress::user::{User, UserId};
use themes::wordpress::view::View;

use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route_error::RouteError;

/// The roles of the people of a response, for the question what may be done with each (`targetHints`).
#[derive(Clone, Default)]
struct LoadedUsers(Arc<HashMap<i64, Vec<String>>>);

type_map_entry!(LoadedUsers);

/// Keeps the people of a response with their roles.
pub fn keep_users(rest: &Rest<'_>, users: Vec<(UserId, Vec<String>)>) {
    let users = users.into_iter().map(|(id, roles)| (id.0, roles));
    rest.keep(LoadedUsers(Arc::new(users.collect())));
}

/// The roles of a person; `None` when there is none with this id.
///
/// # Errors
/// When the database fails.
pub async fn known_user(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: UserId,
) -> Result<Option<Vec<String>>, RouteError> {
    if request.is_hint
        && let Some(roles) = rest.kept::<LoadedUsers>().0.get(&id.0)
    {
        return Ok(Some(roles.clone()));
    }
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &[id]).await?;
    if objects.user(id).is_none() {
        return Ok(None);
    }
    let options = &rest.state.site.options;
    let roles = UserRoles::of(options, rest.app.db.prefix(), objects.user_meta(id));
    Ok(Some(roles.roles()))
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

/// One user in a context.
///
/// # Errors
/// When the database fails.
pub async fn respond(
    rest: &Rest<'_>,
    context: &str,
    id: UserId,
) -> Result<RestResponse, RouteError> {
    let mut view = rest.view(Vec::new()).await?;
    view.objects.prime_users(&rest.app.db, &[id]).await?;
    let item = prepare(rest, context, &view, id).unwrap_or_default();
    Ok(RestResponse::item(item))
}

/// What is shown in every context but `embed`, with the fields of `edit` between.
pub fn prepare(rest: &Rest<'_>, context: &str, view: &View, id: UserId) -> Option<Item> {
    let user = view.objects.user(id)?;
    let meta = view.objects.user_meta(id);
    let is_edit = context == "edit";
    let site = &rest.state.site;
    let mut item = Item::default();
    item.set("id", id.0);
    if is_edit {
        item.set("username", user.login.as_str());
    }
    item.set("name", user.display_name.as_str());
    if is_edit {
        item.set("first_name", meta.text("first_name"));
        item.set("last_name", meta.text("last_name"));
        item.set("email", user.email.as_str());
    }
    item.set("url", user.url.as_str());
    item.set("description", meta.text("description"));
    let link = view.links().get_author_posts_url(id, &user.nicename);
    item.set("link", link);
    if is_edit {
        item.set("locale", get_user_locale(rest, meta));
        item.set("nickname", meta.text("nickname"));
    }
    item.set("slug", user.nicename.as_str());
    if is_edit {
        account(rest, &mut item, user, meta);
    }
    if site.options.is_on("show_avatars") {
        item.set("avatar_urls", avatar_urls(site, &user.email));
    }
    if context != "embed" {
        item.set("meta", own_meta(rest, meta, is_edit));
    }
    for add in &rest.routes.columns.user_fields {
        add(&mut item, meta);
    }
    let collection = rest.rest_url("/wp/v2/users");
    item.link("self", format!("{collection}/{}", id.0));
    item.link("collection", collection);
    Some(item)
}

/// `get_user_locale`: the user's own language, else the site's.
pub fn get_user_locale(rest: &Rest<'_>, meta: &Meta) -> String {
    match meta.text("locale") {
        own if own.is_empty() => rest.state.locale_code(),
        own => own.into_owned(),
    }
}

fn account(rest: &Rest<'_>, item: &mut Item, user: &User, meta: &Meta) {
    let roles = UserRoles::of(&rest.state.site.options, rest.app.db.prefix(), meta);
    item.set("roles", roles.roles().into_iter().collect::<Value>());
    item.set("registered_date", registered(&user.registered));
    item.set("capabilities", map(roles.allcaps()));
    item.set("extra_capabilities", map(roles.caps));
}

/// `gmdate( 'c' )` of a stored time.
fn registered(stored: &str) -> String {
    mysql2date("c", stored, &WpTimezone::utc(), None).unwrap_or_default()
}

/// A map that is an object also when it is empty.
fn map(entries: Array) -> Value {
    if entries.is_empty() {
        Value::from(Object::new("stdClass"))
    } else {
        entries.into()
    }
}

/// `meta`: the preferences of the editor in context `edit`, and the keys of columns. Those are registered before Basic
/// tells who asks, so they are there for a cookie only.
fn own_meta(rest: &Rest<'_>, meta: &Meta, is_edit: bool) -> Value {
    let mut fields = Array::new();
    if is_edit {
        let key = format!("{}{PREFERENCES}", rest.app.db.prefix().as_str());
        let stored = meta.value(&key);
        let preferences = match stored {
            Value::Array(_) | Value::Object(_) => stored,
            _ => Value::array(),
        };
        fields.insert(PREFERENCES, preferences);
    }
    if rest.visitor.user.is_some() && rest.application_password.is_none() {
        for key in &rest.routes.columns.user_meta {
            fields.insert(*key, meta.text(key));
        }
    }
    fields.into()
}
