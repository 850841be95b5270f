//! The terms of objects (`{p}term_relationships`), and how many objects a term has: `wp_set_object_terms`,
//! `wp_update_term_count`.
//!
//! Contract "wordpress-rest", sections 6.2 and 6.3. Ids of terms that do not exist are passed over.

use super::db::{DbError, SqlText, Transaction};
use super::post::PostId;
use super::site::Registry;
use super::taxonomy::TermId;
use crate::binds;

/// Core's taxonomies that the registry does not hold, with the post types that they belong to.
const HIDDEN: [(&str, &[&str]); 4] = [
    ("nav_menu", &["nav_menu_item"]),
    ("wp_pattern_category", &["wp_block"]),
    (
        "wp_theme",
        &["wp_template", "wp_template_part", "wp_global_styles"],
    ),
    ("wp_template_part_area", &["wp_template_part"]),
];

/// The types of posts that have terms of a taxonomy. `None` for taxonomies of other objects, and for unknown ones.
pub fn object_types<'a>(registry: &'a Registry, taxonomy: &str) -> Option<&'a [&'static str]> {
    if let Some(known) = registry.taxonomies.get(taxonomy) {
        return Some(&known.object_types);
    }
    let hidden = HIDDEN.iter().find(|(name, _)| *name == taxonomy);
    hidden.map(|(_, types)| *types)
}

/// `get_object_taxonomies`: the taxonomies of a post type.
pub fn object_taxonomies<'a>(registry: &'a Registry, post_type: &str) -> Vec<&'a str> {
    let known = registry.taxonomies.values();
    let known = known.filter(|taxonomy| taxonomy.object_types.contains(&post_type));
    let hidden = HIDDEN
        .iter()
        .filter(|(_, types)| types.contains(&post_type));
    let known = known.map(|taxonomy| &*taxonomy.name);
    known.chain(hidden.map(|(name, _)| *name)).collect()
}

/// The relationships of an object: `term_taxonomy_id` and taxonomy, in the order in which they were made.
///
/// # Errors
/// When the database fails.
pub async fn relationships(
    tx: &Transaction,
    object: PostId,
) -> Result<Vec<(i64, String)>, DbError> {
    const SQL: &str = "SELECT r.term_taxonomy_id, tt.taxonomy FROM {p}term_relationships r \
        JOIN {p}term_taxonomy tt ON tt.term_taxonomy_id = r.term_taxonomy_id WHERE r.object_id = ? \
        ORDER BY r.term_taxonomy_id";
    tx.load(SQL, binds![object.0]).await
}

/// The ids of the terms of an object in a taxonomy.
///
/// # Errors
/// When the database fails.
pub async fn object_terms(
    tx: &Transaction,
    object: PostId,
    taxonomy: &str,
) -> Result<Vec<TermId>, DbError> {
    const SQL: &str = "SELECT tt.term_id FROM {p}term_relationships r \
        JOIN {p}term_taxonomy tt ON tt.term_taxonomy_id = r.term_taxonomy_id \
        WHERE r.object_id = ? AND tt.taxonomy = ? ORDER BY tt.term_id";
    let rows: Vec<(i64,)> = tx.load(SQL, binds![object.0, taxonomy]).await?;
    Ok(rows.into_iter().map(|(id,)| TermId(id)).collect())
}

/// `wp_set_object_terms` with ids: the object has these terms of the taxonomy, and with `append` those it had.
/// The terms that came or went are counted anew. Yes if there was such a term.
///
/// # Errors
/// When the database fails.
pub async fn wp_set_object_terms(
    tx: &Transaction,
    registry: &Registry,
    (object, taxonomy): (PostId, &str),
    terms: &[TermId],
    append: bool,
) -> Result<bool, DbError> {
    const OWN: &str = "SELECT r.term_taxonomy_id FROM {p}term_relationships r \
        JOIN {p}term_taxonomy tt ON tt.term_taxonomy_id = r.term_taxonomy_id \
        WHERE r.object_id = ? AND tt.taxonomy = ?";
    let own: Vec<(i64,)> = tx.load(OWN, binds![object.0, taxonomy]).await?;
    let own: Vec<i64> = own.into_iter().map(|(id,)| id).collect();
    let wanted = term_taxonomy_ids(tx, taxonomy, terms).await?;
    let added: Vec<i64> = wanted
        .iter()
        .copied()
        .filter(|id| !own.contains(id))
        .collect();
    let is_removed = |id: &i64| !append && !wanted.contains(id);
    let removed: Vec<i64> = own.into_iter().filter(is_removed).collect();
    add_relationships(tx, object, &added).await?;
    remove_relationships(tx, object, &removed).await?;
    let changed = [added, removed].concat();
    wp_update_term_count(tx, registry, taxonomy, &changed).await?;
    Ok(!changed.is_empty())
}

/// The `term_taxonomy_id` of terms, in the order of the terms and once each.
async fn term_taxonomy_ids(
    tx: &Transaction,
    taxonomy: &str,
    terms: &[TermId],
) -> Result<Vec<i64>, DbError> {
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = SqlText::new("SELECT term_id, term_taxonomy_id FROM {p}term_taxonomy");
    sql.push_with(" WHERE taxonomy = ?", binds![taxonomy]);
    sql.push_list(" AND term_id IN (?*)", terms.iter().map(|term| term.0));
    let rows: Vec<(i64, i64)> = tx.load_built(sql).await?;
    let mut found: Vec<i64> = Vec::with_capacity(rows.len());
    for term in terms {
        let row = rows.iter().find(|(id, _)| *id == term.0);
        if let Some((_, id)) = row.filter(|(_, id)| !found.contains(id)) {
            found.push(*id);
        }
    }
    Ok(found)
}

async fn add_relationships(tx: &Transaction, object: PostId, terms: &[i64]) -> Result<(), DbError> {
    const INSERT: &str = "INSERT {ignore} INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES ";
    let rows = terms.iter().map(|term| binds![object.0, *term]);
    for insert in SqlText::inserts(INSERT, "(?, ?, 0)", rows) {
        tx.execute_built(insert).await?;
    }
    Ok(())
}

async fn remove_relationships(
    tx: &Transaction,
    object: PostId,
    terms: &[i64],
) -> Result<(), DbError> {
    if terms.is_empty() {
        return Ok(());
    }
    let mut sql = SqlText::new("DELETE FROM {p}term_relationships");
    sql.push_with(" WHERE object_id = ?", binds![object.0]);
    sql.push_list(" AND term_taxonomy_id IN (?*)", terms.iter().copied());
    tx.execute_built(sql).await?;
    Ok(())
}

/// `wp_delete_object_term_relationships` for all taxonomies of an object's type; its terms are counted anew.
///
/// # Errors
/// When the database fails.
pub async fn delete_object_term_relationships(
    tx: &Transaction,
    registry: &Registry,
    object: PostId,
) -> Result<(), DbError> {
    const DELETE: &str = "DELETE FROM {p}term_relationships WHERE object_id = ?";
    let own = relationships(tx, object).await?;
    tx.execute(DELETE, binds![object.0]).await?;
    count_terms(tx, registry, own).await
}

/// Counts all terms of an object anew, after a change of its status.
///
/// # Errors
/// When the database fails.
pub async fn update_term_count_of_object(
    tx: &Transaction,
    registry: &Registry,
    object: PostId,
) -> Result<(), DbError> {
    let own = relationships(tx, object).await?;
    count_terms(tx, registry, own).await
}

async fn count_terms(
    tx: &Transaction,
    registry: &Registry,
    terms: Vec<(i64, String)>,
) -> Result<(), DbError> {
    for (id, taxonomy) in terms {
        wp_update_term_count(tx, registry, &taxonomy, &[id]).await?;
    }
    Ok(())
}

/// `wp_update_term_count`: the number of published posts of terms (by `term_taxonomy_id`); of other objects, of all.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_term_count(
    tx: &Transaction,
    registry: &Registry,
    taxonomy: &str,
    terms: &[i64],
) -> Result<(), DbError> {
    let types = object_types(registry, taxonomy);
    let mut terms = terms.to_vec();
    // In one order everywhere, so that two transactions seldom wait for each other.
    terms.sort_unstable();
    for term in terms {
        let mut sql = SqlText::new("UPDATE {p}term_taxonomy SET count = ");
        match types {
            None => {
                let all =
                    "(SELECT COUNT(*) FROM {p}term_relationships r WHERE r.term_taxonomy_id = ?)";
                sql.push_with(all, binds![term]);
            }
            Some(types) => push_post_count(&mut sql, types, term),
        }
        sql.push_with(" WHERE term_taxonomy_id = ?", binds![term]);
        tx.execute_built(sql).await?;
    }
    Ok(())
}

/// `_update_post_term_count`: attachments count when they are published or their parent is.
fn push_post_count(sql: &mut SqlText, types: &[&'static str], term: i64) {
    const OF: &str = "(SELECT COUNT(*) FROM {p}term_relationships r JOIN {p}posts p ON p.ID = r.object_id \
        WHERE r.term_taxonomy_id = ?";
    const ATTACHMENTS: &str = " AND p.post_type = 'attachment' AND (p.post_status = 'publish' OR \
        (p.post_status = 'inherit' AND p.post_parent > 0 AND EXISTS \
        (SELECT 1 FROM {p}posts a WHERE a.ID = p.post_parent AND a.post_status = 'publish'))))";
    let plain = types.iter().copied().filter(|name| *name != "attachment");
    sql.push_with(OF, binds![term]);
    sql.push_list(
        " AND p.post_status = 'publish' AND p.post_type IN (?*))",
        plain,
    );
    if types.contains(&"attachment") {
        sql.push(" + ")
            .push_with(OF, binds![term])
            .push(ATTACHMENTS);
    }
}
