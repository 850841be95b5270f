//! The kinds of block templates and the areas of template parts, as a theme's item lists them.
//!
//! Recording owner/themes.

use compat::wordpress::php::Value;

use super::route::Rest;

/// Slug, name, context of its translation, description.
type Kind = (&'static str, &'static str, &'static str, &'static str);

const NAME: &str = "Template name";

const KINDS: [Kind; 16] = [
    (
        "index",
        "Index",
        NAME,
        "Used as a fallback template for all pages when a more specific template is not defined.",
    ),
    (
        "home",
        "Blog Home",
        NAME,
        "Displays the latest posts as either the site homepage or as the \"Posts page\" as defined under reading settings. If it exists, the Front Page template overrides this template when posts are shown on the homepage.",
    ),
    (
        "front-page",
        "Front Page",
        NAME,
        "Displays your site's homepage, whether it is set to display latest posts or a static page. The Front Page template takes precedence over all templates.",
    ),
    (
        "singular",
        "Single Entries",
        NAME,
        "Displays any single entry, such as a post or a page. This template will serve as a fallback when a more specific template (e.g. Single Post, Page, or Attachment) cannot be found.",
    ),
    (
        "single",
        "Single Posts",
        NAME,
        "Displays a single post on your website unless a custom template has been applied to that post or a dedicated template exists.",
    ),
    (
        "page",
        "Pages",
        NAME,
        "Displays a static page unless a custom template has been applied to that page or a dedicated template exists.",
    ),
    (
        "archive",
        "All Archives",
        NAME,
        "Displays any archive, including posts by a single author, category, tag, taxonomy, custom post type, and date. This template will serve as a fallback when more specific templates (e.g. Category or Tag) cannot be found.",
    ),
    (
        "author",
        "Author Archives",
        NAME,
        "Displays a single author's post archive. This template will serve as a fallback when a more specific template (e.g. Author: Admin) cannot be found.",
    ),
    (
        "category",
        "Category Archives",
        NAME,
        "Displays a post category archive. This template will serve as a fallback when a more specific template (e.g. Category: Recipes) cannot be found.",
    ),
    (
        "taxonomy",
        "Taxonomy",
        NAME,
        "Displays a custom taxonomy archive. Like categories and tags, taxonomies have terms which you use to classify things. For example: a taxonomy named \"Art\" can have multiple terms, such as \"Modern\" and \"18th Century.\" This template will serve as a fallback when a more specific template (e.g. Taxonomy: Art) cannot be found.",
    ),
    (
        "date",
        "Date Archives",
        NAME,
        "Displays a post archive when a specific date is visited (e.g., example.com/2023/).",
    ),
    (
        "tag",
        "Tag Archives",
        NAME,
        "Displays a post tag archive. This template will serve as a fallback when a more specific template (e.g. Tag: Pizza) cannot be found.",
    ),
    (
        "attachment",
        "Attachment Pages",
        "",
        "Displays when a visitor views the dedicated page that exists for any media attachment.",
    ),
    (
        "search",
        "Search Results",
        NAME,
        "Displays when a visitor performs a search on your website.",
    ),
    (
        "privacy-policy",
        "Privacy Policy",
        "",
        "Displays your site's Privacy Policy page.",
    ),
    (
        "404",
        "Page: 404",
        NAME,
        "Displays when a visitor views a non-existent page, such as a dead link or a mistyped URL.",
    ),
];

/// Post formats: slug and name.
pub const FORMATS: [(&str, &str); 10] = [
    ("standard", "Standard"),
    ("aside", "Aside"),
    ("chat", "Chat"),
    ("gallery", "Gallery"),
    ("link", "Link"),
    ("image", "Image"),
    ("quote", "Quote"),
    ("status", "Status"),
    ("video", "Video"),
    ("audio", "Audio"),
];

/// Area, name, description, icon, element.
const AREAS: [(&str, &str, &str, &str, &str); 3] = [
    (
        "uncategorized",
        "General",
        "General templates often perform a specific role like displaying post content, and are not tied to any particular area.",
        "layout",
        "div",
    ),
    (
        "header",
        "Header",
        "The Header template defines a page area that typically contains a title, logo, and main navigation.",
        "header",
        "header",
    ),
    (
        "footer",
        "Footer",
        "The Footer template defines a page area that typically contains site credits, social links, or any other combination of blocks.",
        "footer",
        "footer",
    ),
];

fn in_context(rest: &Rest<'_>, source: &str, context: &str) -> String {
    match context {
        "" => rest.text(source),
        context => rest
            .locale
            .translate_with_context(source, context)
            .to_owned(),
    }
}

/// `get_default_block_template_types`.
pub fn default_template_types(rest: &Rest<'_>) -> Value {
    let kind = |title: String, description: String, slug: String| {
        Value::array()
            .with("title", title)
            .with("description", description)
            .with("slug", slug)
    };
    let kinds = KINDS.iter().map(|(slug, name, context, description)| {
        let title = in_context(rest, name, context);
        kind(title, rest.text(description), (*slug).to_owned())
    });
    let formats = FORMATS.iter().map(|(slug, name)| {
        let name = in_context(rest, name, "Post format");
        let title = in_context(rest, "Post Format: %s", NAME).replace("%s", &name);
        let description = rest.text("Displays the %s post format archive.");
        let slug = format!("taxonomy-post_format-post-format-{slug}");
        kind(title, description.replace("%s", &name), slug)
    });
    kinds.chain(formats).collect()
}

/// The name and the description of a kind of template.
pub fn template_kind(rest: &Rest<'_>, slug: &str) -> Option<(String, String)> {
    let found = KINDS.iter().find(|(name, ..)| *name == slug)?;
    Some((in_context(rest, found.1, found.2), rest.text(found.3)))
}

/// `get_allowed_block_template_part_areas`.
pub fn default_template_part_areas(rest: &Rest<'_>) -> Value {
    let areas = AREAS.iter().map(|(area, label, description, icon, tag)| {
        Value::array()
            .with("area", *area)
            .with("label", in_context(rest, label, "template part area"))
            .with("description", rest.text(description))
            .with("icon", *icon)
            .with("area_tag", *tag)
    });
    areas.collect()
}
