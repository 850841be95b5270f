//! No canonical redirect for `/page/2/` of a static front page: the theme's modules use it as the page of their lists.
//!
//! Recordings canonical/page-2-portada; vectors wordpress-rewrite (`http_response` of `/?paged=2`, `/page/2`).

use crate::wordpress::canonical::CanonicalHook;
use crate::wordpress::query::MainQuery;

/// Skips the redirect for pages of the static front page.
#[derive(Debug)]
pub struct PagedFrontPage;

impl CanonicalHook for PagedFrontPage {
    fn redirect_canonical(
        &self,
        query: &MainQuery,
        _requested: &str,
        proposed: String,
    ) -> Option<String> {
        let is_later_page = query.is.is_front_page && query.is.is_page && query.is.is_paged;
        (!is_later_page).then_some(proposed)
    }
}
