//! The links of the link manager (`get_bookmarks`), by their categories: what `wp-links-opml.php` lists.

use std::sync::Arc;

use super::db::unicode_ci;
use super::db::{Db, DbError, SqlText};
use super::site::Site;
use super::taxonomy::Term;

crate::row! {
    /// A link.
    #[derive(Debug, Clone)]
    pub struct Bookmark {
        /// The `term_taxonomy_id` of its category.
        category: i64,
        /// Its name, as stored.
        pub name: String,
        /// Its URL.
        pub url: String,
        /// The URL of its feed.
        pub rss: String,
        /// When it changed, local time; `0000-00-00 00:00:00` for unknown.
        pub updated: String,
    }
}

/// A category with its visible links, by name.
pub type LinkCategory = (Arc<Term>, Vec<Bookmark>);

/// The categories that hold links, by name; `wanted` names one by its `term_id`.
///
/// # Errors
/// When the database fails.
pub async fn link_categories(
    db: &Db,
    site: &Site,
    wanted: Option<i64>,
) -> Result<Vec<LinkCategory>, DbError> {
    let terms = site.terms.of("link_category").iter();
    let is_listed =
        |term: &&Arc<Term>| term.count > 0 && wanted.is_none_or(|id| id == term.term_id.0);
    let mut terms: Vec<Arc<Term>> = terms.filter(is_listed).cloned().collect();
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    terms.sort_by(|a, b| unicode_ci::compare(&a.name, &b.name));
    let mut sql = SqlText::new(
        "SELECT r.term_taxonomy_id, l.link_name, l.link_url, l.link_rss, CAST(l.link_updated AS CHAR) \
         FROM {p}links l JOIN {p}term_relationships r ON r.object_id = l.link_id \
         WHERE l.link_visible = 'Y' ",
    );
    let ids: Vec<i64> = terms.iter().map(|term| term.term_taxonomy_id.0).collect();
    sql.push_list(
        "AND r.term_taxonomy_id IN (?*) ORDER BY {ci:l.link_name}",
        ids,
    );
    let links: Vec<Bookmark> = db.load_built(sql).await?;
    let of = |term: &Term| {
        let of_term = links
            .iter()
            .filter(|link| link.category == term.term_taxonomy_id.0);
        of_term.cloned().collect()
    };
    Ok(terms
        .into_iter()
        .map(|term| (Arc::clone(&term), of(&term)))
        .collect())
}
