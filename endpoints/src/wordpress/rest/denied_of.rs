//! Permission errors that depend on the requested post.
//!
//! Contract "wordpress-core", section 13 (errors): 404 for a missing object comes before 401 and 403.

use compat::wordpress::post::Post;
use compat::wordpress::visibility::Visibility;

use super::read_permission::{parents, post_of};
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
}
