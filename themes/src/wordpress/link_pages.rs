//! `wp_link_pages`: the pages of a post that is split by `<!--nextpage-->`.
//!
//! Contract "wordpress-core", section 8.1.

use compat::wordpress::post::Post;

use super::head::url;
use super::view::View;

/// Links to all pages of a post, the shown one without a link; empty for a post with one page.
pub fn wp_link_pages(view: &View, post: &Post, before: &str, after: &str) -> String {
    let count = super::content::pages(post).len();
    if count < 2 {
        return String::new();
    }
    let shown = view.query.page();
    let mut out = before.to_owned();
    for number in 1..=i64::try_from(count).unwrap_or(1) {
        if number == shown {
            out.push_str(&format!(
                " <span class=\"post-page-numbers current\" aria-current=\"page\">{number}</span>"
            ));
            continue;
        }
        let href = match number {
            1 => view.links().get_permalink(post),
            _ => view.links().get_page_of_post_link(post, number),
        };
        out.push_str(&format!(
            " <a href=\"{}\" class=\"post-page-numbers\">{number}</a>",
            url(&href)
        ));
    }
    out + after
}
