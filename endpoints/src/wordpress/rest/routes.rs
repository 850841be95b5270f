//! The routes of a site in WordPress's order: core's own and those that columns bring.

use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;
use compat::wordpress::site::Registry;

use super::columns::{CORE_TAXONOMIES, CORE_TYPES};
use super::hidden_types::{HIDDEN_POST_TYPES, HIDDEN_TAXONOMIES, HiddenPostType};
use super::posts::PostTypeRef;
use super::rest_api_init::RestApiInit;
use super::route::{RestColumns, Routes};
use super::{
    application_passwords, batch, comments, dashboard, index, menu_items, oembed, posts, search,
    statuses, taxonomies, terms, types, users,
};

/// All routes of a site: core's and the columns'.
pub fn routes(
    (options, registry): (&Options, &Registry),
    (init, columns): (&RestApiInit, RestColumns),
    locale: &Locale,
) -> Routes {
    let mut namespaces = columns.namespaces.clone();
    let mut routes = Routes::new(index::namespace_index, columns);
    index::register(&mut routes);
    batch::register(&mut routes);
    namespaces.sort_by_key(|(place, _)| *place);
    for (_, namespace) in &namespaces {
        routes.namespace(namespace);
        match *namespace {
            "oembed/1.0" => oembed::register(&mut routes, locale),
            "wp/v2" => wp_v2(&mut routes, registry, locale),
            "wp-site-health/v1" => dashboard::register_site_health(&mut routes, locale),
            "wp-block-editor/v1" => dashboard::register_block_editor(&mut routes, locale),
            _ => init.run(namespace, &mut routes, options, locale),
        }
    }
    let known = |name: &str| namespaces.iter().any(|(_, known)| *known == name);
    for namespace in init.namespaces().filter(|name| !known(name)) {
        init.run(namespace, &mut routes, options, locale);
    }
    routes
}

fn wp_v2(routes: &mut Routes, registry: &Registry, locale: &Locale) {
    post_types(routes, registry, locale);
    types::register(routes, locale);
    statuses::register(routes, locale);
    taxonomies::register(routes, locale);
    let (own, others): (Vec<_>, Vec<_>) = registry
        .taxonomies
        .values()
        .partition(|t| CORE_TAXONOMIES.contains(&t.name.as_ref()));
    for taxonomy in own {
        terms::register(routes, taxonomy, locale);
    }
    for taxonomy in &HIDDEN_TAXONOMIES {
        terms::register_hidden(routes, taxonomy, locale);
    }
    for taxonomy in others {
        terms::register(routes, taxonomy, locale);
    }
    users::register(routes, locale);
    application_passwords::register(routes, locale);
    comments::register(routes, locale);
    search::register(routes, registry, locale);
    dashboard::register_rest(routes, locale);
}

/// Registers the post types: core's public ones, then core's hidden ones, then the columns'.
fn post_types(routes: &mut Routes, registry: &Registry, locale: &Locale) {
    let (own, others): (Vec<_>, Vec<_>) = registry
        .post_types
        .values()
        .partition(|t| CORE_TYPES.contains(&t.name));
    for post_type in own {
        posts::register(routes, registry, post_type, locale);
    }
    for HiddenPostType { name, base, .. } in &HIDDEN_POST_TYPES {
        match *name {
            "wp_template" | "wp_template_part" => {
                dashboard::register_templates(routes, (name, base), locale);
            }
            "wp_global_styles" => dashboard::register_global_styles(routes, locale),
            "wp_font_family" => dashboard::register_fonts(routes, locale),
            "nav_menu_item" => menu_items::register(routes, registry, base, locale),
            // Font faces are registered below font families.
            "wp_font_face" => {}
            _ => posts::register_post_type(routes, registry, &PostTypeRef { name, base }, locale),
        }
    }
    for post_type in others {
        posts::register(routes, registry, post_type, locale);
    }
}
