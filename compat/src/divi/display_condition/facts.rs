//! The data against which conditions are evaluated.

use super::visitor::ConditionVisitor;
use crate::divi::theme_builder::TemplateRequest;

/// The request, the post and the visitor.
pub struct ConditionFacts<'a> {
    /// The logged-in user, if any.
    pub user: Option<i64>,
    /// The user's roles.
    pub roles: &'a [String],
    /// The kind of request.
    pub request: &'a TemplateRequest,
    /// The shown post, 0 for none.
    pub post: i64,
    /// Its type.
    pub post_type: &'a str,
    /// Its author.
    pub author: i64,
    /// The search terms.
    pub search: &'a str,
    /// The number of items in the cart.
    pub cart_count: u64,
    /// The visitor's request.
    pub visitor: &'a ConditionVisitor,
    /// Unix time.
    pub now: i64,
    /// The time in the site's zone, in a PHP format.
    pub date: &'a dyn Fn(&str) -> String,
    /// A meta value of the post.
    pub meta: &'a dyn Fn(&str) -> Option<String>,
    /// The first day of a date archive, as in `2026-11-01`.
    pub archive_date: &'a str,
    /// Taxonomies and terms of the post.
    pub terms: &'a [(String, i64)],
}
