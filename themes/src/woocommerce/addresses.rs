//! Addresses of the shop's pages.

use compat::wordpress::post::PostId;

use crate::wordpress::view::View;

/// `wc_get_cart_url`.
pub fn cart_url(view: &View) -> String {
    let id = PostId(view.site.options.int("woocommerce_cart_page_id"));
    view.page_url(id).unwrap_or_else(|| view.home_url())
}
