//! What the main query found: the conditionals that templates ask, the object asked for, the posts.
//!
//! The fields carry the names of WordPress's own conditional tags.

use std::sync::Arc;

use crate::wordpress::post::{Post, PostId};
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::taxonomy::Term;
use crate::wordpress::user::User;

/// The conditional tags of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each is WordPress's conditional tag of the same name"
)]
#[expect(clippy::struct_excessive_bools, reason = "the wire has as many")]
pub struct Conditionals {
    pub is_single: bool,
    pub is_preview: bool,
    pub is_page: bool,
    pub is_archive: bool,
    pub is_date: bool,
    pub is_year: bool,
    pub is_month: bool,
    pub is_day: bool,
    pub is_time: bool,
    pub is_author: bool,
    pub is_category: bool,
    pub is_tag: bool,
    pub is_tax: bool,
    pub is_search: bool,
    pub is_feed: bool,
    pub is_comment_feed: bool,
    pub is_trackback: bool,
    pub is_home: bool,
    pub is_front_page: bool,
    pub is_privacy_policy: bool,
    pub is_404: bool,
    pub is_embed: bool,
    pub is_paged: bool,
    pub is_attachment: bool,
    pub is_singular: bool,
    pub is_robots: bool,
    pub is_favicon: bool,
    pub is_posts_page: bool,
    pub is_post_type_archive: bool,
}

/// The object that a request names (`get_queried_object()`).
#[derive(Debug, Clone)]
pub enum QueriedObject {
    /// A post, page or other single object; also the page that lists the posts.
    Post(Arc<Post>),
    /// A term of an archive.
    Term(Arc<Term>),
    /// The author of an archive.
    Author(Arc<User>),
    /// The post type of an archive.
    PostType(String),
}

/// The main query with its result.
#[derive(Debug, Clone, Default)]
pub struct MainQuery {
    /// The query variables, defaults filled in.
    pub vars: QueryVars,
    /// The conditional tags.
    pub is: Conditionals,
    /// The object asked for.
    pub queried_object: Option<QueriedObject>,
    /// The posts of this page of the list, in order.
    pub posts: Vec<Arc<Post>>,
    /// Number of posts on all pages of the list.
    pub found_posts: i64,
    /// Number of pages of the list.
    pub max_num_pages: i64,
}

impl MainQuery {
    /// The single post that is shown, when the request names one.
    pub fn queried_post(&self) -> Option<&Arc<Post>> {
        match &self.queried_object {
            Some(QueriedObject::Post(post)) => Some(post),
            _ => None,
        }
    }

    /// The id of the queried post.
    pub fn queried_post_id(&self) -> Option<PostId> {
        self.queried_post().map(|p| p.id)
    }

    /// The number of the list's page, 1 for the first.
    pub fn paged(&self) -> i64 {
        self.vars.text("paged").parse().unwrap_or(0).max(1)
    }

    /// The number of the split post's page, 1 for the first.
    pub fn page(&self) -> i64 {
        self.vars
            .text("page")
            .trim_matches('/')
            .parse()
            .unwrap_or(0)
            .max(1)
    }
}
