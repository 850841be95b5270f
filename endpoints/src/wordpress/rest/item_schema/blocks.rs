//! Schemas of blocks, patterns, templates, styles, fonts and of the block editor's routes.

use compat::wordpress::php::Value;

use super::dashboard::read;
use super::property::{ALL, EDIT, EMBED_FIRST, Properties, Property, VIEW};
use crate::wordpress::rest::route::Rest;

/// A type of block.
pub fn block_type(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| read(rest, kind, source, EMBED_FIRST);
    let or_null = |kind: &str, source: &str| {
        let property = Property::any_of(rest, &[kind, "null"], source);
        property.default(Value::Null).shown(EMBED_FIRST).readonly()
    };
    let list = |source: &str| of("array", source).items("string").default(Value::array());
    Properties::default()
        .and("api_version", of("integer", "Version of block API.").default(1))
        .and("title", of("string", "Title of block type.").default(""))
        .and("name", of("string", "Unique name identifying the block type.").default(""))
        .and("description", of("string", "Description of block type.").default(""))
        .and("icon", or_null("string", "Icon of block type."))
        .and("attributes", or_null("object", "Block attributes."))
        .and("provides_context", of("object", "Context provided by blocks of this type.").default(Value::array()))
        .and("uses_context", list("Context values inherited by blocks of this type."))
        .and("selectors", of("object", "Custom CSS selectors.").default(Value::array()))
        .and("supports", of("object", "Block supports.").default(Value::array()))
        .and("category", or_null("string", "Block category."))
        .and("is_dynamic", of("boolean", "Is the block dynamically rendered.").default(false))
        .and("editor_script_handles", list("Editor script handles."))
        .and("script_handles", list("Public facing and editor script handles."))
        .and("view_script_handles", list("Public facing script handles."))
        .and("view_script_module_ids", list("Public facing script module IDs."))
        .and("editor_style_handles", list("Editor style handles."))
        .and("style_handles", list("Public facing and editor style handles."))
        .and("view_style_handles", list("Public facing style handles."))
        .and("styles", of("array", "Block style variations.").default(Value::array()))
        .and("variations", of("array", "Block variations.").default(Value::array()))
        .and("textdomain", or_null("string", "Public text domain."))
        .and("parent", or_null("array", "Parent blocks."))
        .and("ancestor", or_null("array", "Ancestor blocks."))
        .and("allowed_blocks", or_null("array", "Allowed child block types."))
        .and("keywords", list("Block keywords."))
        .and("example", or_null("object", "Block example."))
        .and("block_hooks", of("object", "This block is automatically inserted near any occurrence of the block types used as keys of this map, into a relative position given by the corresponding value.").default(Value::array()))
        .and("editor_script", or_null("string", "Editor script handle. DEPRECATED: Use `editor_script_handles` instead."))
        .and("script", or_null("string", "Public facing and editor script handle. DEPRECATED: Use `script_handles` instead."))
        .and("view_script", or_null("string", "Public facing script handle. DEPRECATED: Use `view_script_handles` instead."))
        .and("editor_style", or_null("string", "Editor style handle. DEPRECATED: Use `editor_style_handles` instead."))
        .and("style", or_null("string", "Public facing and editor style handle. DEPRECATED: Use `style_handles` instead."))
        .schema("block-type")
}

/// A rendered block.
pub fn rendered_block(rest: &Rest<'_>, _: &str) -> Value {
    let rendered = Property::new(rest, "string", "The rendered block.");
    Properties::default()
        .and("rendered", rendered.required().shown(EDIT))
        .schema("rendered-block")
}

/// A pattern.
pub fn block_pattern(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| read(rest, kind, source, ALL);
    let sources = [
        "core",
        "plugin",
        "theme",
        "pattern-directory/core",
        "pattern-directory/theme",
        "pattern-directory/featured",
    ];
    Properties::default()
        .and("name", of("string", "The pattern name."))
        .and(
            "title",
            of("string", "The pattern title, in human readable format."),
        )
        .and("content", of("string", "The pattern content."))
        .and(
            "description",
            of("string", "The pattern detailed description."),
        )
        .and(
            "viewport_width",
            of("number", "The pattern viewport width for inserter preview."),
        )
        .and(
            "inserter",
            of(
                "boolean",
                "Determines whether the pattern is visible in inserter.",
            ),
        )
        .and("categories", of("array", "The pattern category slugs."))
        .and("keywords", of("array", "The pattern keywords."))
        .and(
            "block_types",
            of(
                "array",
                "Block types that the pattern is intended to be used with.",
            ),
        )
        .and(
            "post_types",
            of(
                "array",
                "An array of post types that the pattern is restricted to be used with.",
            ),
        )
        .and(
            "template_types",
            of(
                "array",
                "An array of template types where the pattern fits.",
            ),
        )
        .and(
            "source",
            of("string", "Where the pattern comes from e.g. core").one_of(&sources),
        )
        .schema("block-pattern")
}

/// A category of patterns.
pub fn block_pattern_category(rest: &Rest<'_>, _: &str) -> Value {
    let of = |source: &str| read(rest, "string", source, ALL);
    Properties::default()
        .and("name", of("The category name."))
        .and("label", of("The category label, in human readable format."))
        .and(
            "description",
            of("The category description, in human readable format."),
        )
        .schema("block-pattern-category")
}

/// A pattern of the vendor's directory.
pub fn pattern_directory_item(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(ALL);
    Properties::default()
        .and("id", of("integer", "The pattern ID."))
        .and(
            "title",
            of("string", "The pattern title, in human readable format."),
        )
        .and("content", of("string", "The pattern content."))
        .and(
            "categories",
            of("array", "The pattern's category slugs.").items("string"),
        )
        .and(
            "keywords",
            of("array", "The pattern's keywords.").items("string"),
        )
        .and("description", of("string", "A description of the pattern."))
        .and(
            "viewport_width",
            of(
                "integer",
                "The preferred width of the viewport when previewing a pattern, in pixels.",
            ),
        )
        .and(
            "block_types",
            of("array", "The block types which can use this pattern.").items("string"),
        )
        .schema("pattern-directory-item")
}

/// A block of the vendor's directory.
pub fn block_directory_item(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(&["view"]);
    Properties::default()
        .and(
            "name",
            of("string", "The block name, in namespace/block-name format."),
        )
        .and(
            "title",
            of("string", "The block title, in human readable format."),
        )
        .and(
            "description",
            of(
                "string",
                "A short description of the block, in human readable format.",
            ),
        )
        .and("id", of("string", "The block slug."))
        .and("rating", of("number", "The star rating of the block."))
        .and("rating_count", of("integer", "The number of ratings."))
        .and(
            "active_installs",
            of(
                "integer",
                "The number sites that have activated this block.",
            ),
        )
        .and(
            "author_block_rating",
            of(
                "number",
                "The average rating of blocks published by the same author.",
            ),
        )
        .and(
            "author_block_count",
            of(
                "integer",
                "The number of blocks published by the same author.",
            ),
        )
        .and(
            "author",
            of("string", "The WordPress.org username of the block author."),
        )
        .and("icon", of("string", "The block icon.").format("uri"))
        .and(
            "last_updated",
            of("string", "The date when the block was last updated.").format("date-time"),
        )
        .and(
            "humanized_updated",
            of(
                "string",
                "The date when the block was last updated, in human readable format.",
            ),
        )
        .schema("block-directory-item")
}

/// A template or template part.
pub fn template(rest: &Rest<'_>, subject: &str) -> Value {
    let all = |kind: &str, source: &str| Property::new(rest, kind, source).shown(EMBED_FIRST);
    let raw_content = Property::new(
        rest,
        "string",
        "Content for the template, as it exists in the database.",
    )
    .shown(VIEW);
    let version = read(
        rest,
        "integer",
        "Version of the content block format used by the template.",
        EDIT,
    );
    let content = Properties::default()
        .and("raw", raw_content)
        .and("block_version", version);
    let title = Properties::default()
        .and(
            "raw",
            Property::new(
                rest,
                "string",
                "Title for the template, as it exists in the database.",
            )
            .shown(ALL),
        )
        .and(
            "rendered",
            read(
                rest,
                "string",
                "HTML title for the template, transformed for display.",
                ALL,
            ),
        );
    let either = |source: &str| Property::any_of(rest, &["object", "string"], source).default("");
    let mut properties = Properties::default()
        .and("id", all("string", "ID of template.").readonly())
        .and(
            "slug",
            all("string", "Unique slug identifying the template.").required(),
        )
        .and("theme", all("string", "Theme identifier for the template."))
        .and("type", all("string", "Type of template."))
        .and("source", all("string", "Source of template").readonly())
        .and(
            "origin",
            all("string", "Source of a customized template").readonly(),
        )
        .and(
            "content",
            either("Content of template.")
                .shown(EMBED_FIRST)
                .properties(content),
        )
        .and(
            "title",
            either("Title of template.")
                .shown(EMBED_FIRST)
                .properties(title),
        )
        .and(
            "description",
            all("string", "Description of template.").default(""),
        )
        .and(
            "status",
            all("string", "Status of template.")
                .one_of(&["publish", "future", "draft", "pending", "private"])
                .default("publish"),
        )
        .and("wp_id", all("integer", "Post ID.").readonly())
        .and(
            "has_theme_file",
            all("bool", "Theme file exists.").readonly(),
        )
        .and(
            "author",
            Property::new(rest, "integer", "The ID for the author of the template.")
                .shown(&["view", "edit", "embed"]),
        )
        .and(
            "modified",
            read(
                rest,
                "string",
                "The date the template was last modified, in the site's timezone.",
                VIEW,
            )
            .format("date-time"),
        )
        .and(
            "author_text",
            read(rest, "string", "Human readable text for the author.", ALL),
        )
        .and(
            "original_source",
            read(
                rest,
                "string",
                "Where the template originally comes from e.g. 'theme'",
                ALL,
            )
            .one_of(&["theme", "plugin", "site", "user"]),
        );
    if subject == "wp_template_part" {
        properties.set(
            "area",
            all(
                "string",
                "Where the template part is intended for use (header, footer, etc.)",
            ),
        );
    } else {
        properties.set(
            "is_custom",
            all("bool", "Whether a template is a custom template.").readonly(),
        );
    }
    properties.schema(subject)
}

/// Styles of an owner.
pub fn global_styles(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(VIEW);
    let title = Properties::default()
        .and(
            "raw",
            Property::new(
                rest,
                "string",
                "Title for the global styles variation, as it exists in the database.",
            )
            .shown(ALL),
        )
        .and(
            "rendered",
            read(
                rest,
                "string",
                "HTML title for the post, transformed for display.",
                ALL,
            ),
        );
    let either = Property::any_of(
        rest,
        &["object", "string"],
        "Title of the global styles variation.",
    );
    Properties::default()
        .and(
            "id",
            Property::new(rest, "string", "ID of global styles config.")
                .shown(EMBED_FIRST)
                .readonly(),
        )
        .and("styles", of("object", "Global styles."))
        .and("settings", of("object", "Global settings."))
        .and(
            "title",
            either.default("").shown(EMBED_FIRST).properties(title),
        )
        .schema("wp_global_styles")
}

/// A font family.
pub fn font_family(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(ALL);
    let part = |source: &str| Property::new(rest, "string", source);
    let settings = Properties::default()
        .and(
            "name",
            part("Name of the font family preset, translatable."),
        )
        .and(
            "slug",
            part("Kebab-case unique identifier for the font family preset."),
        )
        .and("fontFamily", part("CSS font-family value."))
        .and(
            "preview",
            part("URL to a preview image of the font family.")
                .format("uri")
                .default(""),
        );
    let version = of(
        "integer",
        "Version of the theme.json schema used for the typography settings.",
    )
    .default(3);
    Properties::default()
        .and(
            "id",
            of("integer", "Unique identifier for the post.").readonly(),
        )
        .and("theme_json_version", version)
        .and(
            "font_faces",
            of(
                "array",
                "The IDs of the child font faces in the font family.",
            )
            .items("integer"),
        )
        .and(
            "font_family_settings",
            of("object", "font-face definition in theme.json format.").properties(settings),
        )
        .schema("wp_font_family")
}

/// A font face.
pub fn font_face(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(ALL);
    let version = of(
        "integer",
        "Version of the theme.json schema used for the typography settings.",
    )
    .default(3);
    Properties::default()
        .and(
            "id",
            of("integer", "Unique identifier for the post.").readonly(),
        )
        .and("theme_json_version", version)
        .and(
            "parent",
            of(
                "integer",
                "The ID for the parent font family of the font face.",
            ),
        )
        .and(
            "font_face_settings",
            of("object", "font-face declaration in theme.json format."),
        )
        .schema("wp_font_face")
}

/// A collection of fonts.
pub fn font_collection(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(ALL);
    Properties::default()
        .and(
            "slug",
            of("string", "Unique identifier for the font collection.").readonly(),
        )
        .and("name", of("string", "The name for the font collection."))
        .and(
            "description",
            of("string", "The description for the font collection."),
        )
        .and(
            "font_families",
            of("array", "The font families for the font collection."),
        )
        .and(
            "categories",
            of("array", "The categories for the font collection."),
        )
        .schema("font-collection")
}

/// The head of a page.
pub fn url_details(rest: &Rest<'_>, _: &str) -> Value {
    let of = |source: &str| read(rest, "string", source, ALL);
    Properties::default()
        .and("title", of("The contents of the <code>&lt;title&gt;</code> element from the URL."))
        .and("icon", of("The favicon image link of the <code>&lt;link rel=\"icon\"&gt;</code> element from the URL.").format("uri"))
        .and("description", of("The content of the <code>&lt;meta name=\"description\"&gt;</code> element from the URL."))
        .and("image", of("The Open Graph image link of the <code>&lt;meta property=\"og:image\"&gt;</code> or <code>&lt;meta property=\"og:image:url\"&gt;</code> element from the URL.").format("uri"))
        .schema("url-details")
}

/// The menu that a navigation block falls back to.
pub fn navigation_fallback(rest: &Rest<'_>, _: &str) -> Value {
    let id = Property::new(
        rest,
        "integer",
        "The unique identifier for the Navigation Menu.",
    );
    Properties::default()
        .and("id", id.shown(ALL).readonly())
        .schema("navigation-fallback")
}
