//! What a page is about: `WP_Query::get_queried_object`.

use std::sync::Arc;

use super::parse_query::Query;
use super::tax_query::{TaxOperator, find_term};
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::rewrite::QueryVar;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::Term;
use crate::wordpress::user::UserId;

/// The object.
#[derive(Debug, Clone)]
pub enum QueriedObject {
    /// A post, page or attachment.
    Post(PostId),
    /// A term.
    Term(Arc<Term>),
    /// An author.
    User(UserId),
    /// A post type, by name.
    PostType(&'static str),
}

/// The queried object of a query; `author` is the author that exists.
pub(super) fn queried_object(
    query: &Query,
    site: &Site,
    posts: &[Arc<Post>],
    author: Option<UserId>,
) -> Option<QueriedObject> {
    if let Some(page) = query.page {
        return Some(QueriedObject::Post(page));
    }
    let is = &query.is;
    if is.is_category || is.is_tag || is.is_tax {
        queried_term(query, site).map(QueriedObject::Term)
    } else if is.is_post_type_archive {
        let name = match query.vars.get("post_type")? {
            QueryVar::Text(name) => name.as_str(),
            QueryVar::Map(map) => map.values().next()?.as_text()?,
        };
        let post_type = site.registry.post_types.get(name)?;
        Some(QueriedObject::PostType(post_type.name))
    } else if is.is_posts_page {
        site.page_for_posts().map(QueriedObject::Post)
    } else if is.is_singular {
        posts.first().map(|p| QueriedObject::Post(p.id))
    } else if is.is_author {
        author.map(QueriedObject::User)
    } else {
        None
    }
}

/// The first term of the first condition on the taxonomy that the page is an archive of.
fn queried_term(query: &Query, site: &Site) -> Option<Arc<Term>> {
    let wanted = |taxonomy: &str| match taxonomy {
        "category" => query.is.is_category,
        "post_tag" => query.is.is_tag && !query.is.is_category,
        _ => !query.is.is_category && !query.is.is_tag,
    };
    let clause = query
        .tax
        .iter()
        .find(|c| c.operator != TaxOperator::NotIn && wanted(&c.taxonomy))?;
    find_term(site, clause, clause.terms.first()?).cloned()
}
