//! Links of feeds. The default format is `rss2`.

use std::sync::Arc;

use super::{Links, trailingslashit};
use crate::wordpress::post::Post;
use crate::wordpress::rewrite::collapse_slashes;
use crate::wordpress::taxonomy::Term;
use crate::wordpress::url::{QueryArg, add_query_arg};
use crate::wordpress::user::UserId;

/// `get_default_feed`.
pub(crate) const DEFAULT_FEED: &str = "rss2";

impl Links<'_> {
    /// The site's feed, or with `comments_` in front of the format the feed of all comments.
    pub fn get_feed_link(&self, feed: &str) -> String {
        let (feed, is_comments) = match feed.strip_prefix("comments_") {
            Some(format) => (format, true),
            None => (feed, false),
        };
        let structure = if is_comments {
            self.rewrite.comment_feed_permastruct()
        } else {
            self.rewrite.feed_permastruct()
        };
        if let Some(structure) = structure {
            let format = if feed == DEFAULT_FEED { "" } else { feed };
            let path = collapse_slashes(&format!("/{}", structure.replace("%feed%", format)));
            return self.with_link_query(self.home_url(&self.user_trailingslashit(&path)));
        }
        let feed = if feed.is_empty() { DEFAULT_FEED } else { feed };
        let prefix = if is_comments { "comments-" } else { "" };
        self.with_link_query(self.home_url(&format!("?feed={prefix}{feed}")))
    }

    /// The feed of a post's comments; an empty format is the default one.
    pub fn get_post_comments_feed_link(&self, post: &Post, feed: &str) -> String {
        let feed = if feed.is_empty() { DEFAULT_FEED } else { feed };
        let id = QueryArg::Text(post.id.to_string());
        let unattached = post.post_type == "attachment" && post.parent.0 == 0;
        if !self.rewrite.using_permalinks() {
            let key = match post.post_type.as_str() {
                _ if unattached => "attachment_id",
                "page" => "page_id",
                _ => "p",
            };
            return add_query_arg(
                &[("feed", QueryArg::from(feed)), (key, id)],
                &self.home_url("/"),
            );
        }
        let format = if feed == DEFAULT_FEED {
            String::new()
        } else {
            format!("/{feed}")
        };
        if unattached {
            let url = self.home_url(&format!("/feed{format}/"));
            return add_query_arg(&[("attachment_id", id)], &url);
        }
        let url = if self.site.page_on_front() == Some(post.id) {
            self.page_link_anyway(post, false)
        } else {
            self.permalink(post, false)
        };
        self.user_trailingslashit(&format!("{}feed{format}", trailingslashit(&url)))
    }

    /// The feed of a term's posts. In its plain form `&` is written `&amp;`, as WordPress does here.
    pub fn get_term_feed_link(&self, term: &Arc<Term>, feed: &str) -> Option<String> {
        let feed = if feed.is_empty() { DEFAULT_FEED } else { feed };
        if !self.rewrite.using_permalinks() {
            let taxonomy = self.site.registry.taxonomies.get(term.taxonomy.as_str())?;
            let query = match term.taxonomy.as_str() {
                "category" => format!("cat={}", term.term_id.0),
                "post_tag" => format!("tag={}", term.slug),
                _ => format!(
                    "{}={}",
                    taxonomy.query_var.as_deref().unwrap_or_default(),
                    term.slug
                ),
            };
            return Some(self.home_url(&format!("?feed={feed}&amp;{query}")));
        }
        let end = if feed == DEFAULT_FEED {
            "feed".to_owned()
        } else {
            format!("feed/{feed}")
        };
        let link = self.get_term_link(term)?;
        Some(below(&link, &self.user_trailingslashit(&end)))
    }

    /// The feed of an author's posts.
    pub fn get_author_feed_link(&self, id: UserId, nicename: &str, feed: &str) -> String {
        if !self.rewrite.using_permalinks() {
            return self.home_url(&format!("?feed={feed}&amp;author={}", id.0));
        }
        let link = self.get_author_posts_url(id, nicename);
        below(&link, &self.user_trailingslashit(&feed_path(feed)))
    }

    /// The feed of a search's results; its format is always named.
    pub fn get_search_feed_link(&self, search: &str, feed: &str) -> String {
        let link = self.get_search_link(search);
        if self.rewrite.using_permalinks() {
            below(&link, &format!("feed/{feed}/"))
        } else {
            add_query_arg(&[("feed", QueryArg::from(feed))], &link)
        }
    }

    /// The feed of a post type's archive, `None` when it has no archive.
    pub fn get_post_type_archive_feed_link(&self, name: &str, feed: &str) -> Option<String> {
        let link = self.get_post_type_archive_link(name)?;
        let has_feeds = self
            .site
            .registry
            .post_types
            .get(name)?
            .rewrite
            .as_ref()
            .is_some_and(|r| r.feeds);
        if !self.rewrite.using_permalinks() || !has_feeds {
            return Some(add_query_arg(&[("feed", QueryArg::from(feed))], &link));
        }
        Some(below(&link, &format!("{}/", feed_path(feed))))
    }
}

/// An address below another one, whose query stays at the end.
fn below(link: &str, path: &str) -> String {
    let at = link.find('?').unwrap_or(link.len());
    let (address, query) = link.split_at(at);
    format!("{}{path}{query}", trailingslashit(address))
}

fn feed_path(feed: &str) -> String {
    if feed == DEFAULT_FEED {
        "feed".to_owned()
    } else {
        format!("feed/{feed}")
    }
}
