//! A comment before it is stored.

use super::Comment;

/// A comment that is to be stored.
#[derive(Debug, Clone, Default)]
pub struct NewComment {
    /// The fields that a stored comment has too; the id is 0 until it is stored.
    pub comment: Comment,
    /// `comment_author_IP`.
    pub author_ip: String,
    /// `comment_agent`.
    pub agent: String,
    /// Rows of `{p}commentmeta`.
    pub meta: Vec<(&'static str, String)>,
}
