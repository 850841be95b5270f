//! The neighbours of a single post.

use std::sync::Arc;

use crate::wordpress::db::reads::{kept_with, record};
use crate::wordpress::db::tag::{NameTag, Tag, date_number};
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::Post;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermTaxonomyId;

macro_rules! neighbours {
    ($comparison:literal) => {
        concat!(
            "SELECT ",
            crate::uncounted_post_columns!(),
            " FROM {p}posts p WHERE p.post_date ",
            $comparison,
            " ? AND p.post_type = ? AND p.post_status = 'publish'"
        )
    };
}

const IN_TERMS: &str = " AND p.ID IN \
    (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))";

/// `get_adjacent_post`: the neighbour in time of the same type; with `terms`, among the posts that have one of them. Its
/// number of comments is not read.
///
/// # Errors
/// When the database fails.
pub async fn adjacent_post(
    db: &Db,
    site: &Site,
    post: &Post,
    is_previous: bool,
    terms: Option<&[TermTaxonomyId]>,
) -> Result<Option<Arc<Post>>, DbError> {
    let (start, order) = if is_previous {
        (neighbours!("<"), " ORDER BY p.post_date DESC LIMIT 1")
    } else {
        (neighbours!(">"), " ORDER BY p.post_date ASC LIMIT 1")
    };
    let mut sql = SqlText::new(start);
    sql.push_with(
        "",
        vec![post.date.as_str().into(), post.post_type.as_str().into()],
    );
    if let Some(terms) = terms {
        sql.push_list(IN_TERMS, terms.iter().map(|id| id.0));
    }
    site.add_posts_where(&mut sql);
    sql.push(order);
    // The result depends on all posts of the type, the response on those around it.
    let reading = db.load_built(sql.indexed_lookup());
    let found: Vec<Post> = kept_with([Tag::posts(&post.post_type)], reading).await?;
    let neighbour = found.into_iter().next();
    let end = neighbour.as_ref().map(|found| date_number(&found.date));
    let own = date_number(&post.date);
    record(Tag::Between {
        post_type: NameTag::of(&post.post_type),
        after: if is_previous { end.unwrap_or(0) } else { own },
        before: if is_previous {
            own
        } else {
            end.unwrap_or(u64::MAX)
        },
    });
    if let Some(found) = &neighbour {
        record(Tag::Post(found.id.0));
    }
    Ok(neighbour.map(Arc::new))
}
