//! What columns change on the main query.

use super::clauses::Clauses;
use super::parse_query::Query;
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::site::Site;

/// A column's changes, run in the order of registration.
pub trait QueryHook: Send + Sync {
    /// `pre_get_posts`: variables may be changed after they were parsed (`posts_per_page`, `orderby`, …). `get` is the
    /// query string.
    fn pre_get_posts(&self, query: &mut Query, site: &Site, get: &QueryVars) {
        let _ = (query, site, get);
    }

    /// `posts_clauses`: joins (one row a post), conditions, order.
    fn posts_clauses(&self, query: &Query, site: &Site, get: &QueryVars, clauses: &mut Clauses) {
        let _ = (query, site, get, clauses);
    }

    /// Whether the column asks for the queried object while the query is set up, so that it is known even when the
    /// page turns out not to exist (the shop does so on every taxonomy that is not core's).
    fn asks_queried_object(&self, query: &Query) -> bool {
        let _ = query;
        false
    }
}
