//! The data of feeds besides the main query: comments, and the latest modification.
//!
//! Contract "wordpress-core", section 14.1. Posts come from the main query; nothing is printed here.

mod comment_numbers;
mod last_modified;

use std::collections::HashMap;

use super::comment::{Comment, CommentId};
use super::db::{Db, DbError, SqlText};
use super::query::MainQuery;

pub use comment_numbers::discussion_numbers;
pub use last_modified::{last_comment_modified, last_post_modified};

/// The comments of a feed, newest first, and their parents.
#[derive(Debug, Clone, Default)]
pub struct FeedComments {
    /// The comments, newest first.
    pub comments: Vec<Comment>,
    /// The comments that they are replies to.
    pub parents: HashMap<CommentId, Comment>,
}

const COLUMNS: &str = concat!("SELECT ", crate::comment_columns!(), " FROM {p}comments c ");

impl FeedComments {
    /// Loads the comments of a comment feed; runs no query for a post feed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, query: &MainQuery, limit: i64) -> Result<Self, DbError> {
        if !query.is.is_comment_feed {
            return Ok(Self::default());
        }
        let comments = if query.is.is_singular {
            of_post(db, query, limit).await?
        } else {
            by_ids(db, query.comments.clone()).await?
        };
        let parents: Vec<i64> = comments
            .iter()
            .map(|c| c.parent.0)
            .filter(|id| *id > 0)
            .collect();
        let parents = by_ids(db, parents).await?;
        Ok(Self {
            comments,
            parents: parents.into_iter().map(|c| (c.id, c)).collect(),
        })
    }
}

async fn of_post(db: &Db, query: &MainQuery, limit: i64) -> Result<Vec<Comment>, DbError> {
    let Some(post) = query.posts.first() else {
        return Ok(Vec::new());
    };
    let mut sql = SqlText::new(COLUMNS);
    sql.push_with(
        "WHERE c.comment_post_ID = ? AND c.comment_approved = '1' \
         AND c.comment_type NOT IN ('order_note', 'webhook_delivery', 'action_log') \
         ORDER BY c.comment_date_gmt DESC, c.comment_ID DESC LIMIT ?",
        vec![post.id.0.into(), limit.max(1).into()],
    );
    db.load_built(sql).await
}

/// Comments in the order of the ids.
async fn by_ids(db: &Db, ids: Vec<i64>) -> Result<Vec<Comment>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = SqlText::new(COLUMNS);
    sql.push_list("WHERE c.comment_ID IN (?*)", ids.clone());
    let mut comments: Vec<Comment> = db.load_built(sql).await?;
    let place: HashMap<i64, usize> = ids.into_iter().enumerate().map(|(n, id)| (id, n)).collect();
    comments.sort_by_key(|c| place.get(&c.id.0).copied());
    Ok(comments)
}
