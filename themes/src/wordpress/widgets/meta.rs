//! `WP_Widget_Meta`: links to login and feeds.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::widget::Widget;

use super::kinds::WidgetOutput;
use super::settings::{href, widget_title};
use crate::wordpress::view::{Page, View};

/// `meta`.
pub(super) fn meta(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = &page.view;
    let login = format!("{}/wp-login.php", view.site.siteurl());
    let mut items = String::new();
    let mut item = |url: &str, text: &str| {
        items.push_str(&format!("<li><a href=\"{}\">{text}</a></li>\n", href(url)));
    };
    if view.visitor.user.is_some() {
        item(
            &format!("{}/wp-admin/", view.site.siteurl()),
            &view.text("Site Admin"),
        );
        let nonce = view.nonce("log-out");
        item(
            &format!("{login}?action=logout&_wpnonce={nonce}"),
            &view.text("Log out"),
        );
    } else {
        if view.site.options.is_on("users_can_register") {
            item(&format!("{login}?action=register"), &view.text("Register"));
        }
        item(&login, &view.text("Log in"));
    }
    feeds(view, &mut item);
    Some(WidgetOutput {
        title: widget_title(view, widget, &view.text("Meta")),
        content: format!("<ul>\n{items}</ul>"),
        ..WidgetOutput::default()
    })
}

fn feeds(view: &View, item: &mut impl FnMut(&str, &str)) {
    let links = view.links();
    item(&links.get_feed_link("rss2"), &view.text("Entries feed"));
    item(
        &links.get_feed_link("comments_rss2"),
        &view.text("Comments feed"),
    );
    let wordpress = esc_html(&view.text("WordPress.org")).into_owned();
    item(&view.text("https://wordpress.org/"), &wordpress);
}
