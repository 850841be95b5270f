//! `WP_Widget_Recent_Comments` and the block `core/latest-comments`.

use compat::wordpress::block_rows::BlockRows;
use compat::wordpress::blocks::{Block, BlockCall};
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::widget::{RecentComment, Widget, comments_asked};

use super::block::{is_on_or, wrapper_class};
use super::kinds::WidgetOutput;
use super::settings::{href, number, takes_first, widget_title};
use crate::wordpress::comments::{
    avatar_with, comment_author, comment_author_link, comment_author_url, get_comment_excerpt,
};
use crate::wordpress::content;
use crate::wordpress::view::Page;

/// `recent-comments`. Links contain no comment page number, because it is not loaded.
pub(super) fn recent_comments(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let id = if takes_first(page, "recentcomments") {
        "recentcomments".to_owned()
    } else {
        format!("recentcomments-{}", widget.number)
    };
    view.shows(SitePart::RecentComments);
    let pattern = view.text_in_context("%1$s on %2$s", "widgets");
    let mut items = String::new();
    for row in view
        .widget_rows
        .recent_comments
        .iter()
        .take(number(widget, 5))
    {
        let author = format!(
            "<span class=\"comment-author-link\">{}</span>",
            comment_author_link(&view, &row.comment)
        );
        let url = view
            .links()
            .get_comment_link(&row.post, row.comment.id.0, None);
        let title = content::the_title(page, &row.post);
        let link = format!("<a href=\"{}\">{title}</a>", href(&url));
        let line = sprintf(&pattern, &[author.as_str().into(), link.as_str().into()]);
        items.push_str(&format!(
            "<li class=\"recentcomments\">{}</li>",
            line.unwrap_or_default()
        ));
    }
    Some(WidgetOutput {
        title: widget_title(&view, widget, &view.text("Recent Comments")),
        content: format!("<ul id=\"{id}\">{items}</ul>"),
        ..WidgetOutput::default()
    })
}

/// Side of an avatar in the block, in pixels.
const AVATAR_SIZE: u32 = 48;

/// `core/latest-comments`. Its comments are loaded with the site, for a block in a post's content with the page.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    const NAME: &str = "wp-block-latest-comments";
    let view = page.view.clone();
    let block = call.block;
    view.shows(SitePart::RecentComments);
    let of_site = &view.widget_rows.recent_comments;
    let of_page = &view.page_data.get::<BlockRows>().comments;
    let rows = if of_page.len() > of_site.len() {
        of_page
    } else {
        of_site
    };
    let number = usize::try_from(comments_asked(block)).unwrap_or(0);
    let rows = rows.get(..number).unwrap_or(rows);
    let mut classes = Vec::new();
    for (attribute, class) in [
        ("displayAvatar", "has-avatars"),
        ("displayDate", "has-dates"),
        ("displayExcerpt", "has-excerpts"),
    ] {
        classes.extend(is_on_or(block, attribute, true).then_some(class));
    }
    if rows.is_empty() {
        classes.push("no-comments");
        let class = wrapper_class(block, &classes, NAME);
        return format!(
            "<div class=\"{class}\">{}</div>",
            view.text("No comments to show.")
        );
    }
    let items = rows.iter().map(|row| item(block, page, row));
    let items: String = items.collect();
    format!(
        "<ol class=\"{}\">{items}</ol>",
        wrapper_class(block, &classes, NAME)
    )
}

fn item(block: &Block<'_>, page: &mut Page, row: &RecentComment) -> String {
    let view = page.view.clone();
    let RecentComment { comment, post } = row;
    let shows = |name| is_on_or(block, name, true);
    let mut out = "<li class=\"wp-block-latest-comments__comment\">".to_owned();
    if shows("displayAvatar") {
        let class = "wp-block-latest-comments__comment-avatar";
        out.push_str(&avatar_with(&view, comment, AVATAR_SIZE, "", class));
    }
    let name = comment_author(&view, comment);
    let name = esc_html(&name);
    let class = "class=\"wp-block-latest-comments__comment-author\"";
    let author = match comment_author_url(comment) {
        url if url.is_empty() => format!("<span {class}>{name}</span>"),
        url => format!("<a {class} href=\"{url}\">{name}</a>"),
    };
    let url = view.links().get_comment_link(post, comment.id.0, None);
    let title = match content::the_title(page, post) {
        title if title.is_empty() => view.text("(no title)"),
        title => title,
    };
    let link = format!(
        "<a class=\"wp-block-latest-comments__comment-link\" href=\"{}\">{}</a>",
        href(&url),
        esc_html(&title)
    );
    let line = sprintf(
        &view.text("%1$s on %2$s"),
        &[author.as_str().into(), link.as_str().into()],
    );
    out.push_str("<article><footer class=\"wp-block-latest-comments__comment-meta\">");
    out.push_str(&line.unwrap_or_default());
    if shows("displayDate") {
        let format = view.site.options.text("date_format");
        out.push_str(&format!(
            "<time datetime=\"{}\" class=\"wp-block-latest-comments__comment-date\">{}</time>",
            esc_attr(&view.mysql2date("c", &comment.date)),
            esc_html(&view.mysql2date(&format, &comment.date))
        ));
    }
    out.push_str("</footer>");
    if shows("displayExcerpt") {
        let excerpt = match view.post_password_required(post) {
            true => view.text("Password protected"),
            false => get_comment_excerpt(&comment.content),
        };
        out.push_str(&format!(
            "<div class=\"wp-block-latest-comments__comment-excerpt\">{}</div>",
            wpautop(&excerpt, true)
        ));
    }
    out.push_str("</article></li>");
    out
}
