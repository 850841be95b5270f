//! Rows that blocks of a page show: the posts of `core/latest-posts`, synced patterns (`core/block`), the comments of
//! `core/latest-comments`. The newest posts and comments of block widgets are among the site's
//! [`WidgetRows`](super::widget::WidgetRows), so that they concern only pages that print them.
//!
//! Contract "wordpress-core", section 9. They are loaded for the content of the query's posts and of block widgets: one
//! statement for each distinct list, up to [`MAX_LISTS`]; two for each depth of patterns, up to [`PATTERN_DEPTH`].

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use memchr::memmem;

use super::blocks::{Block, each_block};
use super::column::{PageData, PageSource};
use super::db::DbError;
use super::latest_posts_query::LatestPostsQuery;
use super::post::{Post, PostId};
use super::widget::{self, RecentComment};
use crate::type_map_entry;

/// The most distinct lists of a page; further ones stay empty.
pub const MAX_LISTS: usize = 24;

/// The most levels of patterns that show other patterns.
pub const PATTERN_DEPTH: usize = 4;

/// The most patterns of a page.
pub const MAX_PATTERNS: usize = 200;

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

/// Whether a text may have blocks that show rows.
fn shows_rows(text: &str) -> bool {
    let has = |mark: &str| memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    let of_core = |name: &str| has(&format!("wp:{name}")) || has(&format!("wp:core/{name}"));
    has("wp:") && (of_core("latest-posts") || of_core("latest-comments") || of_core("block "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_inside_of_others_are_found() {
        let text = "<!-- wp:group --><div><!-- wp:block {\"ref\":7} /--></div><!-- /wp:group -->\
            <!-- wp:core/block {\"ref\":\"8\"} /--><!-- wp:block {\"ref\":-9} /-->";
        assert!(shows_rows(text));
        let mut refs = Vec::new();
        each_block(text, |block| refs.extend(pattern_ref(block)));
        assert_eq!(refs, [PostId(7)]);
        assert!(shows_rows("<!-- wp:latest-comments /-->"));
        assert!(!shows_rows(
            "<!-- wp:paragraph --><p>wp:block</p><!-- /wp:paragraph -->"
        ));
    }
}
