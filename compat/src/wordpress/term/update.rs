//! `wp_update_term`.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::taxonomy::{Term, TermId};

use super::children::{clean_term_cache, wp_check_term_hierarchy_for_loops};
use super::insert::too_long;
use super::read::{get_term, get_term_by_slug};
use super::slug::wp_unique_term_slug;
use super::{TermError, TermFields, TermRules, pre_term_description, pre_term_name};

/// Changes the given fields of a term. An empty slug is made from the name.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_term(
    tx: &Transaction,
    rules: &TermRules,
    id: TermId,
    fields: &TermFields,
) -> Result<Result<Term, TermError>, DbError> {
    let Some(term) = get_term(tx, &rules.taxonomy, id).await? else {
        return Ok(Err(TermError::InvalidTerm));
    };
    let name = pre_term_name(fields.name.as_deref().unwrap_or(&term.name));
    let description = fields.description.as_deref().unwrap_or(&term.description);
    let description = pre_term_description(description);
    if name.trim().is_empty() {
        return Ok(Err(TermError::EmptyName));
    }
    let parent = fields.parent.unwrap_or(term.parent);
    if parent.0 > 0 && get_term(tx, &rules.taxonomy, parent).await?.is_none() {
        return Ok(Err(TermError::MissingParent));
    }
    let parent = wp_check_term_hierarchy_for_loops(tx, rules, (id, parent)).await?;
    let slug = match slug_of(tx, rules, (&term, &name, parent), fields).await? {
        Ok(slug) => slug,
        Err(error) => return Ok(Err(error)),
    };
    if let Some(error) = too_long(&name, &slug) {
        return Ok(Err(error));
    }
    let slug = if slug.is_empty() {
        id.0.to_string()
    } else {
        slug
    };
    const TERM: &str = "UPDATE {p}terms SET name = ?, slug = ? WHERE term_id = ?";
    const ROW: &str =
        "UPDATE {p}term_taxonomy SET description = ?, parent = ? WHERE term_taxonomy_id = ?";
    tx.execute(TERM, binds![&name, &slug, id.0]).await?;
    let row = term.term_taxonomy_id.0;
    tx.execute(ROW, binds![&description, parent.0, row]).await?;
    clean_term_cache(tx, rules).await?;
    let updated = get_term(tx, &rules.taxonomy, id).await?;
    Ok(updated.ok_or(TermError::InvalidTerm))
}

/// The term's new slug, or why it cannot have it.
async fn slug_of(
    tx: &Transaction,
    rules: &TermRules,
    (term, name, parent): (&Term, &str, TermId),
    fields: &TermFields,
) -> Result<Result<String, TermError>, DbError> {
    let asked = fields.slug.as_deref().unwrap_or(&term.slug);
    let asked = rules.sanitize_title(asked);
    let is_empty = asked.is_empty();
    let slug = if is_empty {
        rules.sanitize_title(name)
    } else {
        asked
    };
    let other = get_term_by_slug(tx, &rules.taxonomy, &slug).await?;
    if other.is_none_or(|other| other.term_id == term.term_id) {
        return Ok(Ok(slug));
    }
    if is_empty || parent != term.parent {
        let own = (Some(term.term_id), parent);
        return Ok(Ok(wp_unique_term_slug(tx, rules, slug, own).await?));
    }
    Ok(Err(TermError::DuplicateSlug(slug)))
}
