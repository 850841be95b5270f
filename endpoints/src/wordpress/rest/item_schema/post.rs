//! Schemas of posts, pages, attachments and columns' types: `WP_REST_Posts_Controller`,
//! `WP_REST_Attachments_Controller`.

use compat::wordpress::php::Value;

use super::post_links::links;
use super::property::{ALL, EDIT, Properties, Property, VIEW, meta, texts};
use crate::wordpress::rest::columns;
use crate::wordpress::rest::post_args::POST_FORMATS;
use crate::wordpress::rest::post_query::taxonomies;
use crate::wordpress::rest::route::Rest;

const OPEN: [&str; 2] = ["open", "closed"];
const STATUSES: [&str; 5] = ["publish", "future", "draft", "pending", "private"];

/// The schema of a type.
pub fn post(rest: &Rest<'_>, name: &str) -> Value {
    let schema = properties(rest, name).schema(name);
    schema.with("links", links(rest, name))
}

/// The properties of a type.
pub(super) fn properties(rest: &Rest<'_>, name: &str) -> Properties {
    let mut all = identity(rest);
    if name == "attachment" {
        all.remove("password");
    }
    let registered = rest.state.site.registry.post_types.get(name);
    if registered.is_some_and(|t| t.public) {
        addresses(rest, &mut all);
    }
    if registered.is_some_and(|t| t.hierarchical) {
        let source = "The ID for the parent of the post.";
        all.set("parent", Property::new(rest, "integer", source).shown(VIEW));
    }
    supported(rest, name, &mut all);
    if name == "post" {
        let source = "Whether or not the post should be treated as sticky.";
        all.set("sticky", Property::new(rest, "boolean", source).shown(VIEW));
    }
    let source = "The theme file to use to display the post.";
    all.set(
        "template",
        Property::new(rest, "string", source).shown(VIEW),
    );
    for (base, taxonomy) in taxonomies(&rest.state.site.registry, name) {
        let text = rest.text("The terms assigned to the post in the %s taxonomy.");
        let terms = Property::of(text.replace("%s", &taxonomy.name), "array".into());
        all.set(base, terms.items("integer").shown(VIEW));
    }
    if name == "attachment" {
        media(rest, &mut all);
    }
    all
}

fn date(rest: &Rest<'_>, source: &str) -> Property {
    Property::new(rest, "string", source).format("date-time")
}

/// The properties of every post.
fn identity(rest: &Rest<'_>) -> Properties {
    let text = |source: &str| Property::new(rest, "string", source);
    let written = |source: &str| Property::any_of(rest, &["string", "null"], source);
    let guid = (
        "GUID for the post, as it exists in the database.",
        "GUID for the post, transformed for display.",
    );
    let mut guid_texts = texts(rest, guid, VIEW);
    guid_texts.set("raw", text(guid.0).shown(EDIT).readonly());
    let source = "The globally unique identifier for the post.";
    let guid = Property::new(rest, "object", source).shown(VIEW).readonly();
    let id = Property::new(rest, "integer", "Unique identifier for the post.");
    let local = "The date the post was published, in the site's timezone.";
    let modified = "The date the post was last modified, in the site's timezone.";
    let modified_gmt = "The date the post was last modified, as GMT.";
    let slug = "An alphanumeric identifier for the post unique to its type.";
    let own = rest.routes.columns.statuses.iter().map(|own| own.slug);
    let statuses: Vec<&str> = STATUSES.into_iter().chain(own).collect();
    let status = text("A named status for the post.").one_of(&statuses);
    let password = "A password to protect access to the content and excerpt.";
    Properties::default()
        .and("date", written(local).format("date-time").shown(ALL))
        .and(
            "date_gmt",
            written("The date the post was published, as GMT.")
                .format("date-time")
                .shown(VIEW),
        )
        .and("guid", guid.properties(guid_texts))
        .and("id", id.shown(ALL).readonly())
        .and(
            "link",
            text("URL to the post.").format("uri").shown(ALL).readonly(),
        )
        .and("modified", date(rest, modified).shown(VIEW).readonly())
        .and(
            "modified_gmt",
            date(rest, modified_gmt).shown(VIEW).readonly(),
        )
        .and("slug", text(slug).shown(ALL))
        .and("status", status.shown(VIEW))
        .and("type", text("Type of post.").shown(ALL).readonly())
        .and("password", text(password).shown(EDIT))
}

/// The properties of post types with pages.
fn addresses(rest: &Rest<'_>, all: &mut Properties) {
    let text = |source: &str| Property::new(rest, "string", source);
    let template = text("Permalink template for the post.");
    all.set("permalink_template", template.shown(EDIT).readonly());
    let slug = text("Slug automatically generated from the post title.");
    all.set("generated_slug", slug.shown(EDIT).readonly());
    let source = "An array of the class names for the post container element.";
    let classes = Property::new(rest, "array", source);
    let classes = classes.shown(VIEW).readonly().items("string");
    all.set("class_list", classes);
}

/// The properties of what a type supports (`post_type_supports`), in core's order.
fn supported(rest: &Rest<'_>, name: &str, all: &mut Properties) {
    let registered = rest.state.site.registry.post_types.get(name);
    let title = (
        "Title for the post, as it exists in the database.",
        "HTML title for the post, transformed for display.",
    );
    let source = "The title for the post.";
    let property = Property::new(rest, "object", source).shown(ALL);
    all.set("title", property.properties(texts(rest, title, ALL)));
    let is_file = name == "attachment";
    if !is_file {
        all.set("content", content(rest));
    }
    if columns::supports_author(&rest.state.site.registry, name) {
        let source = "The ID for the author of the post.";
        all.set("author", Property::new(rest, "integer", source).shown(ALL));
    }
    if !is_file {
        all.set("excerpt", excerpt(rest));
    }
    let source = "The ID of the featured media for the post.";
    all.set(
        "featured_media",
        Property::new(rest, "integer", source).shown(ALL),
    );
    if registered.is_some_and(|t| t.supports_comments) {
        let state = |source: &str| {
            let property = Property::new(rest, "string", source);
            property.one_of(&OPEN).shown(VIEW)
        };
        let comments = "Whether or not comments are open on the post.";
        all.set("comment_status", state(comments));
        let pings = "Whether or not the post can be pinged.";
        all.set("ping_status", state(pings));
    }
    if columns::supports_menu_order(name) {
        let source = "The order of the post in relation to other posts.";
        all.set(
            "menu_order",
            Property::new(rest, "integer", source).shown(VIEW),
        );
    }
    if registered.is_some_and(|t| t.supports_post_formats) {
        let format = Property::new(rest, "string", "The format for the post.");
        all.set("format", format.one_of(&POST_FORMATS).shown(VIEW));
    }
    let fields = columns::meta_keys(rest, name);
    all.set("meta", meta(rest, &fields));
}

fn protected(rest: &Rest<'_>, source: &str) -> Property {
    Property::new(rest, "boolean", source).shown(ALL).readonly()
}

fn content(rest: &Rest<'_>) -> Property {
    let sources = (
        "Content for the post, as it exists in the database.",
        "HTML content for the post, transformed for display.",
    );
    let version = "Version of the content block format used by the post.";
    let version = Property::new(rest, "integer", version).shown(EDIT);
    let source = "Whether the content is protected with a password.";
    let parts = texts(rest, sources, VIEW)
        .and("block_version", version.readonly())
        .and("protected", protected(rest, source));
    let property = Property::new(rest, "object", "The content for the post.");
    property.shown(VIEW).properties(parts)
}

fn excerpt(rest: &Rest<'_>) -> Property {
    let sources = (
        "Excerpt for the post, as it exists in the database.",
        "HTML excerpt for the post, transformed for display.",
    );
    let source = "Whether the excerpt is protected with a password.";
    let parts = texts(rest, sources, ALL).and("protected", protected(rest, source));
    let property = Property::new(rest, "object", "The excerpt for the post.");
    property.shown(ALL).properties(parts)
}

/// The additional properties of attachments.
fn media(rest: &Rest<'_>, all: &mut Properties) {
    let text = |source: &str| Property::new(rest, "string", source);
    let object = |source: &str| Property::new(rest, "object", source);
    let alternative = "Alternative text to display when attachment is not displayed.";
    all.set("alt_text", text(alternative).shown(ALL));
    let caption = (
        "Caption for the attachment, as it exists in the database.",
        "HTML caption for the attachment, transformed for display.",
    );
    let property = object("The attachment caption.").shown(ALL);
    all.set("caption", property.properties(texts(rest, caption, ALL)));
    let description = (
        "Description for the attachment, as it exists in the database.",
        "HTML description for the attachment, transformed for display.",
    );
    let property = object("The attachment description.").shown(VIEW);
    all.set(
        "description",
        property.properties(texts(rest, description, VIEW)),
    );
    let kind = text("Attachment type.").one_of(&["image", "file"]);
    all.set("media_type", kind.shown(ALL).readonly());
    let mime = text("The attachment MIME type.");
    all.set("mime_type", mime.shown(ALL).readonly());
    let details = object("Details about the media file, specific to its type.");
    all.set("media_details", details.shown(ALL).readonly());
    let source = "The ID for the associated post of the attachment.";
    all.set("post", Property::new(rest, "integer", source).shown(VIEW));
    let source = text("URL to the original attachment file.").format("uri");
    all.set("source_url", source.shown(ALL).readonly());
    let source = "List of the missing image sizes of the attachment.";
    let sizes = Property::new(rest, "array", source).items("string");
    all.set("missing_image_sizes", sizes.shown(EDIT).readonly());
}
