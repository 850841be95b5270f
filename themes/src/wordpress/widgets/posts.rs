//! `WP_Widget_Recent_Posts`.

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::widget::Widget;
use minijinja::{Value, context};

use super::kinds::WidgetOutput;
use super::settings::{href, is_on, number, widget_title};
use crate::wordpress::content;
use crate::wordpress::view::Page;

/// `recent-posts`; prints nothing without posts.
pub(super) fn recent_posts(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    view.shows(SitePart::RecentPosts);
    let shows_date = is_on(widget, "show_date");
    let format = view.site.options.text("date_format").into_owned();
    let mut rows = Vec::new();
    for post in view.widget_rows.recent_posts.iter().take(number(widget, 5)) {
        let title = content::the_title(page, post);
        let title = if title.is_empty() {
            view.text("(no title)")
        } else {
            title
        };
        let date = shows_date.then(|| view.mysql2date(&format, &post.date));
        rows.push(context! {
            url => Value::from_safe_string(href(&view.links().get_permalink(post))),
            title => Value::from_safe_string(title),
            date => date,
            is_current => view.query.queried_post_id() == Some(post.id),
        });
    }
    if rows.is_empty() {
        return None;
    }
    let content = view.render(
        "wordpress/widgets/recent_posts.html",
        context! { posts => Value::from_iter(rows) },
    );
    Some(WidgetOutput {
        title: widget_title(&view, widget, &view.text("Recent Posts")),
        content,
        space: "\n\t\t",
        ..WidgetOutput::default()
    })
}
