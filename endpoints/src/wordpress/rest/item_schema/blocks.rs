//! Schemas of blocks and patterns.

use compat::wordpress::php::Value;

use super::dashboard::read;
use super::property::{ALL, EDIT, EMBED_FIRST, Properties, Property};
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
