//! What post types and taxonomies have in the API: supported fields, meta fields, labels.

use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::{Meta, PostType};
use compat::wordpress::site::Registry;
use compat::wordpress::taxonomy::Taxonomy;

use super::route::Rest;

/// Core's public post types.
pub const CORE_TYPES: [&str; 3] = ["post", "page", "attachment"];
/// Core's public taxonomies.
pub const CORE_TAXONOMIES: [&str; 2] = ["category", "post_tag"];

/// `post_type_supports( name, 'author' )`.
pub fn supports_author(registry: &Registry, name: &str) -> bool {
    match registry.post_types.get(name) {
        Some(post_type) => post_type.supports_author,
        None => !matches!(name, "nav_menu_item" | "wp_block" | "wp_navigation"),
    }
}

/// `post_type_supports( name, 'revisions' )`.
pub fn supports_revisions(registry: &Registry, name: &str) -> bool {
    match registry.post_types.get(name) {
        Some(post_type) => post_type.supports_revisions,
        None => name != "nav_menu_item",
    }
}

/// `post_type_supports( name, 'page-attributes' )`: whether posts have a `menu_order`.
pub fn supports_menu_order(name: &str) -> bool {
    matches!(name, "page" | "nav_menu_item")
}

/// The registered meta keys of a post type.
pub fn meta_keys(rest: &Rest<'_>, post_type: &str) -> Vec<&'static str> {
    let mut keys = rest.routes.columns.meta_keys.clone();
    if supports_revisions(&rest.state.site.registry, post_type) {
        keys.push("footnotes");
    }
    keys
}

/// `meta`: the registered keys, empty when not stored (recordings rest/post, rest/media).
pub fn post_meta(rest: &Rest<'_>, post_type: &str, meta: &Meta) -> Value {
    let mut fields = Array::new();
    let keys = meta_keys(rest, post_type);
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
    for domain in &rest.routes.columns.label_domains {
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
    label(rest, &taxonomy.label, "taxonomy general name")
}

/// The description of a type.
pub fn description(rest: &Rest<'_>, post_type: &PostType) -> String {
    if post_type.description.is_empty() {
        return String::new();
    }
    text_of_columns(rest, post_type.description)
}
