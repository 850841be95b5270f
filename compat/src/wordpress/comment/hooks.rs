//! What columns do to new comments: `preprocess_comment` and `comment_post`.

use crate::wordpress::db::Transaction;
use crate::wordpress::options::Options;
use crate::wordpress::php::Array;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::spam_check::Pending;

use super::new_comment::NewComment;
use super::refusal::Refusal;

/// The context of a comment's checks.
#[derive(Clone, Copy)]
pub struct CommentScene<'a> {
    /// The site's options.
    pub options: &'a Options,
    /// The post that is commented on.
    pub post: &'a Post,
    /// The form's fields.
    pub fields: &'a Array,
}

/// One column's part.
#[derive(Debug, Clone, Copy)]
pub struct CommentHook {
    /// `preprocess_comment`: changes the comment or refuses it.
    pub preprocess_comment: fn(&CommentScene<'_>, &mut NewComment) -> Option<Refusal>,
    /// `comment_post`: what is stored along with the comment, in the same transaction.
    pub comment_post: for<'a> fn(&'a Transaction, &'a NewComment) -> Pending<'a, ()>,
    /// `wp_update_comment_count`: after the comments of a post were counted anew, in the same transaction.
    pub comment_count: for<'a> fn(&'a Transaction, PostId) -> Pending<'a, ()>,
}
