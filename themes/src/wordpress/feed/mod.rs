//! Feeds: RSS 2.0, RSS 0.92, RDF, Atom, and the feeds of comments.
//!
//! Contract "wordpress-core", section 14.1; spelling and white space as in the recorded feeds. HTTP headers are set in
//! `endpoints::wordpress::feed`.

mod channel;
mod comment_entry;
mod item;
pub mod the_content_feed;

use std::collections::HashMap;

use compat::wordpress::content::close_cdata;
use compat::wordpress::date::{WpTimezone, mysql2date};
use compat::wordpress::feed::FeedComments;
use compat::wordpress::post::{Post, PostId};
use minijinja::Value;

use super::view::Page;

/// The type of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedFormat {
    /// RSS 0.92.
    Rss,
    /// RSS 2.0, the default.
    Rss2,
    /// RSS 1.0.
    Rdf,
    /// Atom.
    Atom,
}

impl FeedFormat {
    /// The feed type of the query variable `feed`; `None` for an unknown one.
    pub fn of(feed: &str) -> Option<Self> {
        Some(match feed.trim_start_matches('_') {
            "" | "feed" | "rss2" => Self::Rss2,
            "rss" => Self::Rss,
            "rdf" => Self::Rdf,
            "atom" => Self::Atom,
            _ => return None,
        })
    }

    /// Its content type.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Rss | Self::Rss2 => "application/rss+xml; charset=UTF-8",
            Self::Rdf => "application/rdf+xml; charset=UTF-8",
            Self::Atom => "application/atom+xml; charset=UTF-8",
        }
    }
}

/// The input of a feed besides the view.
#[derive(Debug, Clone)]
pub struct Feed {
    /// Its type.
    pub format: FeedFormat,
    /// The comments of a comment feed.
    pub comments: FeedComments,
    /// The latest modification of any post, GMT.
    pub last_modified: String,
    /// Comment counts, if the theme does not use the stored `comment_count`.
    pub comment_numbers: Option<HashMap<PostId, i64>>,
}

impl Feed {
    /// `get_comments_number`.
    fn comments_number(&self, post: &Post) -> i64 {
        match &self.comment_numbers {
            Some(numbers) => numbers.get(&post.id).copied().unwrap_or(0),
            None => post.comment_count,
        }
    }

    /// `get_comments_link` of a post with that link.
    fn comments_link(&self, permalink: &str, post: &Post) -> String {
        let place = if self.comments_number(post) > 0 {
            "comments"
        } else {
            "respond"
        };
        format!("{permalink}#{place}")
    }
}

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

/// `D, d M Y H:i:s +0000`.
const RFC_2822: &str = "D, d M Y H:i:s +0000";
/// `Y-m-dTH:i:sZ`.
const W3C: &str = "Y-m-d\\TH:i:s\\Z";

/// Formats a stored GMT date, not localized.
fn gmt_date(format: &str, date: &str) -> String {
    mysql2date(format, date, &WpTimezone::utc(), None).unwrap_or_default()
}

/// A template value that is not escaped.
fn ready(text: impl Into<String>) -> Value {
    Value::from_safe_string(text.into())
}

/// Text for a CDATA section.
fn cdata(text: &str) -> Value {
    ready(close_cdata(text).into_owned())
}
