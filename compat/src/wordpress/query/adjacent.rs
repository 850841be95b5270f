//! The neighbours of a single post.

use std::sync::Arc;

use crate::wordpress::db::{Db, DbError};
use crate::wordpress::post::Post;
use crate::wordpress::taxonomy::TermTaxonomyId;

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

const BEFORE_IN_TERMS: &str = concat!(
    "SELECT ",
    crate::post_columns!(),
    " FROM {p}posts WHERE post_date < ? AND post_type = ? AND post_status = 'publish' AND ID IN \
     (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*)) \
     ORDER BY post_date DESC LIMIT 1"
);
const AFTER_IN_TERMS: &str = concat!(
    "SELECT ",
    crate::post_columns!(),
    " FROM {p}posts WHERE post_date > ? AND post_type = ? AND post_status = 'publish' AND ID IN \
     (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*)) \
     ORDER BY post_date ASC LIMIT 1"
);

/// `get_adjacent_post` in the same term: the neighbour in time among the posts that have one of these terms.
pub async fn adjacent_post_in_terms(
    db: &Db,
    post: &Post,
    is_previous: bool,
    terms: &[TermTaxonomyId],
) -> Result<Option<Arc<Post>>, DbError> {
    let sql = if is_previous {
        BEFORE_IN_TERMS
    } else {
        AFTER_IN_TERMS
    };
    let terms: Vec<i64> = terms.iter().map(|id| id.0).collect();
    if terms.is_empty() {
        return Ok(None);
    }
    let binds = vec![post.date.as_str().into(), post.post_type.as_str().into()];
    let found: Vec<Post> = db.load_list(sql, binds, &terms, vec![]).await?;
    Ok(found.into_iter().next().map(Arc::new))
}
