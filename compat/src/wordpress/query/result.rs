//! The main query after it ran: variables, conditionals, posts.
//!
//! Contract "wordpress-core", section 4.

use std::sync::Arc;

use super::conditionals::Conditionals;
use super::queried_object::QueriedObject;
use super::tax_query::TaxClause;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::user::UserId;

/// The query after it ran.
#[derive(Debug, Clone, Default)]
pub struct MainQuery {
    /// The variables as the request gave them (`$wp->query_vars`).
    pub request: QueryVars,
    /// The arguments of the address, public query variables or not (`$_GET`).
    pub get: QueryVars,
    /// The variables in force (`get_query_var`).
    pub vars: QueryVars,
    /// The conditionals.
    pub is: Conditionals,
    /// Conditions on terms.
    pub tax: Vec<TaxClause>,
    /// The posts, in order.
    pub posts: Vec<Arc<Post>>,
    /// Number of posts on all pages.
    pub found_posts: i64,
    /// Number of pages, 0 for a single post.
    pub max_num_pages: i64,
    /// Posts a page.
    pub posts_per_page: i64,
    /// The HTTP status for a page: 404 also when the request itself was refused, 403 for requests to deprecated files. A
    /// query that is "not found" only by its variables (`?p=-1`) has 200, as in WordPress.
    pub status: u16,
    /// What the page is about.
    pub queried_object: Option<QueriedObject>,
    /// The author of an author's archive, when there is one.
    pub author: Option<UserId>,
    /// The comments of a feed of many posts' comments, newest first.
    pub comments: Vec<i64>,
}

impl MainQuery {
    /// The id of the post that the page is about.
    pub fn queried_post_id(&self) -> Option<PostId> {
        match self.queried_object {
            Some(QueriedObject::Post(id)) => Some(id),
            _ => None,
        }
    }

    /// The post that the page is about, when it is one of those shown (the page of a list of posts is not).
    pub fn queried_post(&self) -> Option<&Arc<Post>> {
        let id = self.queried_post_id()?;
        self.posts.iter().find(|p| p.id == id)
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
