//! `WP_Widget_Recent_Comments`.

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::widget::Widget;

use super::kinds::WidgetOutput;
use super::settings::{href, number, takes_first, widget_title};
use crate::wordpress::comments::comment_author_link;
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
