//! Refusals that look at what is asked for first: a post that must exist, the theme in use, a user.
//!
//! Contract "wordpress-core", section 13 (errors): what is not there is not found, even for those who may not.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::user::UserId;

use super::route::Rest;
use super::denied::active_theme;
use super::request::RestRequest;
use super::route::Permitting;
use super::route_error::RouteError;

/// The post must exist; then only editors may.
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
    /// Changing a post.
    edit_post => "rest_cannot_edit", "Sorry, you are not allowed to edit this post.";
    /// Removing a post.
    delete_post => "rest_cannot_delete", "Sorry, you are not allowed to delete this post.";
    /// A family of fonts.
    font_family => "rest_cannot_read", "Sorry, you are not allowed to access this font family.";
    /// A face of a font.
    font_face => "rest_cannot_read", "Sorry, you are not allowed to access this font face.";
    /// An item of a menu.
    menu_item => "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
}

/// Styles that must be there.
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

/// Styles are for authors.
pub fn global_style<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to view this global style.";
    Box::pin(of_styles(rest, request, "rest_cannot_view", source))
}

/// Styles are changed by administrators.
pub fn edit_global_style<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to edit this global style.";
    Box::pin(of_styles(rest, request, "rest_cannot_edit", source))
}

/// The theme in use has a refusal of its own.
pub fn theme<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let options = &rest.state.site.options;
    if request.url_text("stylesheet") == options.text("stylesheet") {
        active_theme(rest, request)
    } else {
        super::denied::themes(rest, request)
    }
}

/// A term must exist; then menus are for administrators.
pub fn menu<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    if let Err(fault) = super::terms::find(rest, request) {
        return Box::pin(async move { Err(fault) });
    }
    super::denied::menus(rest, request)
}

/// Passwords of programs: only where nobody reads them on the way, and for a user who is there.
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
    /// The passwords of a user.
    list_application_passwords => "rest_cannot_list_application_passwords", "Sorry, you are not allowed to list application passwords for this user.";
    /// A new password.
    create_application_passwords => "rest_cannot_create_application_passwords", "Sorry, you are not allowed to create application passwords for this user.";
    /// All passwords gone.
    delete_application_passwords => "rest_cannot_delete_application_passwords", "Sorry, you are not allowed to delete application passwords for this user.";
    /// One password.
    read_application_password => "rest_cannot_read_application_password", "Sorry, you are not allowed to read this application password.";
    /// One password changed.
    edit_application_password => "rest_cannot_edit_application_password", "Sorry, you are not allowed to edit this application password.";
    /// One password gone.
    delete_application_password => "rest_cannot_delete_application_password", "Sorry, you are not allowed to delete this application password.";
}
