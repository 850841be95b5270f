//! Published posts with their contents, chunk by chunk.

use std::sync::Arc;

use super::limits;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::site::Site;
use crate::wordpress::user::UserId;
use crate::wordpress::visibility::viewable_post_types;

/// The condition comes before the last piece. Contents above the limit stay in the database.
const COLUMNS: &str = "SELECT p.ID, p.post_author, CAST(p.post_date AS CHAR), \
    CASE WHEN LENGTH(p.post_content) > ? THEN '' ELSE p.post_content END, LENGTH(p.post_content), p.post_title, \
    p.post_excerpt, p.post_password, p.post_name, p.post_parent, p.post_type FROM {p}posts p \
    WHERE p.post_status = 'publish' AND p.ID > ?";

crate::row! {
    struct ContentRow {
        id: i64,
        author: i64,
        date: String,
        content: String,
        bytes: i64,
        title: String,
        excerpt: String,
        password: String,
        name: String,
        parent: i64,
        post_type: String,
    }
}

/// A published post.
#[derive(Debug, Clone)]
pub struct Published {
    /// The post; its content is empty when it is too long to be read.
    pub post: Arc<Post>,
    /// Whether the content is too long to be read.
    pub is_too_long: bool,
}

/// The types of posts whose contents visitors see: those with addresses, and those that columns name.
pub fn content_types(site: &Site, named: &[&'static str]) -> Vec<&'static str> {
    let viewable = viewable_post_types(&site.registry).map(|t| t.name);
    let mut types: Vec<_> = viewable.filter(|name| *name != "attachment").collect();
    let more = named.iter().filter(|name| !types.contains(name));
    types.extend(more.copied().collect::<Vec<_>>());
    types
}

/// The next posts behind an id, of the language that the site stands in.
///
/// # Errors
/// When the database fails.
pub async fn load(
    db: &Db,
    site: &Site,
    types: &[&'static str],
    after: i64,
) -> Result<Vec<Published>, DbError> {
    let longest = i64::try_from(limits::CONTENT).unwrap_or(i64::MAX);
    let mut sql = SqlText::default();
    sql.push_with(COLUMNS, vec![longest.into(), after.into()]);
    sql.push_list(" AND p.post_type IN (?*)", types.iter().copied());
    site.add_posts_where(&mut sql);
    sql.push_with(" ORDER BY p.ID LIMIT ?", vec![limits::CHUNK.into()]);
    let rows: Vec<ContentRow> = db.load_built(sql).await?;
    Ok(rows.into_iter().map(published).collect())
}

fn published(row: ContentRow) -> Published {
    let is_too_long = usize::try_from(row.bytes).is_ok_and(|bytes| bytes > limits::CONTENT);
    let post = Post {
        id: PostId(row.id),
        author: UserId(row.author),
        date: row.date,
        content: row.content,
        title: row.title,
        excerpt: row.excerpt,
        status: "publish".to_owned(),
        password: row.password,
        name: row.name,
        parent: PostId(row.parent),
        post_type: row.post_type,
        ..Post::default()
    };
    Published {
        post: Arc::new(post),
        is_too_long,
    }
}
