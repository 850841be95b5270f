//! The block `core/latest-posts`: titles of the newest posts as a list, with dates where asked.
//!
//! Contract "wordpress-rest", section 14; recording owner/block-renderer.

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use serde_json::Value as Json;

use super::block::block_class;
use super::settings::href;
use crate::wordpress::content;
use crate::wordpress::view::Page;

/// The block.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    view.shows(SitePart::RecentPosts);
    let block = call.block;
    let is_on = |name: &str| block.attr(name).and_then(Json::as_bool).unwrap_or(false);
    let number = block
        .attr("postsToShow")
        .and_then(Json::as_u64)
        .unwrap_or(5);
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let shows_date = is_on("displayPostDate");
    let mut class = block_class(block, "wp-block-latest-posts");
    if block.attr("postLayout").and_then(Json::as_str) == Some("grid") {
        let columns = block.attr("columns").and_then(Json::as_u64).unwrap_or(3);
        class = format!("is-grid columns-{columns} {class}");
    }
    if shows_date {
        class = format!("has-dates {class}");
    }
    if is_on("displayAuthor") {
        class = format!("has-author {class}");
    }
    let mut items = String::new();
    for post in view.widget_rows.recent_posts.iter().take(number) {
        let title = match content::the_title(page, post) {
            title if title.is_empty() => view.text("(no title)"),
            title => title,
        };
        let link = href(&view.links().get_permalink(post));
        items.push_str("<li><a class=\"wp-block-latest-posts__post-title\" href=\"");
        items.push_str(&link);
        items.push_str(&format!("\">{title}</a>"));
        if shows_date {
            let format = view.site.options.text("date_format").into_owned();
            let date = view.mysql2date(&format, &post.date);
            let machine = view.mysql2date("c", &post.date);
            let machine = esc_attr(&machine).into_owned();
            items.push_str(&format!(
                "<time datetime=\"{machine}\" class=\"wp-block-latest-posts__post-date\">{}</time>",
                esc_html(&date)
            ));
        }
        items.push_str("</li>\n");
    }
    let class = esc_attr(&class).into_owned();
    format!("<ul class=\"wp-block-latest-posts__list {class}\">{items}</ul>")
}
