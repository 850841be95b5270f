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
    /// Creating terms.
    create_term => |rest, request| rest.meta_cap().edit_term(&request.subject), "rest_cannot_create", "Sorry, you are not allowed to create terms in this taxonomy.";
    /// Creating users.
    create_user => |rest, _| rest.can("create_users"), "rest_cannot_create_user", "Sorry, you are not allowed to create new users.";
    /// Settings.
    settings => |rest, _| rest.can("manage_options"), "rest_forbidden", "Sorry, you are not allowed to do that.";
    /// Listing plugins.
    plugins => |rest, _| rest.can("activate_plugins"), "rest_cannot_view_plugins", "Sorry, you are not allowed to manage plugins for this site.";
    /// Listing themes.
    themes => |rest, _| rest.can("switch_themes"), "rest_cannot_view_themes", "Sorry, you are not allowed to view themes.";
    /// Sidebars and widgets.
    widgets => |rest, _| rest.can("edit_theme_options"), "rest_cannot_manage_widgets", "Sorry, you are not allowed to manage widgets on this site.";
    /// Block types.
    block_types => |rest, _| rest.can_edit_any_type(), "rest_block_type_cannot_view", "Sorry, you are not allowed to manage block types.";
    /// Menus.
    menus => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menus.";
    /// Menu items.
    menu_items => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
    /// Menu locations.
    menu_locations => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view menu locations.";
    /// Templates.
    templates => |rest, _| rest.can("edit_theme_options"), "rest_cannot_manage_templates", "Sorry, you are not allowed to access the templates on this site.";
    /// The oEmbed proxy.
    oembed_proxy => |rest, _| rest.can("edit_posts"), "rest_forbidden", "Sorry, you are not allowed to make proxied oEmbed requests.";
    /// Block patterns.
    patterns => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view the registered block patterns.";
    /// Block pattern categories.
    pattern_categories => |rest, _| rest.can_edit_any_type(), "rest_cannot_view", "Sorry, you are not allowed to view the registered block pattern categories.";
    /// Global styles.
    global_styles => |rest, _| rest.can("edit_theme_options"), "rest_cannot_read_global_styles", "Sorry, you are not allowed to access the global styles on this site.";
    /// Font families.
    font_families => |rest, _| rest.can("edit_theme_options"), "rest_cannot_read", "Sorry, you are not allowed to access font families.";
    /// Font faces.
    font_faces => |rest, _| rest.can("edit_theme_options"), "rest_cannot_read", "Sorry, you are not allowed to access font faces.";
    /// Font collections.
    font_collections => |rest, _| rest.can("edit_theme_options"), "rest_cannot_read", "Sorry, you are not allowed to access font collections.";
    /// Editing images.
    edit_media => |rest, _| rest.can("upload_files"), "rest_cannot_edit_image", "Sorry, you are not allowed to upload media on this site.";
    /// The block renderer.
    block_renderer => |rest, _| rest.can("edit_posts"), "block_cannot_read", "Sorry, you are not allowed to read blocks as this user.";
    /// The active theme.
    active_theme => |rest, _| rest.can("switch_themes") || rest.can_edit_any_type(), "rest_cannot_view_active_theme", "Sorry, you are not allowed to view the active theme.";
    /// One plugin.
    plugin => |rest, _| rest.can("activate_plugins"), "rest_cannot_view_plugin", "Sorry, you are not allowed to manage plugins for this site.";
    /// Changing plugins.
    manage_plugin => |rest, _| rest.can("activate_plugins"), "rest_cannot_manage_plugins", "Sorry, you are not allowed to manage plugins for this site.";
    /// Installing plugins.
    install_plugin => |rest, _| rest.can("install_plugins"), "rest_cannot_install_plugin", "Sorry, you are not allowed to install plugins on this site.";
    /// The block directory.
    block_directory => |rest, _| rest.can("install_plugins") && rest.can("activate_plugins"), "rest_block_directory_cannot_view", "Sorry, you are not allowed to browse the block directory.";
    /// The pattern directory.
    pattern_directory => |rest, _| rest.can_edit_any_type(), "rest_pattern_directory_cannot_view", "Sorry, you are not allowed to browse the local block pattern directory.";
    /// Details of remote URLs.
    url_details => |rest, _| rest.can_edit_any_type(), "rest_cannot_view_url_details", "Sorry, you are not allowed to process remote URLs.";
    /// Exporting templates.
    export_templates => |rest, _| rest.can("edit_theme_options"), "rest_cannot_export_templates", "Sorry, you are not allowed to export templates and template parts.";
    /// The navigation fallback.
    navigation_fallback => |rest, _| rest.can("edit_theme_options"), "rest_cannot_create", "Sorry, you are not allowed to create Navigation Menus as this user.";
}
