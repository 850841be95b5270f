//! Feeds: RSS 2.0, RSS 0.92, RDF, Atom, and the feeds of comments.
//!
//! Contract "wordpress-core", section 14.1; spelling and white space as in the recorded feeds. HTTP headers are set in
//! `endpoints::wordpress::feed`.

mod channel;
mod comment_entry;
mod feed_data;
mod item;
pub mod the_content_feed;
mod xml;

use super::view::Page;

pub use feed_data::{Feed, FeedFormat};

/// Renders the feed.
pub fn render(page: &mut Page, feed: &Feed) -> String {
    let is_comments = page.view.query.is.is_comment_feed;
    let (template, values) = match (feed.format, is_comments) {
        (FeedFormat::Rss2, true) => ("rss2_comments", comment_entry::values(page, feed)),
        (FeedFormat::Atom, true) => ("atom_comments", comment_entry::values(page, feed)),
        (FeedFormat::Rss2, false) => ("rss2", item::values(page, feed)),
        (FeedFormat::Atom, false) => ("atom", item::values(page, feed)),
        (FeedFormat::Rss, _) => ("rss", item::values(page, feed)),
        (FeedFormat::Rdf, _) => ("rdf", item::values(page, feed)),
    };
    let template = format!("wordpress/feed/{template}.xml");
    page.view.render(&template, values)
}
