//! Post types and taxonomies that the site's own pages never show, but the API lists: menus, patterns, templates.
//!
//! The registry of a site holds what has addresses; these have none, and their rows are few.

use compat::wordpress::site::Site;

/// A post type of the dashboard.
pub struct HiddenPostType {
    /// Its name.
    pub name: &'static str,
    /// Source of its plural label.
    pub label: &'static str,
    /// Source of its description.
    pub description: &'static str,
    /// Base below `wp/v2`.
    pub base: &'static str,
}

/// A taxonomy of the dashboard.
pub struct HiddenTaxonomy {
    /// Its name.
    pub name: &'static str,
    /// Source of its plural label.
    pub label: &'static str,
    /// Base below `wp/v2`.
    pub base: &'static str,
    /// What it belongs to.
    pub object_type: &'static str,
    /// Has parents.
    pub hierarchical: bool,
}

const fn post_type(
    name: &'static str,
    label: &'static str,
    base: &'static str,
    description: &'static str,
) -> HiddenPostType {
    HiddenPostType {
        name,
        label,
        description,
        base,
    }
}

/// In core's order.
pub const HIDDEN_POST_TYPES: [HiddenPostType; 8] = [
    post_type("nav_menu_item", "Navigation Menu Items", "menu-items", ""),
    post_type("wp_block", "Patterns", "blocks", ""),
    post_type(
        "wp_template",
        "Templates",
        "templates",
        "Templates to include in your theme.",
    ),
    post_type(
        "wp_template_part",
        "Template Parts",
        "template-parts",
        "Template parts to include in your templates.",
    ),
    post_type(
        "wp_global_styles",
        "Global Styles",
        "global-styles",
        "Global styles to include in themes.",
    ),
    post_type(
        "wp_navigation",
        "Navigation Menus",
        "navigation",
        "Navigation menus that can be inserted into your site.",
    ),
    post_type("wp_font_family", "Font Families", "font-families", ""),
    post_type(
        "wp_font_face",
        "Font Faces",
        "font-families/(?P<font_family_id>[\\d]+)/font-faces",
        "",
    ),
];

/// In core's order.
pub const HIDDEN_TAXONOMIES: [HiddenTaxonomy; 2] = [
    HiddenTaxonomy {
        name: "nav_menu",
        label: "Navigation Menus",
        base: "menus",
        object_type: "nav_menu_item",
        hierarchical: false,
    },
    HiddenTaxonomy {
        name: "wp_pattern_category",
        label: "Pattern Categories",
        base: "wp_pattern_category",
        object_type: "wp_block",
        hierarchical: false,
    },
];

/// Types that the API never shows.
pub const UNSHOWN_POST_TYPES: [&str; 5] = [
    "revision",
    "custom_css",
    "customize_changeset",
    "oembed_cache",
    "user_request",
];

/// Taxonomies that the API never shows.
pub const UNSHOWN_TAXONOMIES: [&str; 4] = [
    "post_format",
    "link_category",
    "wp_theme",
    "wp_template_part_area",
];

/// The base of a post type below `wp/v2`, empty when the API does not show it.
pub fn post_type_base(site: &Site, name: &str) -> &'static str {
    let known = site.registry.post_types.get(name);
    if let Some(base) = known.and_then(|t| t.rest_base) {
        return base;
    }
    let hidden = HIDDEN_POST_TYPES.iter().find(|t| t.name == name);
    hidden.map_or("", |t| t.base)
}

/// The base of a taxonomy below `wp/v2`, empty when the API does not show it.
pub fn taxonomy_base(site: &Site, name: &str) -> &'static str {
    let known = site.registry.taxonomies.get(name);
    if let Some(base) = known.and_then(|t| t.rest_base) {
        return base;
    }
    let hidden = HIDDEN_TAXONOMIES.iter().find(|t| t.name == name);
    hidden.map_or("", |t| t.base)
}
