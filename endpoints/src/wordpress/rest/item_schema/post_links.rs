//! `get_schema_links`: links in the schema for the actions the user may perform on a post.

use compat::wordpress::php::Value;

use crate::wordpress::rest::columns;
use crate::wordpress::rest::hidden_types::post_type_base;
use crate::wordpress::rest::post_query::taxonomies;
use crate::wordpress::rest::route::Rest;

/// The links of a type.
pub(super) fn links(rest: &Rest<'_>, name: &str) -> Value {
    let site = &rest.state.site;
    let base = post_type_base(site, name);
    let href = rest.rest_url(&format!("/wp/v2/{base}/{{id}}"));
    let kind = |kind: &str| Value::array().with("type", kind);
    let link = |action: &str, title: String, property: (&str, Value)| {
        let target = kind("object").with("properties", Value::array().with(property.0, property.1));
        Value::array()
            .with("rel", format!("https://api.w.org/action-{action}"))
            .with("title", title)
            .with("href", href.as_str())
            .with("targetSchema", target)
    };
    let mut links = Vec::new();
    if name != "attachment" {
        let statuses: Value = ["publish", "future"].into_iter().collect();
        let title = rest.text("The current user can publish this post.");
        let status = kind("string").with("enum", statuses);
        links.push(link("publish", title, ("status", status)));
    }
    let source = "The current user can post unfiltered HTML markup and JavaScript.";
    let raw = Value::array().with("raw", kind("string"));
    links.push(link("unfiltered-html", rest.text(source), ("content", raw)));
    if name == "post" {
        let title = rest.text("The current user can sticky this post.");
        links.push(link("sticky", title, ("sticky", kind("boolean"))));
    }
    if columns::supports_author(&site.registry, name) {
        let title = rest.text("The current user can change the author on this post.");
        links.push(link("assign-author", title, ("author", kind("integer"))));
    }
    for (base, taxonomy) in taxonomies(&site.registry, name) {
        for (action, source) in [
            (
                "assign",
                "The current user can assign terms in the %s taxonomy.",
            ),
            (
                "create",
                "The current user can create terms in the %s taxonomy.",
            ),
        ] {
            let title = rest.text(source).replace("%s", &taxonomy.name);
            let terms = kind("array").with("items", kind("integer"));
            links.push(link(&format!("{action}-{base}"), title, (base, terms)));
        }
    }
    links.into_iter().collect()
}
