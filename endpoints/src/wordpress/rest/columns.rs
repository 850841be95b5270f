//! Namespaces and routes of core and columns in WordPress's order; meta fields and labels.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::{Meta, PostType};
use compat::wordpress::site::Site;
use compat::wordpress::taxonomy::Taxonomy;

use crate::app::SiteState;

use super::context::Rest;
use super::hidden_types::{HIDDEN_POST_TYPES, HIDDEN_TAXONOMIES, HiddenPostType};
use super::posts::PostTypeRef;
use super::route::Routes;
use super::{
    batch, comments, dashboard, oembed, posts, search, statuses, taxonomies, terms, types, users,
};

/// All routes of a site: core's and the columns'.
pub fn routes(state: &SiteState, locale: &Locale) -> Routes {
    let (site, columns) = (&state.site, &state.columns.rest);
    let mut routes = Routes::default();
    super::index::register(&mut routes);
    batch::register(&mut routes);
    let mut namespaces: Vec<_> = state.declared(|column| column.rest_namespaces).collect();
    namespaces.sort_by_key(|(place, _)| *place);
    for (_, namespace) in &namespaces {
        routes.namespace(namespace);
        match *namespace {
            "oembed/1.0" => oembed::register(&mut routes, locale),
            "wp/v2" => wp_v2(&mut routes, site, locale),
            "wp-site-health/v1" => dashboard::register_site_health(&mut routes, locale),
            "wp-block-editor/v1" => dashboard::register_block_editor(&mut routes, locale),
            _ => columns.run(namespace, &mut routes, site, locale),
        }
    }
    let known = |name: &str| namespaces.iter().any(|(_, known)| *known == name);
    for namespace in columns.namespaces().filter(|name| !known(name)) {
        columns.run(namespace, &mut routes, site, locale);
    }
    routes
}

fn wp_v2(routes: &mut Routes, site: &Site, locale: &Locale) {
    post_types(routes, site, locale);
    types::register(routes, locale);
    statuses::register(routes, locale);
    taxonomies::register(routes, locale);
    let (own, others): (Vec<_>, Vec<_>) = site
        .registry
        .taxonomies
        .values()
        .partition(|t| CORE_TAXONOMIES.contains(&t.name));
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
    dashboard::register_application_passwords(routes, locale);
    comments::register(routes, locale);
    search::register(routes, site, locale);
    dashboard::register_rest(routes, locale);
}

/// Registers the post types: core's public ones, then core's hidden ones, then the columns'.
fn post_types(routes: &mut Routes, site: &Site, locale: &Locale) {
    let (own, others): (Vec<_>, Vec<_>) = site
        .registry
        .post_types
        .values()
        .partition(|t| CORE_TYPES.contains(&t.name));
    for post_type in own {
        posts::register(routes, site, post_type, locale);
    }
    for HiddenPostType { name, base, .. } in &HIDDEN_POST_TYPES {
        match *name {
            "wp_template" | "wp_template_part" => {
                dashboard::register_templates(routes, base, locale);
            }
            "wp_global_styles" => dashboard::register_global_styles(routes, locale),
            "wp_font_family" => dashboard::register_fonts(routes, locale),
            // Font faces are registered below font families.
            "wp_font_face" => {}
            _ => posts::register_post_type(routes, site, &PostTypeRef { name, base }, locale),
        }
    }
    for post_type in others {
        posts::register(routes, site, post_type, locale);
    }
}

/// Core's public post types.
pub const CORE_TYPES: [&str; 3] = ["post", "page", "attachment"];
/// Core's public taxonomies.
pub const CORE_TAXONOMIES: [&str; 2] = ["category", "post_tag"];

/// `post_type_supports( name, 'author' )`.
pub fn supports_author(name: &str) -> bool {
    !matches!(
        name,
        "product" | "nav_menu_item" | "wp_block" | "wp_navigation"
    )
}

/// `post_type_supports( name, 'revisions' )`.
pub fn supports_revisions(name: &str) -> bool {
    !matches!(name, "product" | "attachment" | "nav_menu_item")
}

/// `post_type_supports( name, 'page-attributes' )`: whether posts have a `menu_order`.
pub fn supports_menu_order(name: &str) -> bool {
    matches!(name, "page" | "nav_menu_item")
}

/// The registered meta keys of a post type.
pub fn meta_keys(state: &SiteState, post_type: &str) -> Vec<&'static str> {
    let declared = state.declared(|column| column.rest_meta_keys);
    let mut keys: Vec<&str> = declared.copied().collect();
    if supports_revisions(post_type) {
        keys.push("footnotes");
    }
    keys
}

/// `meta`: the registered keys, empty when not stored (recordings rest/post, rest/media).
pub fn post_meta(state: &SiteState, post_type: &str, meta: &Meta) -> Value {
    let mut fields = Array::new();
    let keys = meta_keys(state, post_type);
    for key in keys {
        fields.insert(key, meta.text(key));
    }
    fields.into()
}

/// A translated text from the first text domain that has it: core's, then those of the columns.
pub fn label(rest: &Rest<'_>, source: &str, context: &str) -> String {
    let own = rest.locale.translate_with_context(source, context);
    if own != source {
        return own.to_owned();
    }
    text_of_columns(rest, source)
}

/// A translated text from the first text domain of a column that has it, else from core's.
fn text_of_columns(rest: &Rest<'_>, source: &str) -> String {
    for domain in rest.state.declared(|column| column.label_domains) {
        let text = rest.locale.domain(domain).translate(source).to_owned();
        if text != source {
            return text;
        }
    }
    rest.text(source)
}

/// The plural label of a type.
pub fn post_type_label(rest: &Rest<'_>, post_type: &PostType) -> String {
    label(rest, post_type.label, "post type general name")
}

/// The plural label of a taxonomy.
pub fn taxonomy_label(rest: &Rest<'_>, taxonomy: &Taxonomy) -> String {
    label(rest, taxonomy.label, "taxonomy general name")
}

/// The description of a type.
pub fn post_type_description(rest: &Rest<'_>, name: &str) -> String {
    let source = "This is where you can browse products in this store.";
    if name == "product" {
        text_of_columns(rest, source)
    } else {
        String::new()
    }
}
