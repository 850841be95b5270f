//! Links between the pages of a post split at `<!--nextpage-->` (`wp_link_pages`).

use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::post::Post;
use compat::wordpress::url::esc_url;

use super::view::View;

/// The links to `count` pages between `before` and `after`; empty for a post of one page.
pub fn wp_link_pages(view: &View, post: &Post, count: usize, before: &str, after: &str) -> String {
    if count < 2 {
        return String::new();
    }
    let shown = if view.query.queried_post_id() == Some(post.id) {
        view.query.page()
    } else {
        1
    };
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let numbers: Vec<String> = (1..=count)
        .map(|number| {
            if number == shown {
                return format!(
                    "<span class=\"post-page-numbers current\" aria-current=\"page\">{number}</span>"
                );
            }
            let url = view.links().get_page_of_post_link(post, number);
            let url = esc_url(&url, &WP_ALLOWED_PROTOCOLS);
            format!("<a href=\"{url}\" class=\"post-page-numbers\">{number}</a>")
        })
        .collect();
    format!("{before}{}{after}", numbers.join(" "))
}
