//! Schemas of post types, statuses, taxonomies and search results.

use compat::wordpress::php::Value;

use super::property::{ALL, EDIT, EMBED_FIRST, Properties, Property, VIEW};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::subtypes::all_subtypes;

/// A read-only property.
fn read(rest: &Rest<'_>, kind: &str, source: &str, contexts: &[&str]) -> Property {
    Property::new(rest, kind, source).shown(contexts).readonly()
}

/// The boolean properties of `visibility`.
fn switches(rest: &Rest<'_>, source: &str, all: &[(&str, &str)]) -> Property {
    let mut properties = Properties::default();
    for (name, source) in all {
        properties.set(name, Property::new(rest, "boolean", source));
    }
    read(rest, "object", source, EDIT).properties(properties)
}

/// The schema of a post type.
pub fn post_type(rest: &Rest<'_>, _: &str) -> Value {
    let read = |kind: &str, source: &str, contexts| read(rest, kind, source, contexts);
    let archive = "If the value is a string, the value will be used as the archive slug. If the value is false the post type has no archive.";
    let archive = Property::any_of(rest, &["string", "boolean"], archive);
    let terms = Property::new(rest, "array", "Taxonomies associated with post type.");
    let children = "Whether or not the post type should have children.";
    let labels = "Human-readable labels for the post type for various contexts.";
    let all = Properties::default()
        .and(
            "capabilities",
            read("object", "All capabilities used by the post type.", EDIT),
        )
        .and(
            "description",
            read(
                "string",
                "A human-readable description of the post type.",
                VIEW,
            ),
        )
        .and("hierarchical", read("boolean", children, VIEW))
        .and(
            "viewable",
            read(
                "boolean",
                "Whether or not the post type can be viewed.",
                EDIT,
            ),
        )
        .and("labels", read("object", labels, EDIT))
        .and("name", read("string", "The title for the post type.", ALL))
        .and(
            "slug",
            read(
                "string",
                "An alphanumeric identifier for the post type.",
                ALL,
            ),
        )
        .and(
            "supports",
            read("object", "All features, supported by the post type.", EDIT),
        )
        .and("has_archive", archive.shown(VIEW).readonly())
        .and("taxonomies", terms.items("string").shown(VIEW).readonly());
    places(rest, all).schema("type")
}

/// Adds `visibility`, `icon` and similar properties of a post type.
fn places(rest: &Rest<'_>, all: Properties) -> Properties {
    let visibility = [
        (
            "show_ui",
            "Whether to generate a default UI for managing this post type.",
        ),
        (
            "show_in_nav_menus",
            "Whether to make the post type available for selection in navigation menus.",
        ),
    ];
    let icon = Property::any_of(rest, &["string", "null"], "The icon for the post type.");
    let template = "The block template associated with the post type.";
    let lock = "The template_lock associated with the post type, or false if none.";
    let locks: Value = ["all", "insert", "contentOnly"]
        .into_iter()
        .map(Value::from)
        .chain([Value::Bool(false)])
        .collect();
    let base = "REST base route for the post type.";
    let namespace = "REST route's namespace for the post type.";
    let source = "The visibility settings for the post type.";
    all.and("rest_base", read(rest, "string", base, ALL))
        .and("rest_namespace", read(rest, "string", namespace, ALL))
        .and("visibility", switches(rest, source, &visibility))
        .and("icon", icon.shown(ALL).readonly())
        .and(
            "template",
            Property::any_of(rest, &["array"], template)
                .readonly()
                .shown(ALL),
        )
        .and(
            "template_lock",
            Property::any_of(rest, &["string", "boolean"], lock)
                .values(locks)
                .readonly()
                .shown(ALL),
        )
}

/// The schema of a status.
pub fn status(rest: &Rest<'_>, _: &str) -> Value {
    let yes = |source: &str, contexts| read(rest, "boolean", source, contexts);
    let text = |source: &str| read(rest, "string", source, EMBED_FIRST);
    let public = "Whether posts of this status should be shown in the front end of the site.";
    let list = "Whether to include posts in the edit listing for their post type.";
    Properties::default()
        .and("name", text("The title for the status."))
        .and(
            "private",
            yes("Whether posts with this status should be private.", EDIT),
        )
        .and(
            "protected",
            yes("Whether posts with this status should be protected.", EDIT),
        )
        .and("public", yes(public, VIEW))
        .and(
            "queryable",
            yes(
                "Whether posts with this status should be publicly-queryable.",
                VIEW,
            ),
        )
        .and("show_in_list", yes(list, EDIT))
        .and("slug", text("An alphanumeric identifier for the status."))
        .and(
            "date_floating",
            yes(
                "Whether posts of this status may have floating published dates.",
                VIEW,
            ),
        )
        .schema("status")
}

/// The properties of a taxonomy's `visibility`, with their descriptions.
const TAXONOMY_VISIBILITY: [(&str, &str); 6] = [
    (
        "public",
        "Whether a taxonomy is intended for use publicly either via the admin interface or by front-end users.",
    ),
    (
        "publicly_queryable",
        "Whether the taxonomy is publicly queryable.",
    ),
    (
        "show_ui",
        "Whether to generate a default UI for managing this taxonomy.",
    ),
    (
        "show_admin_column",
        "Whether to allow automatic creation of taxonomy columns on associated post-types table.",
    ),
    (
        "show_in_nav_menus",
        "Whether to make the taxonomy available for selection in navigation menus.",
    ),
    (
        "show_in_quick_edit",
        "Whether to show the taxonomy in the quick/bulk edit panel.",
    ),
];

/// The schema of a taxonomy.
pub fn taxonomy(rest: &Rest<'_>, _: &str) -> Value {
    let text = |source: &str| read(rest, "string", source, ALL);
    let yes = |source: &str, contexts| read(rest, "boolean", source, contexts);
    let object = |source: &str| read(rest, "object", source, EDIT);
    let types = Property::new(rest, "array", "Types associated with the taxonomy.");
    let description = "A human-readable description of the taxonomy.";
    let children = "Whether or not the taxonomy should have children.";
    let labels = "Human-readable labels for the taxonomy for various contexts.";
    let cloud = "Whether or not the term cloud should be displayed.";
    let source = "The visibility settings for the taxonomy.";
    Properties::default()
        .and(
            "capabilities",
            object("All capabilities used by the taxonomy."),
        )
        .and("description", read(rest, "string", description, VIEW))
        .and("hierarchical", yes(children, VIEW))
        .and("labels", object(labels))
        .and("name", text("The title for the taxonomy."))
        .and("slug", text("An alphanumeric identifier for the taxonomy."))
        .and("show_cloud", yes(cloud, EDIT))
        .and("types", types.items("string").shown(VIEW).readonly())
        .and("rest_base", text("REST base route for the taxonomy."))
        .and(
            "rest_namespace",
            text("REST namespace route for the taxonomy."),
        )
        .and("visibility", switches(rest, source, &TAXONOMY_VISIBILITY))
        .schema("taxonomy")
}

/// The schema of a search result.
pub fn search_result(rest: &Rest<'_>, _: &str) -> Value {
    const CONTEXTS: &[&str] = &["view", "embed"];
    let text = |source: &str| Property::new(rest, "string", source);
    let id = Property::any_of(
        rest,
        &["integer", "string"],
        "Unique identifier for the object.",
    );
    let url = text("URL to the object.").format("uri");
    let kind = text("Object type.").one_of(&["post", "term", "post-format"]);
    let subtype = text("Object subtype.").values(all_subtypes(&rest.state.site.registry));
    Properties::default()
        .and("id", id.shown(CONTEXTS).readonly())
        .and(
            "title",
            text("The title for the object.").shown(CONTEXTS).readonly(),
        )
        .and("url", url.shown(CONTEXTS).readonly())
        .and("type", kind.shown(CONTEXTS).readonly())
        .and("subtype", subtype.shown(CONTEXTS).readonly())
        .schema("search-result")
}
