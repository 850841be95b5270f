//! Comments (`{p}comments`): rows, and the tree that a page shows.
//!
//! Contract "wordpress-core", sections 1.1, 1.2 and 17.3.

pub mod allow;
pub mod delete;
pub mod discussion;
pub mod filter;
pub mod hooks;
pub mod insert;
pub mod moderation;
pub mod new_comment;
pub mod notify;
pub mod notify_approved;
pub mod page_of;
pub mod refusal;
mod sender;
pub mod status;
pub mod stored;
pub mod submission;
pub mod trackback;
pub mod update;

use std::collections::HashMap;

use super::db::reads::declared;
use super::db::tag::Tag;
use super::db::{Db, DbError, FromRow, Row};
use super::post::{Post, PostId};
use super::user::UserId;

/// Id of a row of `{p}comments`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CommentId(pub i64);

/// A row of `{p}comments`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comment {
    /// `comment_ID`.
    pub id: CommentId,
    /// `comment_post_ID`.
    pub post_id: PostId,
    /// `comment_author`.
    pub author: String,
    /// `comment_author_email`.
    pub author_email: String,
    /// `comment_author_url`.
    pub author_url: String,
    /// `comment_date`, local to the site.
    pub date: String,
    /// `comment_date_gmt`.
    pub date_gmt: String,
    /// `comment_content`.
    pub content: String,
    /// `comment_approved`: 1, 0, spam, trash, post-trashed.
    pub approved: String,
    /// `comment_type`: comment, pingback, trackback, review, …
    pub comment_type: String,
    /// `comment_parent`, 0 for none.
    pub parent: CommentId,
    /// `user_id`, 0 for visitors.
    pub user_id: UserId,
}

/// The columns of [`Comment`], in the order of its fields, of a table named `c`.
#[macro_export]
macro_rules! comment_columns {
    () => {
        "c.comment_ID, c.comment_post_ID, c.comment_author, c.comment_author_email, c.comment_author_url, \
         CAST(c.comment_date AS CHAR), CAST(c.comment_date_gmt AS CHAR), c.comment_content, c.comment_approved, \
         c.comment_type, c.comment_parent, c.user_id"
    };
}

impl FromRow for Comment {
    fn from_row(row: Row) -> Result<Self, DbError> {
        Ok(Self {
            id: CommentId(row.at(0)?),
            post_id: PostId(row.at(1)?),
            author: row.at(2)?,
            author_email: row.at(3)?,
            author_url: row.at(4)?,
            date: row.at(5)?,
            date_gmt: row.at(6)?,
            content: row.at(7)?,
            approved: row.at(8)?,
            comment_type: row.at(9)?,
            parent: CommentId(row.at(10)?),
            user_id: UserId(row.at(11)?),
        })
    }
}

impl Comment {
    /// Whether it is a pingback or trackback.
    pub fn is_ping(&self) -> bool {
        matches!(self.comment_type.as_str(), "pingback" | "trackback")
    }
}

/// A comment, whatever its state.
///
/// # Errors
/// When the database fails.
pub async fn load(db: &Db, id: CommentId) -> Result<Option<Comment>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::comment_columns!(),
        " FROM {p}comments c WHERE c.comment_ID = ?"
    );
    db.lookup_first(SQL, vec![id.0.into()]).await
}

/// Up to this many comments of a post are read inline, on the calling thread.
const FEW_COMMENTS: i64 = 100;

/// The comments that a page of a post shows to a visitor: the approved ones and, for its own author, one that waits
/// (`unapproved`); oldest first.
///
/// # Errors
/// When the database fails.
pub async fn load_for_post(
    db: &Db,
    post: &Post,
    unapproved: Option<CommentId>,
) -> Result<Vec<Comment>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::comment_columns!(),
        " FROM {p}comments c WHERE c.comment_post_ID = ? AND (c.comment_approved = '1' OR c.comment_ID = ? \
         AND c.comment_approved = '0') AND c.comment_type NOT IN ('order_note', 'webhook_delivery', 'action_log') \
         ORDER BY c.comment_date_gmt, c.comment_ID"
    );
    let binds = vec![post.id.0.into(), unapproved.map_or(0, |c| c.0).into()];
    let tags = [Tag::Comments(post.id.0)];
    // Needs no tag: the number only chooses the thread that reads the rows.
    if post.comment_count.stored() <= FEW_COMMENTS {
        declared(tags, db.lookup(SQL, binds)).await
    } else {
        declared(tags, db.load(SQL, binds)).await
    }
}

/// A comment and the replies to it.
#[derive(Debug)]
pub struct Thread<'a> {
    /// The comment.
    pub comment: &'a Comment,
    /// Replies, oldest first.
    pub replies: Vec<Thread<'a>>,
}

/// Comments as a tree of at most `max_depth` levels; a deeper reply becomes a sibling of its parent. Replies to a
/// comment that is not listed are omitted.
pub fn threads(comments: &[Comment], max_depth: usize) -> Vec<Thread<'_>> {
    let mut replies: HashMap<CommentId, Vec<&Comment>> = HashMap::new();
    for comment in comments {
        replies.entry(comment.parent).or_default().push(comment);
    }
    let mut top = Vec::new();
    level(&mut replies, CommentId(0), 1, max_depth.max(1), &mut top);
    top
}

/// Appends the replies to `parent` to `out`. Each list of replies is used once, so a cycle in the data ends.
fn level<'a>(
    replies: &mut HashMap<CommentId, Vec<&'a Comment>>,
    parent: CommentId,
    depth: usize,
    max_depth: usize,
    out: &mut Vec<Thread<'a>>,
) {
    if depth >= max_depth {
        // The deepest level contains all its descendants, in reading order; iterative, because threads may be long.
        let mut waiting = replies.remove(&parent).unwrap_or_default();
        waiting.reverse();
        while let Some(comment) = waiting.pop() {
            out.push(Thread {
                comment,
                replies: Vec::new(),
            });
            let below = replies.remove(&comment.id).unwrap_or_default();
            waiting.extend(below.into_iter().rev());
        }
        return;
    }
    for comment in replies.remove(&parent).unwrap_or_default() {
        let mut below = Vec::new();
        level(replies, comment.id, depth + 1, max_depth, &mut below);
        out.push(Thread {
            comment,
            replies: below,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(id: i64, parent: i64) -> Comment {
        Comment {
            id: CommentId(id),
            parent: CommentId(parent),
            ..Comment::default()
        }
    }

    fn shape(threads: &[Thread<'_>]) -> String {
        let one = |t: &Thread<'_>| format!("{}({})", t.comment.id.0, shape(&t.replies));
        threads.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn replies_lie_below_their_comment_until_the_depth_is_reached() {
        let comments = [
            comment(1, 0),
            comment(2, 1),
            comment(3, 2),
            comment(4, 3),
            comment(5, 99),
        ];
        assert_eq!(shape(&threads(&comments, 5)), "1(2(3(4())))");
        assert_eq!(shape(&threads(&comments, 2)), "1(2() 3() 4())");
        assert_eq!(shape(&threads(&comments, 1)), "1() 2() 3() 4()");
        let looped = [comment(1, 2), comment(2, 1), comment(3, 3)];
        assert_eq!(shape(&threads(&looped, 5)), "");
    }
}
