//! Comment counts as the theme counts them.

use std::collections::HashMap;

use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::{Post, PostId};

/// The approved comments of posts without pings and reviews, as Divi counts them. Posts that have none are left out.
///
/// # Errors
/// When the database fails.
pub async fn discussion_numbers<'p>(
    db: &Db,
    posts: impl Iterator<Item = &'p Post>,
) -> Result<HashMap<PostId, i64>, DbError> {
    let ids: Vec<i64> = posts
        .filter(|p| p.comments_number_in_task() > 0)
        .map(|p| p.id.0)
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = SqlText::new(
        "SELECT comment_post_ID, COUNT(*) FROM {p}comments WHERE comment_approved = '1' \
         AND comment_type IN ('', 'comment') ",
    );
    sql.push_list("AND comment_post_ID IN (?*) GROUP BY comment_post_ID", ids);
    let rows: Vec<(i64, i64)> = db.load_built(sql).await?;
    Ok(rows.into_iter().map(|(id, n)| (PostId(id), n)).collect())
}
