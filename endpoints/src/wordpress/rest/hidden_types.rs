//! Core's post types and taxonomies that have no pages but are listed by the API: menus, patterns, templates.
//!
//! The site's registry holds only types with URLs, so these are listed here.

use compat::wordpress::site::Site;

/// A post type without pages.
pub struct HiddenPostType {
    /// Its name.
    pub name: &'static str,
    /// Its plural label, untranslated.
    pub label: &'static str,
    /// Its singular label, untranslated.
    pub singular: &'static str,
    /// What it supports.
    pub supports: &'static [&'static str],
    /// Its description, untranslated.
    pub description: &'static str,
    /// `rest_base`.
    pub base: &'static str,
}

/// A taxonomy without pages.
pub struct HiddenTaxonomy {
    /// Its name.
    pub name: &'static str,
    /// Its plural label, untranslated.
    pub label: &'static str,
    /// Its singular label, untranslated.
    pub singular: &'static str,
    /// `rest_base`.
    pub base: &'static str,
    /// The post type it belongs to.
    pub object_type: &'static str,
    /// Whether terms have parents.
    pub hierarchical: bool,
}

const fn post_type(
    name: &'static str,
    (label, singular): (&'static str, &'static str),
    base: &'static str,
    description: &'static str,
    supports: &'static [&'static str],
) -> HiddenPostType {
    HiddenPostType {
        name,
        label,
        singular,
        supports,
        description,
        base,
    }
}

const TEMPLATE: &[&str] = &[
    "title",
    "slug",
    "excerpt",
    "editor",
    "revisions",
    "author",
    "autosave",
];
const PATTERN: &[&str] = &[
    "title",
    "excerpt",
    "editor",
    "revisions",
    "custom-fields",
    "autosave",
];
const TEXT: &[&str] = &["title", "editor", "revisions", "autosave"];
const FONT: &[&str] = &["title", "slug"];

/// The post types in core's order.
pub const HIDDEN_POST_TYPES: [HiddenPostType; 8] = [
    post_type(
        "nav_menu_item",
        ("Navigation Menu Items", "Navigation Menu Item"),
        "menu-items",
        "",
        &["title", "editor", "autosave"],
    ),
    post_type("wp_block", ("Patterns", "Pattern"), "blocks", "", PATTERN),
    post_type(
        "wp_template",
        ("Templates", "Template"),
        "templates",
        "Templates to include in your theme.",
        TEMPLATE,
    ),
    post_type(
        "wp_template_part",
        ("Template Parts", "Template Part"),
        "template-parts",
        "Template parts to include in your templates.",
        TEMPLATE,
    ),
    post_type(
        "wp_global_styles",
        ("Global Styles", "Global Styles"),
        "global-styles",
        "Global styles to include in themes.",
        TEXT,
    ),
    post_type(
        "wp_navigation",
        ("Navigation Menus", "Navigation Menu"),
        "navigation",
        "Navigation menus that can be inserted into your site.",
        TEXT,
    ),
    post_type(
        "wp_font_family",
        ("Font Families", "Font Family"),
        "font-families",
        "",
        FONT,
    ),
    post_type(
        "wp_font_face",
        ("Font Faces", "Font Face"),
        "font-families/(?P<font_family_id>[\\d]+)/font-faces",
        "",
        FONT,
    ),
];

/// The taxonomies in core's order.
pub const HIDDEN_TAXONOMIES: [HiddenTaxonomy; 2] = [
    HiddenTaxonomy {
        name: "nav_menu",
        label: "Navigation Menus",
        singular: "Navigation Menu",
        base: "menus",
        object_type: "nav_menu_item",
        hierarchical: false,
    },
    HiddenTaxonomy {
        name: "wp_pattern_category",
        label: "Pattern Categories",
        singular: "Pattern Category",
        base: "wp_pattern_category",
        object_type: "wp_block",
        hierarchical: false,
    },
];

/// Post types without `show_in_rest`.
pub const UNSHOWN_POST_TYPES: [&str; 5] = [
    "revision",
    "custom_css",
    "customize_changeset",
    "oembed_cache",
    "user_request",
];

/// Taxonomies without `show_in_rest`.
pub const UNSHOWN_TAXONOMIES: [&str; 4] = [
    "post_format",
    "link_category",
    "wp_theme",
    "wp_template_part_area",
];

/// The `rest_base` of a post type; empty without `show_in_rest`.
pub fn post_type_base(site: &Site, name: &str) -> &'static str {
    let known = site.registry.post_types.get(name);
    if let Some(base) = known.and_then(|t| t.rest_base) {
        return base;
    }
    let hidden = HIDDEN_POST_TYPES.iter().find(|t| t.name == name);
    hidden.map_or("", |t| t.base)
}

/// The `rest_base` of a taxonomy; empty without `show_in_rest`.
pub fn taxonomy_base(site: &Site, name: &str) -> &'static str {
    let known = site.registry.taxonomies.get(name);
    if let Some(base) = known.and_then(|t| t.rest_base) {
        return base;
    }
    let hidden = HIDDEN_TAXONOMIES.iter().find(|t| t.name == name);
    hidden.map_or("", |t| t.base)
}

/// Whether terms of a taxonomy have parents.
pub fn is_hierarchical(site: &Site, taxonomy: &str) -> bool {
    let known = site.registry.taxonomies.get(taxonomy);
    known.is_some_and(|taxonomy| taxonomy.hierarchical)
}
