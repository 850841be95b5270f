//! Schemas of templates, styles, fonts and of the block editor's routes.

use compat::wordpress::php::Value;
use themes::wordpress::rest_messages::{URL_DESCRIPTION, URL_ICON, URL_IMAGE, URL_TITLE};

use super::dashboard::read;
use super::property::{ALL, EDIT, EMBED_FIRST, Properties, Property, VIEW};
use crate::wordpress::rest::route::Rest;

/// The parts of a template's content.
fn template_content(rest: &Rest<'_>) -> Properties {
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
    Properties::default()
        .and("raw", raw_content)
        .and("block_version", version)
}

/// The parts of a title.
fn title_parts(rest: &Rest<'_>, (raw, rendered): (&str, &str)) -> Properties {
    let stored = Property::new(rest, "string", raw).shown(ALL);
    Properties::default()
        .and("raw", stored)
        .and("rendered", read(rest, "string", rendered, ALL))
}

/// A template or template part.
pub fn template(rest: &Rest<'_>, subject: &str) -> Value {
    template_properties(rest, subject).schema(subject)
}

/// A revision of a template: what it has, and its post.
pub fn template_revision(rest: &Rest<'_>, subject: &str) -> Value {
    with_parent(rest, subject, "The ID for the parent of the revision.")
}

/// An autosave of a template.
pub fn template_autosave(rest: &Rest<'_>, subject: &str) -> Value {
    with_parent(rest, subject, "The ID for the parent of the autosave.")
}

fn with_parent(rest: &Rest<'_>, subject: &str, source: &str) -> Value {
    let parent = Property::new(rest, "integer", source).shown(ALL).readonly();
    let properties = template_properties(rest, subject);
    properties.and("parent", parent).schema(subject)
}

fn template_properties(rest: &Rest<'_>, subject: &str) -> Properties {
    let all = |kind: &str, source: &str| Property::new(rest, kind, source).shown(EMBED_FIRST);
    let content = template_content(rest);
    let title = title_parts(
        rest,
        (
            "Title for the template, as it exists in the database.",
            "HTML title for the template, transformed for display.",
        ),
    );
    let either = |source: &str| Property::any_of(rest, &["object", "string"], source).default("");
    let properties = Properties::default()
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
        );
    template_facts(rest, properties, subject)
}

/// What is only read of a template.
fn template_facts(rest: &Rest<'_>, properties: Properties, subject: &str) -> Properties {
    let all = |kind: &str, source: &str| Property::new(rest, kind, source).shown(EMBED_FIRST);
    let mut properties = properties
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
    properties
}

/// Styles of an owner.
pub fn global_styles(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).shown(VIEW);
    let title = title_parts(
        rest,
        (
            "Title for the global styles variation, as it exists in the database.",
            "HTML title for the post, transformed for display.",
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

/// What font families and faces have in common.
fn font_post(rest: &Rest<'_>) -> Properties {
    let of = |source: &str| Property::new(rest, "integer", source).shown(ALL);
    let version = "Version of the theme.json schema used for the typography settings.";
    Properties::default()
        .and("id", of("Unique identifier for the post.").readonly())
        .and("theme_json_version", of(version).default(3))
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
    font_post(rest)
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
    font_post(rest)
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
        .and("title", of(URL_TITLE))
        .and("icon", of(URL_ICON).format("uri"))
        .and("description", of(URL_DESCRIPTION))
        .and("image", of(URL_IMAGE).format("uri"))
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
