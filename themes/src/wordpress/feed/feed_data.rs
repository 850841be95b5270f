//! The input of a feed besides the view.

use std::collections::HashMap;

use compat::wordpress::feed::FeedComments;
use compat::wordpress::post::{Post, PostId};

use crate::wordpress::view::View;

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
    pub(super) fn comments_number(&self, view: &View, post: &Post) -> i64 {
        match &self.comment_numbers {
            Some(numbers) => numbers.get(&post.id).copied().unwrap_or(0),
            None => view.comments_number(post),
        }
    }

    /// `get_comments_link` of a post with that link.
    pub(super) fn comments_link(&self, view: &View, permalink: &str, post: &Post) -> String {
        let place = if self.comments_number(view, post) > 0 {
            "comments"
        } else {
            "respond"
        };
        format!("{permalink}#{place}")
    }
}
