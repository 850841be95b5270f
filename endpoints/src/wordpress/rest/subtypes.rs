//! The post types and taxonomies that a search finds.

use compat::wordpress::php::Value;
use compat::wordpress::site::Registry;
use compat::wordpress::visibility::viewable_post_types;

/// All searchable subtypes.
pub fn all_subtypes(registry: &Registry) -> Value {
    let posts = post_subtypes(registry);
    posts.chain(term_subtypes(registry)).collect()
}

/// The post types.
pub fn post_subtypes(registry: &Registry) -> impl Iterator<Item = &str> {
    let types = viewable_post_types(registry);
    let shown = types.filter(|t| t.public && t.rest_base.is_some() && t.name != "attachment");
    shown.map(|t| t.name)
}

/// The taxonomies.
pub fn term_subtypes(registry: &Registry) -> impl Iterator<Item = &str> {
    let taxonomies = registry.taxonomies.values();
    let shown = taxonomies.filter(|t| t.public && t.rest_base.is_some());
    shown.map(|t| t.name.as_ref())
}
