//! What the columns of a site bring to the API: namespaces and routes in WordPress's order, meta fields, labels.

use compat::columns::{is_plugin_active, is_theme};
use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::{Meta, PostType};
use compat::wordpress::site::Site;
use compat::wordpress::taxonomy::Taxonomy;

use super::hidden_types::{HIDDEN_POST_TYPES, HIDDEN_TAXONOMIES, HiddenPostType};
use super::posts::PostTypeRef;
use super::route::{RestApiInit, Routes};
use super::{
    batch, comments, dashboard, oembed, posts, search, statuses, taxonomies, terms, types, users,
};

fn has_contact_form_7(options: &Options) -> bool {
    is_plugin_active(options, "contact-form-7/wp-contact-form-7.php")
}

fn has_shop(options: &Options) -> bool {
    is_plugin_active(options, "woocommerce/woocommerce.php")
}

fn has_divi(options: &Options) -> bool {
    is_theme(options, "Divi")
}

/// Whether a site has something.
type Has = fn(&Options) -> bool;

/// Namespaces in the order of the recorded index (recording rest/rest-route).
const NAMESPACES: [(&str, Has); 20] = [
    ("oembed/1.0", |_| true),
    ("contact-form-7/v1", has_contact_form_7),
    ("wc/v3", has_shop),
    ("wc/v1", has_shop),
    ("wc/pos/v1/catalog", has_shop),
    ("jetpack/v4", has_shop),
    ("wc-admin", has_shop),
    ("wc-analytics", has_shop),
    ("wc/store", has_shop),
    ("wc/store/v1", has_shop),
    ("wc/private", has_shop),
    ("wc/v2", has_shop),
    ("divi/v1", has_divi),
    ("wc-admin-email", has_shop),
    ("wc-telemetry", has_shop),
    ("wccom-site/v3", has_shop),
    ("wp-abilities/v1", has_shop),
    ("wp/v2", |_| true),
    ("wp-site-health/v1", |_| true),
    ("wp-block-editor/v1", |_| true),
];

/// All routes of a site: core's own and those that columns bring.
pub fn routes(site: &Site, columns: &RestApiInit, locale: &Locale) -> Routes {
    let mut routes = Routes::default();
    super::index::register(&mut routes);
    batch::register(&mut routes);
    for (namespace, has) in NAMESPACES {
        if has(&site.options) {
            routes.namespace(namespace);
            match namespace {
                "oembed/1.0" => oembed::register(&mut routes, locale),
                "wp/v2" => wp_v2(&mut routes, site, locale),
                "wp-site-health/v1" => dashboard::register_site_health(&mut routes, locale),
                "wp-block-editor/v1" => dashboard::register_block_editor(&mut routes, locale),
                _ => columns.run(namespace, &mut routes, site, locale),
            }
        }
    }
    let known = |name: &str| NAMESPACES.iter().any(|(known, _)| *known == name);
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

/// Core's types first, then those of the dashboard, then those of columns.
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
            // Faces of fonts lie below their families.
            "wp_font_face" => {}
            _ => posts::register_post_type(routes, site, &PostTypeRef { name, base }, locale),
        }
    }
    for post_type in others {
        posts::register(routes, site, post_type, locale);
    }
}

/// Types that core brings and the site shows.
pub const CORE_TYPES: [&str; 3] = ["post", "page", "attachment"];
/// Taxonomies that core brings and the site shows.
pub const CORE_TAXONOMIES: [&str; 2] = ["category", "post_tag"];

/// Whether posts of a type have authors.
pub fn supports_author(name: &str) -> bool {
    !matches!(
        name,
        "product" | "nav_menu_item" | "wp_block" | "wp_navigation"
    )
}

/// Whether posts of a type keep revisions.
pub fn supports_revisions(name: &str) -> bool {
    !matches!(name, "product" | "attachment" | "nav_menu_item")
}

/// Whether posts of a type have a place among their siblings.
pub fn supports_menu_order(name: &str) -> bool {
    matches!(name, "page" | "nav_menu_item")
}

/// The registered fields of a type.
pub fn meta_keys(site: &Site, post_type: &str) -> Vec<&'static str> {
    let mut keys = Vec::new();
    if has_divi(&site.options) {
        keys.extend([
            "_et_pb_use_builder",
            "_et_pb_old_content",
            "_et_gb_content_width",
        ]);
    }
    if supports_revisions(post_type) {
        keys.push("footnotes");
    }
    keys
}

/// `meta`: the registered fields, empty when not stored (recordings rest/post, rest/media).
pub fn post_meta(site: &Site, post_type: &str, meta: &Meta) -> Value {
    let mut fields = Array::new();
    let keys = meta_keys(site, post_type);
    for key in keys {
        fields.insert(key, meta.text(key));
    }
    fields.into()
}

/// A source text in the first domain that knows it.
pub fn label(locale: &Locale, source: &str, context: &str) -> String {
    let own = locale.translate_with_context(source, context);
    if own != source {
        return own.to_owned();
    }
    for domain in ["et_builder", "Divi", "woocommerce"] {
        let text = locale.domain(domain).translate(source).to_owned();
        if text != source {
            return text;
        }
    }
    locale.translate(source).to_owned()
}

/// The plural label of a type.
pub fn post_type_label(locale: &Locale, post_type: &PostType) -> String {
    label(locale, post_type.label, "post type general name")
}

/// The plural label of a taxonomy.
pub fn taxonomy_label(locale: &Locale, taxonomy: &Taxonomy) -> String {
    label(locale, taxonomy.label, "taxonomy general name")
}

/// The description of a type.
pub fn post_type_description(locale: &Locale, name: &str) -> String {
    let source = "This is where you can browse products in this store.";
    if name == "product" {
        locale.domain("woocommerce").translate(source).to_owned()
    } else {
        String::new()
    }
}
