//! Permission errors that depend on the requested object: a post, the active theme, a user.
//!
//! Contract "wordpress-core", section 13 (errors): 404 for a missing object comes before 401 and 403.

use compat::wordpress::post::Post;
use compat::wordpress::visibility::Visibility;

use super::denied::active_theme;
use super::read_permission::{parents, post_of, term_of};
use super::request::RestRequest;
use super::route::Permitting;
use super::route::Rest;
use super::route_error::RouteError;

/// What is asked about a post.
type Ask = fn(&Rest<'_>, &Visibility<'_>, &Post) -> bool;

/// 404 when the post does not exist, else the given permission error unless the user may.
async fn of_post(
    rest: &Rest<'_>,
    request: &RestRequest,
    ask: Ask,
    (code, source): (&str, &str),
) -> Result<(), RouteError> {
    let post = post_of(rest, request, request.int("id")).await?;
    let objects = parents(rest, std::slice::from_ref(&post)).await?;
    if ask(rest, &rest.visibility(&objects), &post) {
        return Ok(());
    }
    Err(rest.forbidden(code, source).into())
}

macro_rules! of_posts {
    ($($(#[$doc:meta])* $name:ident => $ask:expr, $code:literal, $source:literal;)+) => {
        $($(#[$doc])*
        pub fn $name<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
            Box::pin(of_post(rest, request, $ask, ($code, $source)))
        })+
    };
}

of_posts! {
    /// Updating a post.
    edit_post => |_, can, post| can.can_edit(post), "rest_cannot_edit", "Sorry, you are not allowed to edit this post.";
    /// Deleting a post.
    delete_post => |_, can, post| can.can_delete(post), "rest_cannot_delete", "Sorry, you are not allowed to delete this post.";
    /// A font family.
    font_family => |rest, _, _| rest.can("edit_theme_options"), "rest_cannot_read", "Sorry, you are not allowed to access this font family.";
    /// A font face.
    font_face => |rest, _, _| rest.can("edit_theme_options"), "rest_cannot_read", "Sorry, you are not allowed to access this font face.";
    /// A menu item.
    menu_item => |rest, _, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
}

/// 404 when the global styles post does not exist, else the given permission error.
async fn of_styles(
    rest: &Rest<'_>,
    request: &RestRequest,
    code: &str,
    source: &str,
) -> Result<(), RouteError> {
    let id = request.url_text("id").parse().unwrap_or(0);
    if post_of(rest, request, id).await.is_err() {
        let source = "No global styles config exists with that ID.";
        return Err(rest
            .error("rest_global_styles_not_found", source, 404)
            .into());
    }
    if rest.can("edit_theme_options") {
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
    if let Err(fault) = term_of(rest, request) {
        return Box::pin(async move { Err(fault) });
    }
    super::denied::menus(rest, request)
}
