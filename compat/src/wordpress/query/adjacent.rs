//! The neighbours of a single post.

use std::sync::Arc;

use crate::wordpress::db::{Db, DbError};
use crate::wordpress::post::Post;

const BEFORE: &str = concat!(
    "SELECT ",
    crate::post_columns!(),
    " FROM {p}posts WHERE post_date < ? AND post_type = ? AND post_status = 'publish' \
     ORDER BY post_date DESC LIMIT 1"
);
const AFTER: &str = concat!(
    "SELECT ",
    crate::post_columns!(),
    " FROM {p}posts WHERE post_date > ? AND post_type = ? AND post_status = 'publish' \
     ORDER BY post_date ASC LIMIT 1"
);

/// `get_adjacent_post` without a term: the neighbour in time of the same type.
pub async fn adjacent_post(
    db: &Db,
    post: &Post,
    is_previous: bool,
) -> Result<Option<Arc<Post>>, DbError> {
    let sql = if is_previous { BEFORE } else { AFTER };
    let binds = vec![post.date.as_str().into(), post.post_type.as_str().into()];
    let found: Option<Post> = db.load_first(sql, binds).await?;
    Ok(found.map(Arc::new))
}
