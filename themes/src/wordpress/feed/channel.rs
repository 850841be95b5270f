//! The channel elements of feeds: titles, URLs, dates, generator.

use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::ent2ncr::ent2ncr;
use compat::wordpress::formatting::strip_all_tags::strip_tags;
use minijinja::{Value, context};

use super::super::document_title::document_title;
use super::super::head::url;
use super::super::site_icon::site_icon_url;
use super::super::view::{Page, View};
use super::feed_data::Feed;
use super::xml::{RFC_2822, W3C, gmt_date, ready};

/// The template values.
pub(super) fn values(page: &mut Page, feed: &Feed) -> Value {
    let view = page.view.clone();
    let built = feed_build_date(&view, feed);
    let title = wp_title_rss(&view);
    let home = bloginfo_rss(&view.site.home());
    let icon = site_icon_url(&view, 32).map(|icon| ready(convert_chars(&icon)));
    context! {
        title => ready(title),
        self_link => ready(self_link(&view)),
        home => ready(home),
        description => ready(bloginfo_rss(&view.site.options.text("blogdescription"))),
        built_rfc => gmt_date(RFC_2822, &built),
        built_w3c => gmt_date(W3C, &built),
        language => ready(bloginfo_rss(&view.locale.html_lang())),
        version => view.wp_version(),
        icon => icon,
        atom_url => ready(url(&view.links().get_feed_link("atom"))),
        use_excerpt => view.site.options.is_on("rss_use_excerpt"),
    }
}

/// `wp_title_rss`. XML has five named entities; others are written as numeric references.
pub(super) fn wp_title_rss(view: &View) -> String {
    let known = [
        ("&#38;", "&amp;"),
        ("&#60;", "&lt;"),
        ("&#62;", "&gt;"),
        ("&#34;", "&quot;"),
    ];
    let title = ent2ncr(&document_title(view));
    known
        .iter()
        .fold(title, |title, (number, name)| title.replace(number, name))
}

/// `bloginfo_rss`: a site option, stored escaped.
pub(super) fn bloginfo_rss(stored: &str) -> String {
    ent2ncr(&convert_chars(&strip_tags(stored)))
}

/// `self_link`: the requested URL.
fn self_link(view: &View) -> String {
    let home = view.site.home();
    let after = home.find("://").map_or(0, |at| at + 3);
    let host_end = home
        .get(after..)
        .and_then(|rest| rest.find('/'))
        .map_or(home.len(), |at| after + at);
    let origin = home.get(..host_end).unwrap_or_default();
    url(&format!("{origin}{}", view.visitor.page_url.as_str()))
}

/// `get_feed_build_date`: the latest modification among the listed items, else of the site; GMT.
fn feed_build_date(view: &View, feed: &Feed) -> String {
    let posts = view.query.posts.iter().map(|p| p.modified_gmt.as_str());
    let comments = feed.comments.comments.iter().map(|c| c.date_gmt.as_str());
    let newest = if view.query.posts.is_empty() {
        None
    } else {
        posts.chain(comments).max()
    };
    newest.unwrap_or(&feed.last_modified).to_owned()
}
