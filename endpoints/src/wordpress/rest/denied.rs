//! Who may not: refusals of routes that write or that belong to the dashboard, as visitors see them.
//!
//! Recordings rest/create-post-anon, rest/settings, rest/plugins.

use super::route::Rest;
use super::request::RestRequest;
use super::route::{Permitting, RouteFuture};
use super::route_error::{RestError, RouteError};

/// Writing is not offered to users here; the dashboard does it.
pub fn not_here<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> RouteFuture<'a> {
    let source = "Sorry, you are not allowed to do that.";
    let error = rest.error("rest_forbidden", source, 403);
    Box::pin(async move { Err(error.into()) })
}

fn unless_editor<'a>(rest: &Rest<'_>, error: RestError) -> Permitting<'a> {
    let outcome = if rest.is_editor {
        Ok(())
    } else {
        Err(RouteError::Error(error))
    };
    Box::pin(async move { outcome })
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident => $code:literal, $source:literal;)+) => {
        $($(#[$doc])*
        pub fn $name<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
            unless_editor(rest, rest.forbidden($code, $source))
        })+
    };
}

refusals! {
    /// Posts are made by authors.
    create_post => "rest_cannot_create", "Sorry, you are not allowed to create posts as this user.";
    /// Terms are made by editors.
    create_term => "rest_cannot_create", "Sorry, you are not allowed to create terms in this taxonomy.";
    /// Users are made by administrators.
    create_user => "rest_cannot_create_user", "Sorry, you are not allowed to create new users.";
    /// Options are for administrators.
    settings => "rest_forbidden", "Sorry, you are not allowed to do that.";
    /// Plugins are for administrators.
    plugins => "rest_cannot_view_plugins", "Sorry, you are not allowed to manage plugins for this site.";
    /// Themes are for administrators.
    themes => "rest_cannot_view_themes", "Sorry, you are not allowed to view themes.";
    /// Sidebars and widgets are for administrators.
    widgets => "rest_cannot_manage_widgets", "Sorry, you are not allowed to manage widgets on this site.";
    /// Kinds of blocks are for editors.
    block_types => "rest_block_type_cannot_view", "Sorry, you are not allowed to manage block types.";
    /// Menus are for administrators.
    menus => "rest_cannot_view", "Sorry, you are not allowed to view menus.";
    /// Items of menus are for administrators.
    menu_items => "rest_cannot_view", "Sorry, you are not allowed to view menu items.";
    /// Places of menus are for administrators.
    menu_locations => "rest_cannot_view", "Sorry, you are not allowed to view menu locations.";
    /// Templates are for administrators.
    templates => "rest_cannot_manage_templates", "Sorry, you are not allowed to access the templates on this site.";
    /// The proxy is for authors.
    oembed_proxy => "rest_forbidden", "Sorry, you are not allowed to make proxied oEmbed requests.";
    /// Patterns are for editors.
    patterns => "rest_cannot_view", "Sorry, you are not allowed to view the registered block patterns.";
    /// Categories of patterns are for editors.
    pattern_categories => "rest_cannot_view", "Sorry, you are not allowed to view the registered block pattern categories.";
    /// Styles are for authors.
    global_styles => "rest_cannot_read_global_styles", "Sorry, you are not allowed to access the global styles on this site.";
    /// Families of fonts are for administrators.
    font_families => "rest_cannot_read", "Sorry, you are not allowed to access font families.";
    /// Faces of fonts are for administrators.
    font_faces => "rest_cannot_read", "Sorry, you are not allowed to access font faces.";
    /// Collections of fonts are for administrators.
    font_collections => "rest_cannot_read", "Sorry, you are not allowed to access font collections.";
    /// Pictures are edited by authors.
    edit_media => "rest_cannot_edit_image", "Sorry, you are not allowed to upload media on this site.";
    /// Blocks are rendered for authors.
    block_renderer => "block_cannot_read", "Sorry, you are not allowed to read blocks as this user.";
    /// The theme is told to authors.
    active_theme => "rest_cannot_view_active_theme", "Sorry, you are not allowed to view the active theme.";
    /// A plugin is told to administrators.
    plugin => "rest_cannot_view_plugin", "Sorry, you are not allowed to manage plugins for this site.";
    /// Plugins are changed by administrators.
    manage_plugin => "rest_cannot_manage_plugins", "Sorry, you are not allowed to manage plugins for this site.";
    /// Plugins are installed by administrators.
    install_plugin => "rest_cannot_install_plugin", "Sorry, you are not allowed to install plugins on this site.";
    /// The directory of blocks is for administrators.
    block_directory => "rest_block_directory_cannot_view", "Sorry, you are not allowed to browse the block directory.";
    /// The directory of patterns is for authors.
    pattern_directory => "rest_pattern_directory_cannot_view", "Sorry, you are not allowed to browse the local block pattern directory.";
    /// Other sites are asked for authors.
    url_details => "rest_cannot_view_url_details", "Sorry, you are not allowed to process remote URLs.";
    /// Templates are exported by administrators.
    export_templates => "rest_cannot_export_templates", "Sorry, you are not allowed to export templates and template parts.";
    /// Menus are made by administrators.
    navigation_fallback => "rest_cannot_create", "Sorry, you are not allowed to create Navigation Menus as this user.";
}
