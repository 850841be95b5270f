//! Rows that blocks of a page show: the posts of `core/latest-posts`, synced patterns (`core/block`), the comments of
//! `core/latest-comments`. The newest posts and comments of block widgets are among the site's
//! [`WidgetRows`](super::widget::WidgetRows), so that they concern only pages that print them.
//!
//! Contract "wordpress-core", section 9. They are loaded for the content of the query's posts and of block widgets: one
//! statement for each distinct list, up to [`MAX_LISTS`]; two for each depth of patterns, up to [`PATTERN_DEPTH`].

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use memchr::memmem;
use serde_json::Value as Json;

use super::blocks::{Block, each_block};
use super::column::{PageData, PageSource};
use super::db::reads::{declared, record};
use super::db::tag::Tag;
use super::db::{Db, DbError};
use super::post::{Post, PostId};
use super::rest::{PostList, PostOrder, TermCondition};
use super::site::Site;
use super::taxonomy::TermId;
use super::widget::{self, RecentComment};
use crate::type_map_entry;

/// The most distinct lists of a page; further ones stay empty.
pub const MAX_LISTS: usize = 24;

/// The most levels of patterns that show other patterns.
pub const PATTERN_DEPTH: usize = 4;

/// The most patterns of a page.
pub const MAX_PATTERNS: usize = 200;

/// The most posts of a list, for blocks that ask for all.
pub const MOST_POSTS: i64 = 100;

/// The rows of a page's blocks.
#[derive(Debug, Default)]
pub struct BlockRows {
    /// Lists by their query.
    pub latest: HashMap<LatestPostsQuery, Vec<Arc<Post>>>,
    /// Published patterns without a password.
    pub patterns: BTreeMap<PostId, Arc<Post>>,
    /// The newest comments, as many as a block in the page's content asks for at most.
    pub comments: Vec<RecentComment>,
}

type_map_entry!(BlockRows);

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

    async fn load(&self, db: &Db, site: &Site) -> Result<Vec<Arc<Post>>, DbError> {
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

/// Loads the rows that the blocks of a page show.
///
/// # Errors
/// When the database fails.
pub async fn load_page(source: &mut PageSource<'_>, data: &mut PageData) -> Result<(), DbError> {
    let (mut shown, mut queries, mut comments) = (BlockRows::default(), Vec::new(), 0);
    let mut texts: Vec<String> = Vec::new();
    for text in widget::block_texts(source.site).filter(|text| shows_rows(text)) {
        let mut has_pattern = false;
        each_block(&text, |block| match block.name.as_deref() {
            Some("core/latest-posts") if LatestPostsQuery::newest_links(block).is_none() => {
                queries.push(LatestPostsQuery::of(block));
            }
            Some("core/block") => has_pattern = true,
            _ => {}
        });
        texts.extend(has_pattern.then_some(text));
    }
    let posts = source.query.posts.iter().map(|post| &post.content);
    texts.extend(posts.filter(|text| shows_rows(text)).cloned());
    if texts.is_empty() && queries.is_empty() {
        return Ok(());
    }
    for _ in 0..=PATTERN_DEPTH {
        let mut refs = Vec::new();
        for text in &texts {
            each_block(text, |block| match block.name.as_deref() {
                Some("core/latest-posts") => queries.push(LatestPostsQuery::of(block)),
                Some("core/block") => refs.extend(pattern_ref(block)),
                Some("core/latest-comments") => {
                    comments = widget::comments_asked(block).max(comments);
                }
                _ => {}
            });
        }
        texts = shown.add_patterns(refs, source).await?;
        if texts.is_empty() {
            break;
        }
    }
    for query in queries {
        if shown.latest.len() < MAX_LISTS && !shown.latest.contains_key(&query) {
            let posts = query.load(source.db, source.site).await?;
            shown.latest.insert(query, posts);
        }
    }
    if comments > 0 {
        shown.comments = widget::newest_comments(source.db, source.site, comments).await?;
    }
    data.add_posts(shown.latest.values().flatten().cloned());
    data.add_posts(shown.patterns.values().cloned());
    data.insert(shown);
    Ok(())
}

impl BlockRows {
    /// Loads patterns that are not held yet, and gives back those of their texts whose blocks show rows too.
    async fn add_patterns(
        &mut self,
        mut wanted: Vec<PostId>,
        source: &mut PageSource<'_>,
    ) -> Result<Vec<String>, DbError> {
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|id| !self.patterns.contains_key(id));
        wanted.truncate(MAX_PATTERNS.saturating_sub(self.patterns.len()));
        source.objects.prime_posts(source.db, &wanted).await?;
        let mut texts = Vec::new();
        for id in wanted {
            let post = source.objects.post(id);
            let is_shown = |p: &&Arc<Post>| {
                p.post_type == "wp_block" && p.is_published() && p.password.is_empty()
            };
            if let Some(post) = post.filter(is_shown) {
                if shows_rows(&post.content) {
                    texts.push(post.content.clone());
                }
                self.patterns.insert(id, Arc::clone(post));
            }
        }
        Ok(texts)
    }
}

/// The pattern that a block `core/block` names.
pub fn pattern_ref(block: &Block<'_>) -> Option<PostId> {
    let id = block.attr("ref")?.as_i64()?;
    (id > 0).then_some(PostId(id))
}

/// Whether a text has blocks that show posts.
fn shows_rows(text: &str) -> bool {
    let has = |mark: &str| memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    [
        "wp:latest-posts",
        "wp:core/latest-posts",
        "wp:block ",
        "wp:core/block ",
    ]
    .into_iter()
    .any(has)
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

    #[test]
    fn blocks_inside_of_others_are_found() {
        let text = "<!-- wp:group --><div><!-- wp:block {\"ref\":7} /--></div><!-- /wp:group -->\
            <!-- wp:core/block {\"ref\":\"8\"} /--><!-- wp:block {\"ref\":-9} /-->";
        assert!(shows_rows(text));
        let mut refs = Vec::new();
        each_block(text, |block| refs.extend(pattern_ref(block)));
        assert_eq!(refs, [PostId(7)]);
        assert!(!shows_rows(
            "<!-- wp:paragraph --><p>wp:block</p><!-- /wp:paragraph -->"
        ));
    }
}
