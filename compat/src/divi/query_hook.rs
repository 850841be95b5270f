//! The theme's `posts_per_page` of lists, and the queries of the builder's search forms.
//!
//! Contract "divi-theme", section 7 (`divi_catnum_posts` and its kin); "divi-ajax", section 5. Lists of products are the
//! shop's ([`crate::woocommerce::query_hook`]).

use super::search_form;
use crate::wordpress::php::Value;
use crate::wordpress::query::{Clauses, Query, QueryHook};
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::site::Site;

/// Sets `posts_per_page` and the query of searches.
#[derive(Debug)]
pub struct Lists;

impl QueryHook for Lists {
    fn pre_get_posts(&self, query: &mut Query, site: &Site, get: &QueryVars) {
        set_page_size(query, site);
        search_form::pre_get_posts(query, get);
    }

    fn posts_clauses(&self, query: &Query, site: &Site, get: &QueryVars, clauses: &mut Clauses) {
        search_form::posts_clauses(query, site, get, clauses);
    }
}

fn set_page_size(query: &mut Query, site: &Site) {
    let (key, default) = match () {
        () if query.is.is_category => ("divi_catnum_posts", 5),
        () if query.is.is_tag => ("divi_tagnum_posts", 5),
        () if query.is.is_search => ("divi_searchnum_posts", 5),
        () if query.is.is_archive => ("divi_archivenum_posts", 5),
        () => return,
    };
    query
        .vars
        .set("posts_per_page", page_size(site, key, default).to_string());
}

/// A number of posts per page from the option `et_divi`.
pub fn page_size(site: &Site, key: &str, default: i64) -> i64 {
    match site.options.value("et_divi").at(key) {
        Value::Int(n) => *n,
        other => other
            .as_str()
            .and_then(|t| t.parse().ok())
            .unwrap_or(default),
    }
}
