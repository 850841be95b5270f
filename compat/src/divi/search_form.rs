//! Query variables of the builder's search forms: post types, excluded categories, posts per page.
//!
//! Contract "divi-ajax", section 5. Without the hidden field of these forms WordPress's own search runs.

use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::query::{Clauses, Query};
use crate::wordpress::rewrite::{QueryVar, QueryVars};
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermId;

/// The hidden field of these forms.
const SUBMIT: &str = "et_pb_searchform_submit";
/// The most posts per page that a request can set.
const MOST_POSTS: i64 = 100;
/// The most excluded categories that are read.
const MOST_CATEGORIES: usize = 200;

/// Whether the query comes from such a form.
fn is_of_form(query: &Query, get: &QueryVars) -> bool {
    query.is.is_search && get.get(SUBMIT).is_some()
}

/// Sets the post types and the number of posts.
pub(super) fn pre_get_posts(query: &mut Query, get: &QueryVars) {
    if !is_of_form(query, get) {
        return;
    }
    let has = |name: &str| get.get(name).is_some();
    let (pages, posts) = (has("et_pb_include_pages"), has("et_pb_include_posts"));
    let types = match (pages, posts) {
        (true, true) => vec!["page", "post"],
        (true, false) => vec!["page"],
        (false, _) => vec!["post"],
    };
    query.vars.set_list("post_type", types);
    if let Some(QueryVar::Text(text)) = get.get("et-posts-count") {
        let count = string_to_int(text.as_bytes());
        if count > 0 {
            let count = count.min(MOST_POSTS);
            query.vars.set("posts_per_page", count.to_string());
        }
    }
}

/// Excludes posts of the named categories, not those of their child categories.
pub(super) fn posts_clauses(query: &Query, site: &Site, get: &QueryVars, clauses: &mut Clauses) {
    if !is_of_form(query, get) {
        return;
    }
    let named = get.text("et_pb_search_cat").split(',');
    let ids = named.take(MOST_CATEGORIES).filter_map(|id| {
        let id = string_to_int(id.trim().as_bytes()).checked_abs()?;
        let term = site.terms.by_id("category", TermId(id))?;
        Some(term.term_taxonomy_id.0)
    });
    let ids: Vec<i64> = ids.collect();
    if !ids.is_empty() {
        clauses.and_list(
            "p.ID NOT IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))",
            ids,
        );
    }
}
