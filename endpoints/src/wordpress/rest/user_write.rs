//! Users written: creating, changing, deleting.
//!
//! Contract "wordpress-rest", section 9.

use std::sync::Arc;

use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::Meta;
use compat::wordpress::session::AuthCookie;
use compat::wordpress::user::authenticate::id_of_email;
use compat::wordpress::user::delete_user::{Reassign, wp_delete_user};
use compat::wordpress::user::roles::{UserRoles, site_roles};
use compat::wordpress::user::user_fields::{UserError, UserFields};
use compat::wordpress::user::write_user::{PREFERENCES, UserStore};
use compat::wordpress::user::{User, UserId, id_of_nicename};

use super::identity::NewCookies;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::Rest;
use super::route_error::{RestError, RouteError};
use super::schema::validate;
use super::user_args::preferences_schema;
use super::user_posts::delete_posts_of;
use super::user_response::{prepare, respond};
use crate::outbox::{committed, delivery};
use crate::wordpress::login::open_session;
use crate::wordpress::user_mails::{UserChange, change_mails};

/// Length of a session without "remember me", in seconds.
const SHORT_SESSION: i64 = 2 * 86_400;

/// `create_item`.
///
/// # Errors
/// When the account cannot be made, or the database fails.
pub async fn create_item(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    if !request.get("id").is_empty() {
        let source = "Cannot create existing user.";
        return Err(rest.error("rest_user_exists", source, 400).into());
    }
    check_role_update(rest, request, UserId(0))?;
    let fields = fields(rest, request)?;
    let made = store(rest)
        .wp_insert_user(&request.text("username"), fields)
        .await
        .map_err(crate::request_error::RequestError::from)?;
    let id = made.map_err(|error| refused(rest, error))?;
    changed(rest).await;
    let mut response = respond(rest, "edit", id).await?.cached_for(None);
    response.status = 201;
    let location = rest.rest_url(&format!("/wp/v2/users/{}", id.0));
    Ok(response.with_header("Location", location))
}

fn store<'a>(rest: &'a Rest<'_>) -> UserStore<'a> {
    UserStore {
        attempts: &rest.app.attempts,
        options: &rest.state.site.options,
        rules: &rest.state.site.registry.user_rules,
        locale: rest.locale.code(),
        now: rest.now,
    }
}

/// An error of `wp_insert_user`, which has no status.
fn refused(rest: &Rest<'_>, error: UserError) -> RouteError {
    let (code, source) = error.error();
    RestError::bare(code, rest.text(source)).into()
}

/// `prepare_item_for_database`.
fn fields(rest: &Rest<'_>, request: &RestRequest) -> Result<UserFields, RouteError> {
    let text = |name: &str| request.has(name).then(|| request.text(name));
    Ok(UserFields {
        email: text("email"),
        url: text("url"),
        nicename: Some(slug(rest, request)).filter(|slug| !slug.is_empty()),
        display_name: text("name"),
        first_name: text("first_name"),
        last_name: text("last_name"),
        nickname: text("nickname"),
        description: text("description"),
        locale: text("locale"),
        password: text("password"),
        roles: request.has("roles").then(|| request.texts("roles")),
        preferences: preferences(rest, request)?,
    })
}

/// `sanitize_slug`.
fn slug(rest: &Rest<'_>, request: &RestRequest) -> String {
    sanitize_title(&request.text("slug"), "", rest.locale.code())
}

/// `meta.persisted_preferences`; an inner `None` removes them.
fn preferences(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<Option<Option<Value>>, RouteError> {
    let Some(given) = request.get("meta").get(PREFERENCES) else {
        return Ok(None);
    };
    if given.is_null() {
        return Ok(Some(None));
    }
    let schema = preferences_schema(&rest.locale);
    let schema = schema.as_array().cloned().unwrap_or_default();
    validate(given, &schema, &format!("meta.{PREFERENCES}"), &rest.locale)
        .map_err(|error| RestError::new(&error.code, error.message, 400))?;
    Ok(Some(Some(given.clone())))
}

/// `check_role_update`: the roles exist, and the user may give them.
fn check_role_update(
    rest: &Rest<'_>,
    request: &RestRequest,
    user: UserId,
) -> Result<(), RouteError> {
    const NOT_ALLOWED: &str = "Sorry, you are not allowed to give users that role.";
    let roles = site_roles(&rest.state.site.options, rest.app.db.prefix());
    for role in request.texts("roles") {
        let code = "rest_user_invalid_role";
        let Some(known) = roles.get(&*role) else {
            let text = rest.text("The role %s does not exist.");
            return Err(RestError::new(code, text.replace("%s", &role), 400).into());
        };
        let keeps_rights = known.at("capabilities").at("edit_users").to_bool();
        if rest.visitor.user == Some(user) && !keeps_rights {
            return Err(rest.forbidden(code, NOT_ALLOWED).into());
        }
        if !rest.meta_cap().may_give_role(&role) {
            return Err(rest.error(code, NOT_ALLOWED, 403).into());
        }
    }
    Ok(())
}

/// A user with the meta.
async fn load(rest: &Rest<'_>, id: UserId) -> Result<(Arc<User>, Meta), RouteError> {
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &[id]).await?;
    let meta = objects.user_meta(id).clone();
    let user = objects.user(id).cloned();
    let user = user.ok_or_else(|| rest.error("rest_user_invalid_id", "Invalid user ID.", 404))?;
    Ok((user, meta))
}

/// `update_item`.
///
/// # Errors
/// When a field does not fit, or the database fails.
pub async fn update_item(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: UserId,
) -> Result<RestResponse, RouteError> {
    let (user, meta) = load(rest, id).await?;
    check_unique(rest, request, &user).await?;
    check_role_update(rest, request, id)?;
    let caps = UserRoles::of(&rest.state.site.options, rest.app.db.prefix(), &meta).caps;
    let fields = fields(rest, request)?;
    let is_new_password = fields.password.as_ref().is_some_and(|p| !p.is_empty());
    let email = fields.email.clone().filter(|email| *email != user.email);
    let changes = [
        is_new_password.then_some(UserChange::Password),
        email.as_deref().map(UserChange::Email),
    ];
    let changes: Vec<_> = changes.into_iter().flatten().collect();
    let mails = change_mails(rest, &user, &changes).await?;
    let updated = store(rest)
        .wp_update_user(&user, caps, fields, mails)
        .await
        .map_err(crate::request_error::RequestError::from)?;
    let mails = updated.map_err(|error| refused(rest, error))?;
    changed(rest).await;
    committed(&rest.app.outbox, &mails, delivery(&rest.app.settings)).await;
    if is_new_password {
        renew_session(rest, id).await?;
    }
    Ok(respond(rest, "edit", id).await?.cached_for(None))
}

/// Address and slug of nobody else, and the name that stays.
async fn check_unique(
    rest: &Rest<'_>,
    request: &RestRequest,
    user: &User,
) -> Result<(), RouteError> {
    let db = &rest.app.db;
    if request.has("email") {
        let owner = id_of_email(db, &request.text("email")).await?;
        if owner.is_some_and(|owner| owner != user.id) {
            let source = "Invalid email address.";
            return Err(rest.error("rest_user_invalid_email", source, 400).into());
        }
    }
    let username = request.text("username");
    if !username.is_empty() && username != user.login {
        let source = "Username is not editable.";
        return Err(rest.error("rest_user_invalid_argument", source, 400).into());
    }
    let slug = slug(rest, request);
    if !slug.is_empty() && slug != user.nicename && id_of_nicename(db, &slug).await?.is_some() {
        return Err(rest
            .error("rest_user_invalid_slug", "Invalid slug.", 400)
            .into());
    }
    Ok(())
}

/// Pages that show people are made anew.
async fn changed(rest: &Rest<'_>) {
    if let Err(error) = rest.app.changed(&["users", "usermeta", "posts"]).await {
        // The change is stored; the next poll of the database makes it visible.
        tracing::warn!(%error, "the site could not be read again");
    }
}

/// Whoever changed the own password goes on with a new session (`wp_update_user`); sessions of others end with it.
async fn renew_session(rest: &Rest<'_>, id: UserId) -> Result<(), RouteError> {
    if rest.visitor.user != Some(id) || rest.application_password.is_some() {
        return Ok(());
    }
    let name = rest.state.cookies.logged_in_name();
    let cookie = rest.input.cookies.get(&name).and_then(AuthCookie::parse);
    let end = cookie.and_then(|cookie| cookie.expiration.parse::<i64>().ok());
    let left = end.map_or(0, |end| end.saturating_sub(rest.now));
    let (user, _) = load(rest, id).await?;
    let opened = open_session(rest, &user, left > SHORT_SESSION).await?;
    rest.keep(NewCookies(opened.cookies));
    Ok(())
}

/// `delete_item`.
///
/// # Errors
/// When a parameter does not fit, or the database fails.
pub async fn delete_item(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: UserId,
) -> Result<RestResponse, RouteError> {
    load(rest, id).await?;
    if !request.bool("force") {
        let text = rest.text("Users do not support trashing. Set '%s' to delete.");
        let text = text.replace("%s", "force=true");
        return Err(RestError::new("rest_trash_not_supported", text, 501).into());
    }
    let heir = UserId(request.int("reassign").saturating_abs());
    if heir.0 != 0 && (heir == id || load(rest, heir).await.is_err()) {
        let source = "Invalid user ID for reassignment.";
        return Err(rest.error("rest_user_invalid_reassign", source, 400).into());
    }
    let mut view = rest.view(Vec::new()).await?;
    view.objects.prime_users(&rest.app.db, &[id]).await?;
    let previous = prepare(rest, "edit", &view, id).unwrap_or_default().data;
    let reassign = if heir.0 == 0 {
        delete_posts_of(rest, id).await?;
        Reassign::Nobody
    } else {
        Reassign::To(heir)
    };
    if !wp_delete_user(&rest.app.db, id, reassign).await? {
        let source = "The user cannot be deleted.";
        return Err(rest.error("rest_cannot_delete", source, 500).into());
    }
    changed(rest).await;
    let body = Value::array()
        .with("deleted", true)
        .with("previous", previous);
    Ok(RestResponse::new(Body::Value(body)).cached_for(None))
}
