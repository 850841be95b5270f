//! The query of a block `core/latest-posts`.

use std::sync::Arc;

use serde_json::Value as Json;

use super::blocks::Block;
use super::db::reads::{declared, record};
use super::db::tag::Tag;
use super::db::{Db, DbError};
use super::post::Post;
use super::rest::{PostList, PostOrder, TermCondition};
use super::site::Site;
use super::taxonomy::TermId;

/// The most posts of a list, for blocks that ask for all.
pub const MOST_POSTS: i64 = 100;

/// The query of a block `core/latest-posts`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LatestPostsQuery {
    number: i64,
    order_by: PostOrder,
    ascending: bool,
    /// Term ids of categories; all posts when empty. Those of their children do not count.
    categories: Vec<i64>,
    /// Posts of one author; with a negative id, of all others.
    author: i64,
}

impl LatestPostsQuery {
    /// The query of a block's attributes.
    pub fn of(block: &Block<'_>) -> Self {
        let text = |name| block.attr(name).and_then(Json::as_str).unwrap_or_default();
        let int = |name| block.attr(name).and_then(Json::as_i64);
        let categories = match block.attr("categories") {
            Some(Json::Array(list)) => list
                .iter()
                .filter_map(|one| one.get("id")?.as_i64())
                .collect(),
            // As blocks stored one category before they took several.
            Some(Json::String(id)) => id.parse().into_iter().collect(),
            _ => Vec::new(),
        };
        Self {
            number: match int("postsToShow").unwrap_or(5) {
                -1 => MOST_POSTS,
                number => number.saturating_abs().clamp(1, MOST_POSTS),
            },
            order_by: match text("orderBy") {
                "title" => PostOrder::Title,
                "ID" => PostOrder::Id,
                "author" => PostOrder::Author,
                "modified" => PostOrder::Modified,
                "name" => PostOrder::Slug,
                "parent" => PostOrder::Parent,
                "menu_order" => PostOrder::MenuOrder,
                _ => PostOrder::Date,
            },
            ascending: text("order").eq_ignore_ascii_case("asc"),
            categories,
            author: int("selectedAuthor").unwrap_or(0),
        }
    }

    /// How many of the newest posts a block lists as links, with dates at most; `None` for a block that shows more of
    /// them, or others.
    pub fn newest_links(block: &Block<'_>) -> Option<i64> {
        const MORE: [&str; 3] = [
            "displayPostContent",
            "displayAuthor",
            "displayFeaturedImage",
        ];
        let is_on = |name: &&str| block.attr(name).and_then(Json::as_bool).unwrap_or(false);
        let query = Self::of(block);
        let newest = Self {
            number: query.number,
            order_by: PostOrder::Date,
            ascending: false,
            categories: Vec::new(),
            author: 0,
        };
        (query == newest && !MORE.iter().any(is_on)).then_some(query.number)
    }

    /// Runs the query.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db, site: &Site) -> Result<Vec<Arc<Post>>, DbError> {
        let terms = self.categories.iter();
        let terms = terms.filter_map(|id| site.terms.by_id("category", TermId(*id)));
        let in_categories = TermCondition {
            term_taxonomy_ids: terms.map(|term| term.term_taxonomy_id.0).collect(),
            excluded: false,
            all: false,
        };
        let has_categories = !self.categories.is_empty();
        let (author, author_exclude) = match self.author {
            0 => (vec![], vec![]),
            id if id < 0 => (vec![], vec![id.saturating_abs()]),
            id => (vec![id], vec![]),
        };
        let list = PostList {
            post_types: vec!["post".to_owned()],
            statuses: vec!["publish".to_owned()],
            author,
            author_exclude,
            terms: has_categories
                .then_some(in_categories)
                .into_iter()
                .collect(),
            orderby: self.order_by,
            ascending: self.ascending,
            limit: self.number,
            posts_where: site.posts_where.clone(),
            ..PostList::default()
        };
        let has_terms = has_categories || site.posts_where.is_some();
        let tags = has_terms.then(|| Tag::table("term_relationships"));
        let tags = tags.into_iter().chain([Tag::posts("post")]);
        let posts = declared(tags, list.rows(db)).await?;
        for post in &posts {
            record(Tag::Post(post.id.0));
        }
        Ok(posts.into_iter().map(Arc::new).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::blocks::parse_blocks;
    use super::*;

    fn query(attributes: &str) -> LatestPostsQuery {
        let text = format!("<!-- wp:latest-posts {attributes} /-->");
        LatestPostsQuery::of(&parse_blocks(&text)[0])
    }

    #[test]
    fn a_query_has_the_defaults_of_the_block() {
        let default = query("");
        assert_eq!((default.number, default.ascending), (5, false));
        assert_eq!(default.order_by, PostOrder::Date);
        assert_eq!(
            default,
            query(r#"{"postsToShow":5,"orderBy":"date","order":"desc"}"#)
        );
        let own = query(
            r#"{"postsToShow":-1,"orderBy":"title","order":"asc","selectedAuthor":3,
                "categories":[{"id":4,"value":"x"},{"id":5},{}]}"#,
        );
        assert_eq!((own.number, own.author), (MOST_POSTS, 3));
        assert_eq!((own.order_by, own.ascending), (PostOrder::Title, true));
        assert_eq!(own.categories, [4, 5]);
        assert_eq!(query(r#"{"postsToShow":1e300}"#).number, 5);
    }
}
