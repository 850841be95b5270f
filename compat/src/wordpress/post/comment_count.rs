//! `comment_count` of a post, which no response shows without a tag: comments are more frequent than edits, and most pages
//! that show a post do not show how many it has.

use super::Post;
use crate::wordpress::db::reads::{Reads, record};
use crate::wordpress::db::tag::Tag;

/// The number of approved comments, as the row has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CommentCount(i64);

impl CommentCount {
    /// A number for a row.
    pub fn new(number: i64) -> Self {
        Self(number)
    }

    /// The number to store. What a response shows of it is read by [`Post::comments_number`].
    pub fn stored(self) -> i64 {
        self.0
    }
}

impl Post {
    /// `get_comments_number`, for the response that these reads belong to.
    pub fn comments_number(&self, reads: &Reads) -> i64 {
        reads.add(Tag::CommentsNumber(self.id.0));
        self.comment_count.0
    }

    /// `get_comments_number`, for the response that this task makes. Not on a thread that renders: it belongs to no task.
    pub fn comments_number_in_task(&self) -> i64 {
        record(Tag::CommentsNumber(self.id.0));
        self.comment_count.0
    }
}
