//! The post types and taxonomies that a search finds.

use compat::wordpress::php::Value;
use compat::wordpress::site::Site;
use compat::wordpress::visibility::viewable_post_types;

/// All searchable subtypes.
pub fn all_subtypes(site: &Site) -> Value {
    post_subtypes(site).chain(term_subtypes(site)).collect()
}

/// The post types.
pub fn post_subtypes(site: &Site) -> impl Iterator<Item = &str> {
    let types = viewable_post_types(&site.registry);
    let shown = types.filter(|t| t.public && t.rest_base.is_some() && t.name != "attachment");
    shown.map(|t| t.name)
}

/// The taxonomies.
pub fn term_subtypes(site: &Site) -> impl Iterator<Item = &str> {
    let taxonomies = site.registry.taxonomies.values();
    let shown = taxonomies.filter(|t| t.public && t.rest_base.is_some());
    shown.map(|t| t.name.as_ref())
}
