//! `wp_insert_term`.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::taxonomy::{Term, TermId, TermTaxonomyId};

use super::children::clean_term_cache;
use super::read::{get_term, get_term_by_slug, terms_of_name};
use super::slug::wp_unique_term_slug;
use super::{TermError, TermFields, TermRules, pre_term_description, pre_term_name};

/// Characters that fit `name` and `slug`.
pub(super) const LONGEST: usize = 200;

/// Makes a term. A name that is taken below the parent is refused, unless the slug that was asked for is free.
///
/// # Errors
/// When the database fails.
pub async fn wp_insert_term(
    tx: &Transaction,
    rules: &TermRules,
    fields: &TermFields,
) -> Result<Result<Term, TermError>, DbError> {
    let given = fields.name.as_deref().unwrap_or_default();
    if given.trim().is_empty() {
        return Ok(Err(TermError::EmptyName));
    }
    let parent = fields.parent.unwrap_or_default();
    if parent.0 > 0 && get_term(tx, &rules.taxonomy, parent).await?.is_none() {
        return Ok(Err(TermError::MissingParent));
    }
    let name = pre_term_name(given);
    let description = pre_term_description(fields.description.as_deref().unwrap_or_default());
    let asked = fields.slug.as_deref().unwrap_or_default();
    let asked = rules.sanitize_title(asked);
    let is_asked = !asked.is_empty();
    let slug = if is_asked {
        asked
    } else {
        rules.sanitize_title(&name)
    };
    if let Some(error) = taken(tx, rules, (&name, &slug, is_asked), parent).await? {
        return Ok(Err(error));
    }
    let slug = wp_unique_term_slug(tx, rules, slug, (None, parent)).await?;
    if let Some(error) = too_long(&name, &slug) {
        return Ok(Err(error));
    }
    let (term_id, term_taxonomy_id) =
        insert_rows(tx, rules, (&name, slug.clone(), &description), parent).await?;
    clean_term_cache(tx, rules).await?;
    let term = get_term(tx, &rules.taxonomy, term_id).await?;
    Ok(Ok(term.unwrap_or(Term {
        term_id,
        term_taxonomy_id,
        name,
        slug,
        group: 0,
        taxonomy: rules.taxonomy.clone(),
        description,
        parent,
        count: 0,
    })))
}

/// The column that a value is too long for.
pub(super) fn too_long(name: &str, slug: &str) -> Option<TermError> {
    [("name", name), ("slug", slug)]
        .into_iter()
        .find(|(_, value)| value.chars().count() > LONGEST)
        .map(|(column, _)| TermError::TooLong(column))
}

/// Whether name and slug are taken, and by which term.
async fn taken(
    tx: &Transaction,
    rules: &TermRules,
    (name, slug, is_asked): (&str, &str, bool),
    parent: TermId,
) -> Result<Option<TermError>, DbError> {
    let same = terms_of_name(tx, &rules.taxonomy, (name, parent)).await?;
    // The database also takes letters without their accents for the same.
    let same = same
        .into_iter()
        .filter(|t| t.name.eq_ignore_ascii_case(name));
    let same: Vec<Term> = same.collect();
    let Some(first) = same.first() else {
        return Ok(None);
    };
    let of_slug = get_term_by_slug(tx, &rules.taxonomy, slug).await?;
    if is_asked && first.slug != slug && of_slug.is_none() {
        return Ok(None);
    }
    if !rules.hierarchical {
        return Ok(Some(TermError::ExistsInTaxonomy(first.term_id)));
    }
    let is_sibling = same.iter().any(|t| t.name == name);
    if (!is_asked || first.slug == slug) && is_sibling {
        return Ok(Some(TermError::ExistsBelowParent(first.term_id)));
    }
    let of_slug = of_slug.filter(|t| t.parent == parent);
    Ok(of_slug.map(|t| TermError::ExistsBelowParent(t.term_id)))
}

async fn insert_rows(
    tx: &Transaction,
    rules: &TermRules,
    (name, slug, description): (&str, String, &str),
    parent: TermId,
) -> Result<(TermId, TermTaxonomyId), DbError> {
    const TERM: &str = "INSERT INTO {p}terms (name, slug, term_group) VALUES (?, ?, 0)";
    const SLUG: &str = "UPDATE {p}terms SET slug = ? WHERE term_id = ?";
    const ROW: &str = "INSERT INTO {p}term_taxonomy (term_id, taxonomy, description, parent, count) \
        VALUES (?, ?, ?, ?, 0)";
    let is_empty = slug.is_empty();
    tx.execute(TERM, binds![name, slug]).await?;
    let id = tx.last_insert_id().await?;
    if is_empty {
        // A name without a letter that a slug may have: the id takes its place.
        tx.execute(SLUG, binds![id.to_string(), id]).await?;
    }
    tx.execute(ROW, binds![id, &rules.taxonomy, description, parent.0])
        .await?;
    let row = tx.last_insert_id().await?;
    Ok((TermId(id), TermTaxonomyId(row)))
}
