//! The row of page numbers below a post that is split at `<!--nextpage-->`.

use compat::wordpress::post::Post;

use crate::wordpress::page_links::wp_link_pages;
use crate::wordpress::view::View;

/// The links to `count` pages; empty for a post of one page.
pub fn page_links(view: &View, post: &Post, count: usize) -> String {
    let before = format!("<div class=\"page-links\">{} ", view.theme_text("Pages:"));
    wp_link_pages(view, post, count, &before, "</div>")
}
