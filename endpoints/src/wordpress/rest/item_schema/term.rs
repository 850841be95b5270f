//! Terms: `WP_REST_Terms_Controller`.

use compat::wordpress::php::Value;

use super::property::{Properties, Property, VIEW, meta};
use crate::wordpress::rest::route::Rest;

const CONTEXTS: &[&str] = &["view", "embed", "edit"];

/// The schema of the terms of a taxonomy.
pub fn term(rest: &Rest<'_>, name: &str) -> Value {
    let number = |source: &str| Property::new(rest, "integer", source);
    let text = |source: &str| Property::new(rest, "string", source);
    let slug = "An alphanumeric identifier for the term unique to its type.";
    let kind = text("Type attribution for the term.").one_of(&[name]);
    let mut all = Properties::default()
        .and(
            "id",
            number("Unique identifier for the term.")
                .shown(CONTEXTS)
                .readonly(),
        )
        .and(
            "count",
            number("Number of published posts for the term.")
                .shown(VIEW)
                .readonly(),
        )
        .and(
            "description",
            text("HTML description of the term.").shown(VIEW),
        )
        .and(
            "link",
            text("URL of the term.")
                .format("uri")
                .shown(CONTEXTS)
                .readonly(),
        )
        .and(
            "name",
            text("HTML title for the term.").shown(CONTEXTS).required(),
        )
        .and("slug", text(slug).shown(CONTEXTS))
        .and("taxonomy", kind.shown(CONTEXTS).readonly());
    let registered = rest.state.site.registry.taxonomies.get(name);
    if registered.is_some_and(|t| t.hierarchical) {
        all.set("parent", number("The parent term ID.").shown(VIEW));
    }
    all.set("meta", meta(rest, &[]));
    all.schema(if name == "post_tag" { "tag" } else { name })
}
