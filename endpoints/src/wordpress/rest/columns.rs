//! What the columns of a site bring to the API: namespaces and routes in WordPress's order, meta fields, labels.

use compat::columns::{is_plugin_active, is_theme};
use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::{Meta, PostType};
use compat::wordpress::site::Site;
use compat::wordpress::taxonomy::Taxonomy;

use super::route::{EDITABLE, Endpoint, READABLE, RestApiInit, Routes};
use super::{comments, denied, oembed, posts, search, statuses, taxonomies, terms, types, users};

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
    for (namespace, has) in NAMESPACES {
        if has(&site.options) {
            routes.namespace(namespace);
            match namespace {
                "oembed/1.0" => oembed::register(&mut routes, locale),
                "wp/v2" => wp_v2(&mut routes, site, locale),
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

/// Routes of the dashboard, which refuse visitors.
const REFUSED: [(&str, super::route::Permission); 16] = [
    ("/settings", denied::settings),
    ("/themes", denied::themes),
    ("/plugins", denied::plugins),
    ("/sidebars", denied::widgets),
    ("/widget-types", denied::widgets),
    ("/widgets", denied::widgets),
    ("/block-types", denied::block_types),
    ("/blocks", denied::blocks),
    ("/menus", denied::menus),
    ("/menu-items", denied::menu_items),
    ("/menu-locations", denied::menu_locations),
    ("/templates", denied::templates),
    ("/template-parts", denied::templates),
    ("/block-patterns/patterns", denied::patterns),
    ("/block-patterns/categories", denied::pattern_categories),
    (
        "/users/(?P<user_id>(?:[\\d]+|me))/application-passwords",
        denied::create_user,
    ),
];

fn wp_v2(routes: &mut Routes, site: &Site, locale: &Locale) {
    for post_type in site.registry.post_types.values() {
        posts::register(routes, site, post_type, locale);
    }
    types::register(routes, locale);
    statuses::register(routes, locale);
    taxonomies::register(routes, locale);
    for taxonomy in site.registry.taxonomies.values() {
        terms::register(routes, taxonomy, locale);
    }
    users::register(routes, locale);
    comments::register(routes, locale);
    search::register(routes, locale);
    for (pattern, permission) in REFUSED {
        let endpoint = |methods| Endpoint {
            methods,
            args: Some(Vec::new()),
            permission: Some(permission),
            callback: denied::not_here,
            subject: "",
            allow_batch: false,
        };
        let mut endpoints = vec![endpoint(READABLE)];
        // Settings are written with the same right with which they are read.
        if pattern == "/settings" {
            endpoints.push(endpoint(EDITABLE));
        }
        routes.register("wp/v2", pattern, endpoints);
    }
}

/// Whether posts of a type have authors.
pub fn supports_author(name: &str) -> bool {
    name != "product"
}

/// Whether posts of a type keep revisions.
pub fn supports_revisions(name: &str) -> bool {
    !matches!(name, "product" | "attachment")
}

/// Whether posts of a type have a place among their siblings.
pub fn supports_menu_order(name: &str) -> bool {
    name == "page"
}

/// `meta`: the registered fields, empty when not stored (recordings rest/post, rest/media).
pub fn post_meta(site: &Site, post_type: &str, meta: &Meta) -> Value {
    let mut fields = Array::new();
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
