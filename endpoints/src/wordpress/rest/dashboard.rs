//! Routes of the dashboard and the block editor, in the order of core.
//!
//! Contract "wordpress-core", section 13 (namespaces); recordings rest/settings, rest/plugins. A missing required
//! parameter is reported before the permission is checked.

use compat::wordpress::l10n::Locale;

use super::route::Routes;
use super::{
    block_editor, block_patterns, block_types, fonts, global_styles, menu_locations, plugins,
    settings, site_health, templates, themes, url_details, widget_areas, widget_types, widgets,
};

/// Registers `wp-site-health/v1`.
pub fn register_site_health(routes: &mut Routes, locale: &Locale) {
    site_health::register(routes, locale);
}

/// Registers `wp-block-editor/v1`.
pub fn register_block_editor(routes: &mut Routes, locale: &Locale) {
    url_details::register(routes, locale);
    block_editor::register(routes, locale);
}

/// Registers the routes of templates or template parts.
pub fn register_templates(routes: &mut Routes, of: (&'static str, &str), locale: &Locale) {
    templates::register(routes, of, locale);
}

/// Registers the routes of global styles.
pub fn register_global_styles(routes: &mut Routes, locale: &Locale) {
    global_styles::register(routes, locale);
}

/// Registers the routes of the font library.
pub fn register_fonts(routes: &mut Routes, locale: &Locale) {
    fonts::register(routes, locale);
}

/// Registers block types, settings, themes, plugins, widgets, patterns, in core's order.
pub fn register_rest(routes: &mut Routes, locale: &Locale) {
    block_types::register_renderer(routes, locale);
    block_types::register(routes, locale);
    settings::register(routes, locale);
    themes::register(routes, locale);
    plugins::register(routes, locale);
    widget_areas::register(routes, locale);
    widget_types::register(routes, locale);
    widgets::register(routes, locale);
    block_patterns::register_block_directory(routes, locale);
    block_patterns::register_pattern_directory(routes, locale);
    block_patterns::register(routes, locale);
    menu_locations::register(routes, locale);
    fonts::register_collections(routes, locale);
}
