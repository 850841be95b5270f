//! Routes of the dashboard and the block editor: registered, but every request gets WordPress's permission error.
//!
//! Contract "wordpress-core", section 13 (namespaces); recordings rest/settings, rest/plugins. A missing required
//! parameter is reported before the permission is checked.

use compat::wordpress::l10n::Locale;

use super::arg::Arg;
use super::dashboard_args::{
    block_directory, block_renderer, collection, context, edit_media, font_collections,
    new_font_face, new_font_family, new_plugin, new_template, none, pattern_directory,
    post_process, template, template_id, template_list, template_lookup, url_details,
};
use super::denied;
use super::denied_of;
use super::route::{CREATABLE, DELETABLE, EDITABLE, Endpoint, Permission, READABLE, Routes};

type Methods = &'static [&'static str];
type Args = fn(&Locale) -> Vec<Arg>;

/// A route: its pattern, and for each set of methods the permission callback and the parameters.
type Refused = (&'static str, &'static [(Methods, Permission, Args)]);

/// One endpoint for reading and creating.
const READ_OR_WRITE: Methods = &["GET", "POST"];

/// Routes of templates below their base: `{id}` and `{parent}` stand for `theme//slug`.
const TEMPLATES: [Refused; 7] = [
    (
        "/{parent}/revisions",
        &[(READABLE, denied::templates, collection)],
    ),
    (
        "/{parent}/revisions/(?P<id>[\\d]+)",
        &[
            (READABLE, denied::templates, context),
            (DELETABLE, denied::templates, none),
        ],
    ),
    (
        "/{id}/autosaves",
        &[
            (READABLE, denied::templates, context),
            (CREATABLE, denied::templates, none),
        ],
    ),
    (
        "/{parent}/autosaves/(?P<id>[\\d]+)",
        &[(READABLE, denied::templates, context)],
    ),
    (
        "",
        &[
            (READABLE, denied::templates, template_list),
            (CREATABLE, denied::templates, new_template),
        ],
    ),
    ("/lookup", &[(READABLE, denied::templates, template_lookup)]),
    (
        "/{id}",
        &[
            (READABLE, denied::templates, template),
            (EDITABLE, denied::templates, template_id),
            (DELETABLE, denied::templates, template_id),
        ],
    ),
];

const TEMPLATE: &str = "([^\\/:<>\\*\\?\"\\|]+(?:\\/[^\\/:<>\\*\\?\"\\|]+)?)[\\/\\w%-]+";

/// Routes of global styles, registered between the post types.
const STYLES: [Refused; 5] = [
    (
        "/global-styles/(?P<parent>[\\d]+)/revisions",
        &[(READABLE, denied::global_styles, collection)],
    ),
    (
        "/global-styles/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)",
        &[(READABLE, denied::global_styles, context)],
    ),
    (
        "/global-styles/themes/(?P<stylesheet>[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+)/variations",
        &[(READABLE, denied::global_styles, none)],
    ),
    (
        "/global-styles/themes/(?P<stylesheet>[^\\/:<>\\*\\?\"\\|]+(?:\\/[^\\/:<>\\*\\?\"\\|]+)?)",
        &[(READABLE, denied::global_styles, none)],
    ),
    (
        "/global-styles/(?P<id>[\\/\\d+]+)",
        &[
            (READABLE, denied_of::global_style, none),
            (EDITABLE, denied_of::edit_global_style, none),
        ],
    ),
];

const FONTS: [Refused; 4] = [
    (
        "/font-families",
        &[
            (READABLE, denied::font_families, collection),
            (CREATABLE, denied::create_post, new_font_family),
        ],
    ),
    (
        "/font-families/(?P<id>[\\d]+)",
        &[
            (READABLE, denied_of::font_family, context),
            (EDITABLE, denied_of::edit_post, none),
            (DELETABLE, denied_of::delete_post, none),
        ],
    ),
    (
        "/font-families/(?P<font_family_id>[\\d]+)/font-faces",
        &[
            (READABLE, denied::font_faces, collection),
            (CREATABLE, denied::create_post, new_font_face),
        ],
    ),
    (
        "/font-families/(?P<font_family_id>[\\d]+)/font-faces/(?P<id>[\\d]+)",
        &[
            (READABLE, denied_of::font_face, context),
            (DELETABLE, denied_of::delete_post, none),
        ],
    ),
];

const MEDIA: [Refused; 2] = [
    (
        "/media/(?P<id>[\\d]+)/post-process",
        &[(CREATABLE, denied_of::edit_post, post_process)],
    ),
    (
        "/media/(?P<id>[\\d]+)/edit",
        &[(CREATABLE, denied::edit_media, edit_media)],
    ),
];

const BLOCKS_AND_SETTINGS: [Refused; 22] = [
    (
        "/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)",
        &[(READ_OR_WRITE, denied::block_renderer, block_renderer)],
    ),
    ("/block-types", &[(READABLE, denied::block_types, context)]),
    (
        "/block-types/(?P<namespace>[a-zA-Z0-9_-]+)",
        &[(READABLE, denied::block_types, context)],
    ),
    (
        "/block-types/(?P<namespace>[a-zA-Z0-9_-]+)/(?P<name>[a-zA-Z0-9_-]+)",
        &[(READABLE, denied::block_types, context)],
    ),
    (
        "/settings",
        &[
            (READABLE, denied::settings, none),
            // Reading and writing settings need the same capability.
            (EDITABLE, denied::settings, none),
        ],
    ),
    ("/themes", &[(READABLE, denied::themes, none)]),
    (
        "/themes/(?P<stylesheet>[^\\/:<>\\*\\?\"\\|]+(?:\\/[^\\/:<>\\*\\?\"\\|]+)?)",
        &[(READABLE, denied_of::theme, none)],
    ),
    (
        "/plugins",
        &[
            (READABLE, denied::plugins, none),
            (CREATABLE, denied::install_plugin, new_plugin),
        ],
    ),
    (
        "/plugins/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)",
        &[
            (READABLE, denied::plugin, context),
            (EDITABLE, denied::manage_plugin, context),
            (DELETABLE, denied::manage_plugin, context),
        ],
    ),
    ("/sidebars", &[(READABLE, denied::widgets, context)]),
    (
        "/sidebars/(?P<id>[\\w-]+)",
        &[
            (READABLE, denied::widgets, context),
            (EDITABLE, denied::widgets, none),
        ],
    ),
    ("/widget-types", &[(READABLE, denied::widgets, context)]),
    (
        "/widget-types/(?P<id>[a-zA-Z0-9_-]+)",
        &[(READABLE, denied::widgets, context)],
    ),
    (
        "/widget-types/(?P<id>[a-zA-Z0-9_-]+)/encode",
        &[(CREATABLE, denied::widgets, none)],
    ),
    (
        "/widget-types/(?P<id>[a-zA-Z0-9_-]+)/render",
        &[(CREATABLE, denied::widgets, none)],
    ),
    (
        "/widgets",
        &[
            (READABLE, denied::widgets, context),
            (CREATABLE, denied::widgets, none),
        ],
    ),
    (
        "/widgets/(?P<id>[\\w\\-]+)",
        &[
            (READABLE, denied::widgets, context),
            (EDITABLE, denied::widgets, none),
            (DELETABLE, denied::widgets, none),
        ],
    ),
    (
        "/block-directory/search",
        &[(READABLE, denied::block_directory, block_directory)],
    ),
    (
        "/pattern-directory/patterns",
        &[(READABLE, denied::pattern_directory, pattern_directory)],
    ),
    (
        "/block-patterns/patterns",
        &[(READABLE, denied::patterns, none)],
    ),
    (
        "/block-patterns/categories",
        &[(READABLE, denied::pattern_categories, none)],
    ),
    (
        "/menu-locations",
        &[(READABLE, denied::menu_locations, context)],
    ),
];

const LOCATIONS_AND_COLLECTIONS: [Refused; 3] = [
    (
        "/menu-locations/(?P<location>[\\w-]+)",
        &[(READABLE, denied::menu_locations, context)],
    ),
    (
        "/font-collections",
        &[(READABLE, denied::font_collections, font_collections)],
    ),
    (
        "/font-collections/(?P<slug>[\\/\\w-]+)",
        &[(READABLE, denied::font_collections, context)],
    ),
];

const SITE_HEALTH: [Refused; 7] = [
    ("/tests/background-updates", SITE_HEALTH_TEST),
    ("/tests/loopback-requests", SITE_HEALTH_TEST),
    ("/tests/https-status", SITE_HEALTH_TEST),
    ("/tests/dotorg-communication", SITE_HEALTH_TEST),
    ("/tests/authorization-header", SITE_HEALTH_TEST),
    ("/directory-sizes", SITE_HEALTH_TEST),
    ("/tests/page-cache", SITE_HEALTH_TEST),
];

const SITE_HEALTH_TEST: &[(Methods, Permission, Args)] = &[(READABLE, denied::settings, none)];

const BLOCK_EDITOR: [Refused; 3] = [
    (
        "/url-details",
        &[(READABLE, denied::url_details, url_details)],
    ),
    ("/export", &[(READABLE, denied::export_templates, none)]),
    (
        "/navigation-fallback",
        &[(READABLE, denied::navigation_fallback, none)],
    ),
];

/// Registers `wp-site-health/v1`.
pub fn register_site_health(routes: &mut Routes, locale: &Locale) {
    register(routes, "wp-site-health/v1", &SITE_HEALTH, locale);
}

/// Registers `wp-block-editor/v1`.
pub fn register_block_editor(routes: &mut Routes, locale: &Locale) {
    register(routes, "wp-block-editor/v1", &BLOCK_EDITOR, locale);
}

/// Registers the routes that attachments have besides those of all posts.
pub fn register_media(routes: &mut Routes, locale: &Locale) {
    register_for(routes, "attachment", &MEDIA, locale);
}

/// Registers the routes of templates or template parts.
pub fn register_templates(routes: &mut Routes, base: &str, locale: &Locale) {
    for (pattern, endpoints) in TEMPLATES {
        let pattern = pattern
            .replace("{id}", &format!("(?P<id>{TEMPLATE})"))
            .replace("{parent}", &format!("(?P<parent>{TEMPLATE})"));
        let pattern = format!("/{base}{pattern}");
        routes.register("wp/v2", &pattern, of(endpoints, "", locale));
    }
}

/// Registers the routes of global styles.
pub fn register_global_styles(routes: &mut Routes, locale: &Locale) {
    register_for(routes, "wp_global_styles", &STYLES, locale);
}

/// Registers the routes of the font library.
pub fn register_fonts(routes: &mut Routes, locale: &Locale) {
    let (families, faces) = FONTS.split_at(2);
    register_for(routes, "wp_font_family", families, locale);
    register_for(routes, "wp_font_face", faces, locale);
}

/// Registers block types, settings, themes, plugins, widgets, patterns.
pub fn register_rest(routes: &mut Routes, locale: &Locale) {
    register(routes, "wp/v2", &BLOCKS_AND_SETTINGS, locale);
    register(routes, "wp/v2", &LOCATIONS_AND_COLLECTIONS, locale);
}

fn register(routes: &mut Routes, namespace: &'static str, all: &[Refused], locale: &Locale) {
    for (pattern, endpoints) in all {
        routes.register(namespace, pattern, of(endpoints, "", locale));
    }
}

fn register_for(routes: &mut Routes, subject: &'static str, all: &[Refused], locale: &Locale) {
    for (pattern, endpoints) in all {
        routes.register("wp/v2", pattern, of(endpoints, subject, locale));
    }
}

fn of(
    endpoints: &[(Methods, Permission, Args)],
    subject: &'static str,
    locale: &Locale,
) -> Vec<Endpoint> {
    let endpoint = |(methods, permission, args): &(Methods, Permission, Args)| Endpoint {
        methods,
        args: Some(args(locale)),
        permission: Some(*permission),
        callback: denied::not_here,
        subject: subject.into(),
        allow_batch: false,
    };
    endpoints.iter().map(endpoint).collect()
}
