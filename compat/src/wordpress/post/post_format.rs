//! Post formats: terms `post-format-FORMAT` of the taxonomy `post_format`, made on demand.
//!
//! Contract "wordpress-rest", section 6.2.

use super::PostId;
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::site::Registry;
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::term_relationships::wp_set_object_terms;

/// The taxonomy of formats.
pub const TAXONOMY: &str = "post_format";

/// `set_post_format`: `standard` takes the format away.
///
/// # Errors
/// When the database fails.
pub async fn set_post_format(
    tx: &Transaction,
    registry: &Registry,
    post: PostId,
    format: &str,
) -> Result<(), DbError> {
    let terms = match format {
        "" | "standard" => Vec::new(),
        format => vec![format_term(tx, &format!("post-format-{format}")).await?],
    };
    wp_set_object_terms(tx, registry, (post, TAXONOMY), &terms, false).await?;
    Ok(())
}

/// The term with a slug, made where it is missing.
async fn format_term(tx: &Transaction, slug: &str) -> Result<TermId, DbError> {
    const FIND: &str = "SELECT t.term_id FROM {p}terms t JOIN {p}term_taxonomy tt ON tt.term_id = t.term_id \
        WHERE tt.taxonomy = ? AND t.slug = ? ORDER BY t.term_id LIMIT 1";
    const TERM: &str = "INSERT INTO {p}terms (name, slug, term_group) VALUES (?, ?, 0)";
    const ROW: &str = "INSERT INTO {p}term_taxonomy (term_id, taxonomy, description, parent, count) \
        VALUES (?, ?, '', 0, 0)";
    let found: Option<(i64,)> = tx.load_first(FIND, binds![TAXONOMY, slug]).await?;
    if let Some((id,)) = found {
        return Ok(TermId(id));
    }
    tx.execute(TERM, binds![slug, slug]).await?;
    let id = tx.last_insert_id().await?;
    tx.execute(ROW, binds![id, TAXONOMY]).await?;
    Ok(TermId(id))
}
