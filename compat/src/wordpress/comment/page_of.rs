//! `get_page_of_comment`.

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;

use super::{Comment, CommentId};

/// The page that a link to the comment must name; `None` when comments are not paged or it is the page that the
/// post shows without a number.
///
/// # Errors
/// When the database fails.
pub async fn page_of_comment(
    db: &Db,
    options: &Options,
    comment: &Comment,
) -> Result<Option<i64>, DbError> {
    const OLDER: &str = "SELECT COUNT(*) FROM {p}comments WHERE comment_post_ID = ? AND comment_approved = '1' \
        AND comment_parent = 0 AND comment_date_gmt < ?";
    const OLDER_FLAT: &str = "SELECT COUNT(*) FROM {p}comments WHERE comment_post_ID = ? AND comment_approved = '1' \
        AND comment_date_gmt < ?";
    let per_page = options.int("comments_per_page");
    if !options.is_on("page_comments") || per_page <= 0 {
        return Ok(None);
    }
    let is_threaded = options.is_on("thread_comments") && options.int("thread_comments_depth") > 1;
    let date = if is_threaded {
        top_of_thread(db, comment).await?
    } else {
        comment.date_gmt.clone()
    };
    let sql = if is_threaded { OLDER } else { OLDER_FLAT };
    let older: Option<(i64,)> = db.load_first(sql, binds![comment.post_id.0, date]).await?;
    let page = older.map_or(0, |(n,)| n) / per_page + 1;
    let is_default = page == 1 && options.text("default_comments_page") == "oldest";
    Ok((!is_default).then_some(page))
}

/// The date of the comment at the top of the thread; a loop in the data ends the walk.
async fn top_of_thread(db: &Db, comment: &Comment) -> Result<String, DbError> {
    const SQL: &str = "SELECT comment_parent, CAST(comment_date_gmt AS CHAR) FROM {p}comments WHERE comment_ID = ?";
    let (mut date, mut parent) = (comment.date_gmt.clone(), comment.parent);
    let mut seen = vec![comment.id];
    while parent.0 > 0 && !seen.contains(&parent) && seen.len() < 64 {
        let row: Option<(i64, String)> = db.load_first(SQL, binds![parent.0]).await?;
        let Some((next, parent_date)) = row else {
            break;
        };
        seen.push(parent);
        (date, parent) = (parent_date, CommentId(next));
    }
    Ok(date)
}
