//! The tags that the main query's result depends on.

use super::parse_query::Query;
use super::where_clause::QueriedTypes;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::post::PostId;
use crate::wordpress::site::Site;

/// The tags of the rows that a query finds: the post with an id or a slug, else the lists of its types. The posts that
/// are found are tags of their own.
pub(super) fn query_tags(query: &Query, types: &QueriedTypes, site: &Site) -> Vec<Tag> {
    if query.is.is_singular {
        let tags = identity(query);
        if !tags.is_empty() {
            return tags;
        }
    }
    let names: Vec<&str> = match types {
        QueriedTypes::Named(names) => names.iter().map(String::as_str).collect(),
        QueriedTypes::Default | QueriedTypes::Any => {
            site.registry.post_types.keys().copied().collect()
        }
    };
    // Sticky posts that are missing in a list are looked for among posts.
    let mut tags: Vec<Tag> = names
        .iter()
        .copied()
        .chain(["post"])
        .map(Tag::posts)
        .collect();
    let mut orders = query.vars.text("orderby").split(' ');
    if orders.any(|order| order == "comment_count") {
        tags.extend(names.into_iter().map(Tag::comments_numbers));
    }
    tags
}

/// The ids and slugs that a query for one post names.
fn identity(query: &Query) -> Vec<Tag> {
    let ids = ["p", "page_id", "attachment_id"].map(|name| query.vars.int(name));
    let page = query.page.map(|PostId(id)| id);
    let ids = ids.into_iter().chain(page).filter(|id| *id != 0);
    let names = ["name", "attachment", "pagename"].map(|name| query.vars.text(name));
    let names = names.into_iter().map(|path| path.rsplit('/').next());
    let names = names.flatten().filter(|name| !name.is_empty());
    ids.map(Tag::Post)
        .chain(names.map(Tag::post_name))
        .collect()
}
