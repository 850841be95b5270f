//! When a query that ran is "not found" after all: `WP::handle_404`.
//!
//! Contract "wordpress-core", section 4, last paragraph.

use super::result::MainQuery;
use crate::wordpress::rewrite::QueryVars;

const NEXT_PAGE: &str = "<!--nextpage-->";

/// Whether the page is not there. `request` are the variables of the request, not those that the query completed.
pub(super) fn is_not_found(query: &MainQuery, request: &QueryVars) -> bool {
    let is = &query.is;
    if is.is_404 || is.is_robots || is.is_favicon {
        return false;
    }
    if let Some(post) = query.posts.first() {
        let page = request.text("page").trim_matches('/');
        if page.is_empty() || page == "0" {
            return false;
        }
        if is.is_posts_page {
            return true;
        }
        if !is.is_singular {
            return false;
        }
        let pages = post.content.matches(NEXT_PAGE).count() + 1;
        let page = crate::wordpress::php::cast::string_to_int(page.as_bytes());
        return pages == 1 || usize::try_from(page).is_ok_and(|page| page > pages);
    }
    if is.is_paged {
        return true;
    }
    let exists = is.is_author && query.author.is_some()
        || (is.is_tag || is.is_category || is.is_tax || is.is_post_type_archive)
            && query.queried_object.is_some();
    !(exists || is.is_home || is.is_search || is.is_feed)
}
