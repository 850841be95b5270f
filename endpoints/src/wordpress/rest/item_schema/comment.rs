//! Comments: `WP_REST_Comments_Controller`.

use compat::wordpress::php::Value;

use super::property::{ALL, EDIT, Properties, Property, VIEW, avatars, meta, shows_avatars, texts};
use crate::wordpress::rest::route::Rest;

/// The schema of a comment.
pub fn comment(rest: &Rest<'_>, _: &str) -> Value {
    let number = |source: &str| Property::new(rest, "integer", source);
    let text = |source: &str| Property::new(rest, "string", source);
    let content = (
        "Content for the comment, as it exists in the database.",
        "HTML content for the comment, transformed for display.",
    );
    let property = Property::new(rest, "object", "The content for the comment.").shown(ALL);
    let content = property.properties(texts(rest, content, ALL));
    let local = "The date the comment was published, in the site's timezone.";
    let gmt = "The date the comment was published, as GMT.";
    let mut all = author(rest)
        .and("content", content)
        .and("date", text(local).format("date-time").shown(ALL))
        .and("date_gmt", text(gmt).format("date-time").shown(VIEW))
        .and(
            "link",
            text("URL to the comment.")
                .format("uri")
                .shown(ALL)
                .readonly(),
        )
        .and(
            "parent",
            number("The ID for the parent of the comment.")
                .shown(ALL)
                .default(0),
        )
        .and(
            "post",
            number("The ID of the associated post object.")
                .shown(VIEW)
                .default(0),
        )
        .and("status", text("State of the comment.").shown(VIEW))
        .and("type", text("Type of the comment.").shown(ALL).readonly());
    if shows_avatars(rest) {
        let source = "Avatar URLs for the comment author.";
        all.set("author_avatar_urls", avatars(rest, source, ALL));
    }
    all.and("meta", meta(rest, &[])).schema("comment")
}

fn author(rest: &Rest<'_>) -> Properties {
    let text = |source: &str| Property::new(rest, "string", source);
    let id = Property::new(rest, "integer", "Unique identifier for the comment.");
    let source = "The ID of the user object, if author was a user.";
    let author = Property::new(rest, "integer", source).shown(ALL);
    let email = text("Email address for the comment author.").format("email");
    let ip = text("IP address for the comment author.").format("ip");
    let url = text("URL for the comment author.").format("uri");
    Properties::default()
        .and("id", id.shown(ALL).readonly())
        .and("author", author)
        .and("author_email", email.shown(EDIT))
        .and("author_ip", ip.shown(EDIT))
        .and(
            "author_name",
            text("Display name for the comment author.").shown(ALL),
        )
        .and("author_url", url.shown(ALL))
        .and(
            "author_user_agent",
            text("User agent for the comment author.").shown(EDIT),
        )
}
