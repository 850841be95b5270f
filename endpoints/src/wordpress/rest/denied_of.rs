//! Permission errors that depend on the requested object: a post, the active theme, a user.
//!
//! Contract "wordpress-core", section 13 (errors): 404 for a missing object comes before 401 and 403.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::user::UserId;

use super::context::Rest;
use super::denied::active_theme;
use super::request::RestRequest;
use super::route::Permitting;
use super::route_error::RouteError;

/// 404 when the post does not exist, else the given permission error unless the user is an editor.
async fn of_post(
    rest: &Rest<'_>,
    request: &RestRequest,
    code: &str,
    source: &str,
) -> Result<(), RouteError> {
    super::posts::post_of(rest, request, request.int("id")).await?;
    if rest.is_editor {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

macro_rules! of_posts {
    ($($(#[$doc:meta])* $name:ident => $code:literal, $source:literal;)+) => {
        $($(#[$doc])*
        pub fn $name<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
            Box::pin(of_post(rest, request, $code, $source))
        })+
    };
}

of_posts! {
    /// Updating a post.
    edit_post => "rest_cannot_edit", "Sorry, you are not allowed to edit this post.";
    /// Deleting a post.
    delete_post => "rest_cannot_delete", "Sorry, you are not allowed to delete this post.";
    /// A font family.
    font_family => "rest_cannot_read", "Sorry, you are not allowed to access this font family.";
    /// A font face.
    font_face => "rest_cannot_read", "Sorry, you are not allowed to access this font face.";
    /// A menu item.
    menu_item => "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
}

/// 404 when the global styles post does not exist, else the given permission error.
async fn of_styles(
    rest: &Rest<'_>,
    request: &RestRequest,
    code: &str,
    source: &str,
) -> Result<(), RouteError> {
    let id = request.url_text("id").parse().unwrap_or(0);
    if super::posts::post_of(rest, request, id).await.is_err() {
        let source = "No global styles config exists with that ID.";
        return Err(rest
            .error("rest_global_styles_not_found", source, 404)
            .into());
    }
    if rest.is_editor {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

/// Reading global styles.
pub fn global_style<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to view this global style.";
    Box::pin(of_styles(rest, request, "rest_cannot_view", source))
}

/// Updating global styles.
pub fn edit_global_style<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this global style.";
    Box::pin(of_styles(rest, request, "rest_cannot_edit", source))
}

/// Reading a theme; the active theme has its own error code.
pub fn theme<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let options = &rest.state.site.options;
    if request.url_text("stylesheet") == options.text("stylesheet") {
        active_theme(rest, request)
    } else {
        super::denied::themes(rest, request)
    }
}

/// Reading a menu; 404 when the term does not exist.
pub fn menu<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    if let Err(fault) = super::terms::find(rest, request) {
        return Box::pin(async move { Err(fault) });
    }
    super::denied::menus(rest, request)
}

/// Application passwords: available only over TLS, and for a user who exists.
async fn of_user(
    rest: &Rest<'_>,
    request: &RestRequest,
    code: &str,
    source: &str,
) -> Result<(), RouteError> {
    if !rest.state.site.home().starts_with("https://") {
        let source = "Application passwords are not available.";
        let error = rest.error("application_passwords_disabled", source, 501);
        return Err(error.into());
    }
    let name = request.url_text("user_id");
    let id = if name.eq_ignore_ascii_case("me") {
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
    if objects.user(id).is_none() {
        let source = "Invalid user ID.";
        return Err(rest.error("rest_user_invalid_id", source, 404).into());
    }
    if rest.is_editor {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

macro_rules! of_users {
    ($($(#[$doc:meta])* $name:ident => $code:literal, $source:literal;)+) => {
        $($(#[$doc])*
        pub fn $name<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
            Box::pin(of_user(rest, request, $code, $source))
        })+
    };
}

of_users! {
    /// Listing application passwords.
    list_application_passwords => "rest_cannot_list_application_passwords", "Sorry, you are not allowed to list application passwords for this user.";
    /// Creating one.
    create_application_passwords => "rest_cannot_create_application_passwords", "Sorry, you are not allowed to create application passwords for this user.";
    /// Deleting all.
    delete_application_passwords => "rest_cannot_delete_application_passwords", "Sorry, you are not allowed to delete application passwords for this user.";
    /// Reading one.
    read_application_password => "rest_cannot_read_application_password", "Sorry, you are not allowed to read this application password.";
    /// Updating one.
    edit_application_password => "rest_cannot_edit_application_password", "Sorry, you are not allowed to edit this application password.";
    /// Deleting one.
    delete_application_password => "rest_cannot_delete_application_password", "Sorry, you are not allowed to delete this application password.";
}
