//! Permission callbacks of write routes and dashboard routes, by capabilities.
//!
//! Recordings rest/create-post-anon, rest/settings, rest/plugins.

use crate::request_error::{RequestError, RequestErrorKind};

use super::request::RestRequest;
use super::route::Rest;
use super::route::{Permitting, RouteFuture};
use super::route_error::{RestError, RouteError};

/// The response to users with permission: writing through REST is not implemented, and left to the legacy upstream. A
/// batch is not repeated: a part of it may be done.
pub fn not_here<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    if rest.app.upstream.is_some() && !request.is_batched() {
        let failed = RequestError::new(RequestErrorKind::LegacyOnly, "no upstream answers");
        return Box::pin(async move { Err(RouteError::Failed(failed)) });
    }
    let source = "Sorry, you are not allowed to do that.";
    let error = rest.error("rest_forbidden", source, 403);
    Box::pin(async move { Err(error.into()) })
}

fn unless<'a>(is_allowed: bool, error: RestError) -> Permitting<'a> {
    let outcome = if is_allowed {
        Ok(())
    } else {
        Err(RouteError::Error(error))
    };
    Box::pin(async move { outcome })
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident => $can:expr, $code:literal, $source:literal;)+) => {
        $($(#[$doc])*
        pub fn $name<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
            let can: fn(&Rest<'_>, &RestRequest) -> bool = $can;
            unless(can(rest, request), rest.forbidden($code, $source))
        })+
    };
}

refusals! {
    /// Creating posts.
    create_post => |rest, request| rest.can_type(&request.subject, "create"), "rest_cannot_create", "Sorry, you are not allowed to create posts as this user.";
    /// Creating users.
    create_user => |rest, _| rest.can("create_users"), "rest_cannot_create_user", "Sorry, you are not allowed to create new users.";
    /// Settings.
    settings => |rest, _| rest.can("manage_options"), "rest_forbidden", "Sorry, you are not allowed to do that.";
    /// Menus.
    menus => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menus.";
    /// Menu items.
    menu_items => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
    /// Menu locations.
    menu_locations => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menu locations.";
    /// The oEmbed proxy.
    oembed_proxy => |rest, _| rest.can("edit_posts"), "rest_forbidden", "Sorry, you are not allowed to make proxied oEmbed requests.";
    /// Editing images.
    edit_media => |rest, _| rest.can("upload_files"), "rest_cannot_edit_image", "Sorry, you are not allowed to upload media on this site.";
}
