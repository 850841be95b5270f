//! Posts that belong to a theme (`wp_template`, `wp_template_part`, `wp_global_styles`): each has a term of the taxonomy
//! `wp_theme` whose slug is the theme's folder.
//!
//! Contract "wordpress-rest", section 14; recording owner/themes (the global styles of the active theme).

use super::db::{Db, DbError, SqlText, Transaction};
use super::post::change_post::wp_insert_post;
use super::post::post_writer::PostWriter;
use super::post::{Post, PostId};
use crate::binds;

/// Statuses of templates that lists show.
const SHOWN: &str = "('auto-draft', 'draft', 'publish')";

/// The posts of a type that belong to a theme, with the term of their area (`wp_template_part_area`) where they have one.
///
/// # Errors
/// When the database fails.
pub async fn theme_posts(db: &Db, post_type: &str, theme: &str) -> Result<Vec<Post>, DbError> {
    const START: &str = concat!(
        "SELECT ",
        crate::post_columns!(),
        " FROM {p}posts p WHERE p.post_type = ? AND p.ID IN (SELECT r.object_id FROM {p}term_relationships r \
         JOIN {p}term_taxonomy tt ON tt.term_taxonomy_id = r.term_taxonomy_id \
         JOIN {p}terms t ON t.term_id = tt.term_id WHERE tt.taxonomy = 'wp_theme' AND t.slug = ?) \
         AND p.post_status IN "
    );
    let mut sql = SqlText::new("");
    sql.push_with(START, binds![post_type, theme_slug(theme)]);
    sql.push(SHOWN);
    sql.push(" ORDER BY p.post_date DESC, p.ID DESC");
    db.load_built(sql).await
}

/// The area of a template part; empty for none.
///
/// # Errors
/// When the database fails.
pub async fn template_part_area(db: &Db, post: PostId) -> Result<String, DbError> {
    const SQL: &str = "SELECT t.slug FROM {p}term_relationships r \
        JOIN {p}term_taxonomy tt ON tt.term_taxonomy_id = r.term_taxonomy_id \
        JOIN {p}terms t ON t.term_id = tt.term_id \
        WHERE tt.taxonomy = 'wp_template_part_area' AND r.object_id = ? LIMIT 1";
    let row: Option<(String,)> = db.load_first(SQL, binds![post.0]).await?;
    Ok(row.map(|(slug,)| slug).unwrap_or_default())
}

/// The slug of a theme's term.
fn theme_slug(theme: &str) -> String {
    theme.to_lowercase()
}

/// Makes a post that belongs to a theme.
///
/// # Errors
/// When the database fails.
pub async fn insert_theme_post(
    tx: &Transaction,
    writer: &PostWriter,
    post: Post,
    (theme, area): (&str, Option<&str>),
) -> Result<Post, DbError> {
    let post = wp_insert_post(tx, writer, post).await?;
    set_term(tx, post.id, "wp_theme", theme).await?;
    if let Some(area) = area.filter(|area| !area.is_empty()) {
        set_term(tx, post.id, "wp_template_part_area", area).await?;
    }
    Ok(post)
}

/// Sets the one term of a taxonomy, made where it is missing.
///
/// # Errors
/// When the database fails.
pub async fn set_term(
    tx: &Transaction,
    post: PostId,
    taxonomy: &str,
    name: &str,
) -> Result<(), DbError> {
    const OLD: &str = "SELECT r.term_taxonomy_id FROM {p}term_relationships r JOIN {p}term_taxonomy tt \
        ON tt.term_taxonomy_id = r.term_taxonomy_id WHERE r.object_id = ? AND tt.taxonomy = ?";
    const DELETE: &str =
        "DELETE FROM {p}term_relationships WHERE object_id = ? AND term_taxonomy_id = ?";
    const FIND: &str = "SELECT tt.term_taxonomy_id FROM {p}term_taxonomy tt JOIN {p}terms t \
        ON t.term_id = tt.term_id WHERE tt.taxonomy = ? AND t.slug = ? LIMIT 1 {for_update}";
    const TERM: &str = "INSERT INTO {p}terms (name, slug, term_group) VALUES (?, ?, 0)";
    const TAXONOMY: &str = "INSERT INTO {p}term_taxonomy (term_id, taxonomy, description, parent, count) \
        VALUES (?, ?, '', 0, 0)";
    const RELATE: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) \
        VALUES (?, ?, 0)";
    const COUNT: &str = "UPDATE {p}term_taxonomy SET count = (SELECT COUNT(*) FROM {p}term_relationships r \
        JOIN {p}posts p ON p.ID = r.object_id WHERE r.term_taxonomy_id = ? AND p.post_status = 'publish') \
        WHERE term_taxonomy_id = ?";
    let slug = theme_slug(name);
    let known: Option<(i64,)> = tx.load_first(FIND, binds![taxonomy, &slug]).await?;
    let term = match known {
        Some((id,)) => id,
        None => {
            tx.execute(TERM, binds![name, &slug]).await?;
            let id = tx.last_insert_id().await?;
            tx.execute(TAXONOMY, binds![id, taxonomy]).await?;
            tx.last_insert_id().await?
        }
    };
    let old: Vec<(i64,)> = tx.load(OLD, binds![post.0, taxonomy]).await?;
    for (other,) in old.iter().filter(|(other,)| *other != term) {
        tx.execute(DELETE, binds![post.0, *other]).await?;
        tx.execute(COUNT, binds![*other, *other]).await?;
    }
    if !old.contains(&(term,)) {
        tx.execute(RELATE, binds![post.0, term]).await?;
        tx.execute(COUNT, binds![term, term]).await?;
    }
    Ok(())
}
