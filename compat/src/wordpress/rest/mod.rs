//! Database queries of the routes of `wp/v2`: lists of posts, comments and users.
//!
//! Contract "wordpress-core", section 13. No HTTP here: parameters arrive validated, results are rows.

mod comment_list;
mod post_list;
mod revision_list;
mod user_list;

pub use comment_list::{CommentList, CommentOrder};
pub use post_list::{DateBound, DateColumn, PostList, PostOrder, SearchColumn, TermCondition};
pub use revision_list::{RevisionList, autosaves, newest_autosave};
pub use user_list::{UserColumn, UserList, UserOrder};

use super::db::{Bind, SqlText};
use super::query::esc_like;

/// One slice of a longer list.
#[derive(Debug, Clone)]
pub struct Slice<T> {
    /// The items of the slice, in order.
    pub items: Vec<T>,
    /// Number of items on all slices.
    pub total: i64,
}

/// Adds `AND column IN (…)`, or NOT IN, when the list is not empty.
fn in_list<T: Into<Bind> + Clone>(sql: &mut SqlText, piece: &'static str, list: &[T]) {
    if !list.is_empty() {
        sql.push_list(piece, list.iter().cloned());
    }
}

/// Post, number of revisions and newest revision of the posts that have some.
///
/// # Errors
/// When the database fails.
pub async fn revisions(
    db: &super::db::Db,
    ids: &[i64],
) -> Result<Vec<(i64, i64, i64)>, super::db::DbError> {
    const SQL: &str = "SELECT post_parent, COUNT(*), MAX(ID) FROM {p}posts WHERE post_type = 'revision' \
        AND post_status = 'inherit' AND post_parent IN (?*) GROUP BY post_parent";
    db.load_list(SQL, vec![], ids, vec![]).await
}

/// The oldest posts with this slug, of all types: oEmbed looks among them for the one that has the whole address.
///
/// # Errors
/// When the database fails.
pub async fn posts_with_slug(
    db: &super::db::Db,
    slug: &str,
) -> Result<Vec<super::post::PostId>, super::db::DbError> {
    const SQL: &str = "SELECT ID FROM {p}posts WHERE post_name = ? AND post_type <> 'revision' ORDER BY ID LIMIT 20";
    let rows: Vec<(i64,)> = db.load(SQL, vec![Bind::from(slug)]).await?;
    Ok(rows
        .into_iter()
        .map(|(id,)| super::post::PostId(id))
        .collect())
}
