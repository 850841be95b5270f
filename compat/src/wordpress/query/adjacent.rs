//! The neighbours of a single post.

use std::sync::Arc;

use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::Post;
use crate::wordpress::site::Site;

macro_rules! neighbours {
    ($comparison:literal) => {
        concat!(
            "SELECT ",
            crate::post_columns!(),
            " FROM {p}posts p WHERE p.post_date ",
            $comparison,
            " ? AND p.post_type = ? AND p.post_status = 'publish'"
        )
    };
}

const BEFORE: &str = concat!(neighbours!("<"), " ORDER BY p.post_date DESC LIMIT 1");
const AFTER: &str = concat!(neighbours!(">"), " ORDER BY p.post_date ASC LIMIT 1");

/// `get_adjacent_post` without a term: the neighbour in time of the same type.
pub async fn adjacent_post(
    db: &Db,
    site: &Site,
    post: &Post,
    is_previous: bool,
) -> Result<Option<Arc<Post>>, DbError> {
    let binds = vec![post.date.as_str().into(), post.post_type.as_str().into()];
    if site.posts_where.is_none() {
        let sql = if is_previous { BEFORE } else { AFTER };
        let found: Option<Post> = db.load_first(sql, binds).await?;
        return Ok(found.map(Arc::new));
    }
    let (start, order) = if is_previous {
        (neighbours!("<"), " ORDER BY p.post_date DESC LIMIT 1")
    } else {
        (neighbours!(">"), " ORDER BY p.post_date ASC LIMIT 1")
    };
    let mut sql = SqlText::default();
    sql.push_with(start, binds);
    site.add_posts_where(&mut sql);
    sql.push(order);
    let found: Vec<Post> = db.load_built(sql).await?;
    Ok(found.into_iter().next().map(Arc::new))
}
