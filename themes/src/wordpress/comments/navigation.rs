//! Links between the pages of a post's comments.

use compat::wordpress::link::trailingslashit;
use compat::wordpress::post::Post;
use compat::wordpress::url::{QueryArg, add_query_arg};

use super::listing::CommentPages;
use crate::wordpress::view::View;

/// The URL of a page of comments (`get_comments_pagenum_link`), not escaped.
fn page_url(view: &View, post: &Post, number: usize, last: usize) -> String {
    let permalink = view.links().get_permalink(post);
    let is_default = if view.site.options.text("default_comments_page") == "newest" {
        number == last
    } else {
        number <= 1
    };
    let url = if is_default {
        permalink
    } else if view.rewrite.using_permalinks() {
        let url = format!("{}comment-page-{number}", trailingslashit(&permalink));
        view.links().user_trailingslashit(&url)
    } else {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        add_query_arg(&[("cpage", QueryArg::from(number))], &permalink)
    };
    format!("{url}#comments")
}

/// The URLs of the pages with older and newer comments, if any.
pub fn neighbours(
    view: &View,
    post: &Post,
    pages: CommentPages,
) -> (Option<String>, Option<String>) {
    let url = |number| page_url(view, post, number, pages.last);
    let older = (pages.current > 1).then(|| url(pages.current - 1));
    let newer = (pages.current < pages.last).then(|| url(pages.current + 1));
    (older, newer)
}
