//! The parents of terms: the option `TAXONOMY_children`, loops.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::option_row::{delete_option, set_option};
use crate::wordpress::php::{Array, serialize};
use crate::wordpress::taxonomy::TermId;

use super::TermRules;
use super::read::parents;

/// `clean_term_cache`: the stored hierarchy is deleted, and made anew where terms have parents.
///
/// # Errors
/// When the database fails.
pub async fn clean_term_cache(tx: &Transaction, rules: &TermRules) -> Result<(), DbError> {
    let option = format!("{}_children", rules.taxonomy);
    delete_option(tx, &option).await?;
    if !rules.hierarchical {
        return Ok(());
    }
    let mut children = Array::new();
    for (id, parent) in parents(tx, &rules.taxonomy).await? {
        if parent > 0 {
            children.entry_array(parent.into()).push(id);
        }
    }
    set_option(tx, (&option, "auto"), serialize(&children.into())).await
}

/// `wp_check_term_hierarchy_for_loops`: the parent that a term may have. A loop through the term itself gives none; one
/// above the new parent is broken up.
///
/// # Errors
/// When the database fails.
pub async fn wp_check_term_hierarchy_for_loops(
    tx: &Transaction,
    rules: &TermRules,
    (term, parent): (TermId, TermId),
) -> Result<TermId, DbError> {
    if parent.0 <= 0 || parent == term {
        return Ok(TermId(0));
    }
    let rows = parents(tx, &rules.taxonomy).await?;
    let above = |id: i64| rows.iter().find(|row| row.0 == id).map_or(0, |row| row.1);
    let mut chain = vec![parent.0];
    let mut next = above(parent.0);
    while next > 0 && next != term.0 && !chain.contains(&next) {
        chain.push(next);
        next = above(next);
    }
    if next == term.0 {
        return Ok(TermId(0));
    }
    // What is left is a loop among the new parents: its members lose theirs.
    if let Some(start) = chain.iter().position(|id| *id == next) {
        const SQL: &str =
            "UPDATE {p}term_taxonomy SET parent = 0 WHERE taxonomy = ? AND term_id = ?";
        for member in chain.get(start..).unwrap_or_default() {
            tx.execute(SQL, binds![&rules.taxonomy, *member]).await?;
        }
    }
    Ok(parent)
}
