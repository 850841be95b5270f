//! `WP_Widget_RSS` and the block `core/rss`.
//!
//! Pages make no requests to other sites, so every feed is treated as unavailable: the widget prints its title with a
//! link to the feed, the block an error message.

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::strip_all_tags::strip_tags;
use compat::wordpress::widget::Widget;
use serde_json::Value as Json;

use super::kinds::WidgetOutput;
use super::settings::{href, is_on, text_setting, widget_title};
use crate::wordpress::view::{Page, View};

/// `rss`.
pub(super) fn rss(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = &page.view;
    let url = text_setting(widget, "url");
    let url = from_scheme(&url)?;
    if is_on(widget, "error") || is_own(view, url) {
        return None;
    }
    let title = widget_title(view, widget, &view.text("Unknown Feed"));
    let icon = format!("{}/wp-includes/images/rss.png", view.site.siteurl());
    let title = format!(
        "<a class=\"rsswidget rss-widget-feed\" href=\"{}\"><img class=\"rss-widget-icon\" style=\"border:0\" \
         width=\"14\" height=\"14\" src=\"{}\" alt=\"{}\" loading=\"lazy\" /></a> \
         <a class=\"rsswidget rss-widget-title\" href=\"\">{title}</a>",
        href(&strip_tags(url)),
        href(&icon),
        esc_attr(&view.text("RSS"))
    );
    Some(WidgetOutput {
        title,
        ..WidgetOutput::default()
    })
}

/// The block `core/rss`.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = &page.view;
    let url = call.block.attr("feedURL").and_then(Json::as_str);
    let message = if is_own(view, url.unwrap_or_default()) {
        "Adding an RSS feed to this site’s homepage is not supported, as it could lead to a loop that slows down your site. Try using another block, like the <strong>Latest Posts</strong> block, to list posts from the site."
    } else {
        "An error has occurred, which probably means the feed is down. Try again later."
    };
    format!(
        "<div class=\"components-placeholder\"><div class=\"notice notice-error\">{}</div></div>",
        view.text(message)
    )
}

/// The URL from its first `http` on.
fn from_scheme(url: &str) -> Option<&str> {
    let at = url.to_ascii_lowercase().find("http")?;
    url.get(at..)
}

/// Whether the feed belongs to the site itself, which WordPress refuses to fetch.
fn is_own(view: &View, url: &str) -> bool {
    let url = url.trim_end_matches('/');
    url == view.site.siteurl() || url == view.site.home()
}
