//! Revisions and autosaves of posts: `WP_REST_Revisions_Controller`, `WP_REST_Autosaves_Controller`.

use compat::wordpress::php::Value;

use super::post;
use super::property::{ALL, EDIT, Properties, Property, VIEW};
use crate::wordpress::rest::route::Rest;

/// The schema of the revisions of a type.
pub fn revision(rest: &Rest<'_>, name: &str) -> Value {
    properties(rest, name).schema(&format!("{name}-revision"))
}

/// The schema of the autosaves of a type.
pub fn autosave(rest: &Rest<'_>, name: &str) -> Value {
    let link = Property::new(rest, "string", "Preview link for the post.").format("uri");
    properties(rest, name)
        .and("preview_link", link.shown(EDIT).readonly())
        .schema(&format!("{name}-revision"))
}

fn properties(rest: &Rest<'_>, name: &str) -> Properties {
    let number = |source: &str| Property::new(rest, "integer", source).shown(ALL);
    let text = |source: &str| Property::new(rest, "string", source);
    let date = |source: &str| text(source).format("date-time");
    let local = "The date the revision was published, in the site's timezone.";
    let modified = "The date the revision was last modified, in the site's timezone.";
    let modified_gmt = "The date the revision was last modified, as GMT.";
    let slug = "An alphanumeric identifier for the revision unique to its type.";
    let guid = "GUID for the revision, as it exists in the database.";
    let mut all = Properties::default()
        .and("author", number("The ID for the author of the revision."))
        .and("date", date(local).shown(ALL))
        .and(
            "date_gmt",
            date("The date the revision was published, as GMT.").shown(VIEW),
        )
        .and("guid", text(guid).shown(VIEW))
        .and("id", number("Unique identifier for the revision."))
        .and("modified", date(modified).shown(VIEW))
        .and("modified_gmt", date(modified_gmt).shown(VIEW))
        .and("parent", number("The ID for the parent of the revision."))
        .and("slug", text(slug).shown(ALL));
    let of_post = post::properties(rest, name);
    all.take(&of_post, &["title", "content", "excerpt", "guid", "meta"]);
    all
}
