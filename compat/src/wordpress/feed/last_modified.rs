//! When a post or a comment last changed (`get_lastpostmodified`, `get_lastcommentmodified`).

use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::site::Site;

/// The GMT time of the newest change or publication among the public posts; empty without any.
///
/// # Errors
/// When the database fails.
pub async fn last_post_modified(db: &Db, site: &Site) -> Result<String, DbError> {
    let types = || {
        let public = site.registry.post_types.values().filter(|t| t.public);
        public.map(|t| t.name).collect::<Vec<_>>()
    };
    let mut sql = SqlText::new(
        "SELECT CAST(MAX(post_modified_gmt) AS CHAR), CAST(MAX(post_date_gmt) AS CHAR) FROM {p}posts \
         WHERE post_status = 'publish' ",
    );
    sql.push_list("AND post_type IN (?*)", types());
    let rows: Vec<(String, String)> = db.load_built(sql).await?;
    let (modified, published) = rows.into_iter().next().unwrap_or_default();
    Ok(modified.max(published))
}

/// The GMT time of the newest approved comment; empty without any.
///
/// # Errors
/// When the database fails.
pub async fn last_comment_modified(db: &Db) -> Result<String, DbError> {
    let row: Option<(String,)> = db
        .load_first(
            "SELECT CAST(comment_date_gmt AS CHAR) FROM {p}comments WHERE comment_approved = '1' \
             ORDER BY comment_date_gmt DESC LIMIT 1",
            vec![],
        )
        .await?;
    Ok(row.map(|(date,)| date).unwrap_or_default())
}
