//! `wp_delete_term`.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::meta_row::{MetaType, delete_all_metadata};
use crate::wordpress::post::delete_post::delete_menu_items;
use crate::wordpress::site::Registry;
use crate::wordpress::taxonomy::{Term, TermId};
use crate::wordpress::term_relationships::wp_update_term_count;

use super::TermRules;
use super::children::clean_term_cache;
use super::read::get_term;

/// Deletes a term: its children move up to its parent, its objects lose it and get the default term when it was their
/// last one, menu items that lead to it go. False: it is the default term, or there is none.
///
/// # Errors
/// When the database fails.
pub async fn wp_delete_term(
    tx: &Transaction,
    registry: &Registry,
    rules: &TermRules,
    id: TermId,
) -> Result<bool, DbError> {
    const CHILDREN: &str =
        "UPDATE {p}term_taxonomy SET parent = ? WHERE parent = ? AND taxonomy = ?";
    const ROW: &str = "DELETE FROM {p}term_taxonomy WHERE term_taxonomy_id = ?";
    const SHARED: &str = "SELECT term_taxonomy_id FROM {p}term_taxonomy WHERE term_id = ? LIMIT 1";
    const TERM: &str = "DELETE FROM {p}terms WHERE term_id = ?";
    if rules.default_term == Some(id) {
        return Ok(false);
    }
    let Some(term) = get_term(tx, &rules.taxonomy, id).await? else {
        return Ok(false);
    };
    if rules.hierarchical {
        let up = binds![term.parent.0, id.0, &rules.taxonomy];
        tx.execute(CHILDREN, up).await?;
    }
    release_objects(tx, registry, rules, &term).await?;
    delete_all_metadata(tx, MetaType::Term, id.0).await?;
    tx.execute(ROW, binds![term.term_taxonomy_id.0]).await?;
    // A term may have been shared by taxonomies before WordPress 4.2 split them.
    let shared: Option<(i64,)> = tx.load_first(SHARED, binds![id.0]).await?;
    if shared.is_none() {
        tx.execute(TERM, binds![id.0]).await?;
    }
    clean_term_cache(tx, rules).await?;
    delete_menu_items(tx, registry, "taxonomy", (id.0, Some(&rules.taxonomy))).await?;
    Ok(true)
}

/// Takes the term from its objects; those that have no other one of the taxonomy get the default term.
async fn release_objects(
    tx: &Transaction,
    registry: &Registry,
    rules: &TermRules,
    term: &Term,
) -> Result<(), DbError> {
    const GIVE: &str = "INSERT {ignore} INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) \
        SELECT tr.object_id, ?, 0 FROM {p}term_relationships tr WHERE tr.term_taxonomy_id = ? \
        AND NOT EXISTS (SELECT 1 FROM {p}term_relationships o JOIN {p}term_taxonomy tt \
        ON tt.term_taxonomy_id = o.term_taxonomy_id WHERE o.object_id = tr.object_id \
        AND tt.taxonomy = ? AND o.term_taxonomy_id <> ?)";
    const TAKE: &str = "DELETE FROM {p}term_relationships WHERE term_taxonomy_id = ?";
    let row = term.term_taxonomy_id.0;
    let default = match rules.default_term {
        Some(id) => get_term(tx, &rules.taxonomy, id).await?,
        None => None,
    };
    if let Some(default) = &default {
        let binds = binds![default.term_taxonomy_id.0, row, &rules.taxonomy, row];
        tx.execute(GIVE, binds).await?;
    }
    tx.execute(TAKE, binds![row]).await?;
    if let Some(default) = default {
        let changed = [default.term_taxonomy_id.0];
        wp_update_term_count(tx, registry, &rules.taxonomy, &changed).await?;
    }
    Ok(())
}
