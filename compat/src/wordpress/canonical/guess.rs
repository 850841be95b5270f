//! `redirect_guess_404_permalink`: the post whose slug begins with the requested name.
//!
//! Contract "wordpress-core", section 5.3. The original has no order; its index gives the alphabetically first slug,
//! then the lowest id.

use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::link::{Links, trailingslashit};
use crate::wordpress::post::PostId;
use crate::wordpress::query::{MainQuery, esc_like};
use crate::wordpress::rewrite::QueryVar;
use crate::wordpress::site::Site;
use crate::wordpress::visibility::viewable_post_types;

/// The post to guess, `None` when nothing was named or nothing fits. One query.
///
/// # Errors
/// When the database fails.
pub async fn redirect_guess_404_permalink(
    db: &Db,
    site: &Site,
    query: &MainQuery,
) -> Result<Option<PostId>, DbError> {
    let name = query.vars.text("name");
    if name.is_empty() {
        return Ok(None);
    }
    let viewable: Vec<&str> = viewable_post_types(&site.registry)
        .filter(|t| !t.exclude_from_search)
        .map(|t| t.name)
        .collect();
    let types: Vec<&str> = match query.vars.get("post_type") {
        Some(QueryVar::Text(name)) if !name.is_empty() => vec![name.as_str()],
        Some(QueryVar::Map(map)) if !map.is_empty() => {
            map.values().filter_map(QueryVar::as_text).collect()
        }
        _ => viewable.clone(),
    };
    let types: Vec<&str> = types.into_iter().filter(|t| viewable.contains(t)).collect();
    if types.is_empty() {
        return Ok(None);
    }
    let mut sql = SqlText::new("SELECT ID FROM {p}posts WHERE ");
    sql.push_with(
        "post_name LIKE ?",
        vec![format!("{}%", esc_like(name)).into()],
    );
    sql.push_list(" AND post_type IN (?*)", types);
    super::moved::add_date(&mut sql, query);
    sql.push(" AND post_status = 'publish' ORDER BY {ci:post_name}, ID LIMIT 1");
    let rows: Vec<(i64,)> = db.load_built(sql).await?;
    Ok(rows.first().map(|(id,)| PostId(*id)))
}

/// The URL of the guessed post, with the requested feed or page.
pub(super) fn guess_url(links: &Links<'_>, query: &MainQuery, id: PostId) -> Option<String> {
    let post = links.cache.post(id)?;
    let feed = query.vars.text("feed");
    let page = query.vars.int("page");
    Some(if !feed.is_empty() {
        links.get_post_comments_feed_link(post, feed)
    } else if page > 1 {
        let link = trailingslashit(&links.get_permalink(post));
        format!("{link}{}", links.user_trailingslashit(&page.to_string()))
    } else {
        links.get_permalink(post)
    })
}
