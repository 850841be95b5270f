//! The translations of one post.

use super::languages::{Languages, optional};
use super::plugin::Plugin;
use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::post::Post;

/// Code and id of each translation of a post, itself included; empty for a type that is not translated.
///
/// # Errors
/// When the database fails.
pub async fn translations_of_post(
    db: &Db,
    languages: &Languages,
    post: &Post,
) -> Result<Vec<(String, i64)>, DbError> {
    const SQL: &str = "SELECT o.language_code, o.element_id FROM {p}icl_translations t \
        JOIN {p}icl_translations o ON o.trid = t.trid AND o.element_type = t.element_type \
        WHERE t.element_type = ? AND t.element_id = ? AND o.element_id IS NOT NULL";
    if !languages.post_types.contains(&post.post_type) {
        return Ok(Vec::new());
    }
    if let Some(group) = languages.posts.groups.get(&post.id.0) {
        return Ok(group.to_vec());
    }
    if languages.plugin == Plugin::Polylang {
        return Ok(Vec::new());
    }
    let element_type = format!("post_{}", post.post_type);
    optional(db.lookup(SQL, binds![element_type, post.id.0]).await)
}
