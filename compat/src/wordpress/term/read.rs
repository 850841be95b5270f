//! Rows of terms: all of a site, and single ones as they stand in a transaction.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::taxonomy::{Term, TermId, TermTaxonomyId};

crate::row! {
    struct TermRow {
        term_id: i64,
        term_taxonomy_id: i64,
        name: String,
        slug: String,
        group: i64,
        taxonomy: String,
        description: String,
        parent: i64,
        count: i64,
    }
}

impl From<TermRow> for Term {
    fn from(row: TermRow) -> Self {
        Self {
            term_id: TermId(row.term_id),
            term_taxonomy_id: TermTaxonomyId(row.term_taxonomy_id),
            name: row.name,
            slug: row.slug,
            group: row.group,
            taxonomy: row.taxonomy,
            description: row.description,
            parent: TermId(row.parent),
            count: row.count,
        }
    }
}

macro_rules! select_terms {
    ($end:literal) => {
        concat!(
            "SELECT t.term_id, tt.term_taxonomy_id, t.name, t.slug, t.term_group, tt.taxonomy, tt.description, \
             tt.parent, tt.count FROM {p}term_taxonomy tt JOIN {p}terms t ON t.term_id = tt.term_id ",
            $end
        )
    };
}

/// All terms of the site, by their ids.
///
/// # Errors
/// When the database fails.
pub async fn all_terms(db: &Db) -> Result<impl Iterator<Item = Term>, DbError> {
    const SQL: &str = select_terms!("ORDER BY t.term_id, tt.term_taxonomy_id");
    let rows: Vec<TermRow> = db.load(SQL, vec![]).await?;
    Ok(rows.into_iter().map(Term::from))
}

/// `get_term`: a term of a taxonomy by its id.
///
/// # Errors
/// When the database fails.
pub async fn get_term(
    tx: &Transaction,
    taxonomy: &str,
    id: TermId,
) -> Result<Option<Term>, DbError> {
    const SQL: &str = select_terms!("WHERE tt.taxonomy = ? AND t.term_id = ? LIMIT 1");
    let row: Option<TermRow> = tx.load_first(SQL, binds![taxonomy, id.0]).await?;
    Ok(row.map(Term::from))
}

/// `get_term_by( 'slug' )`.
///
/// # Errors
/// When the database fails.
pub async fn get_term_by_slug(
    tx: &Transaction,
    taxonomy: &str,
    slug: &str,
) -> Result<Option<Term>, DbError> {
    const SQL: &str =
        select_terms!("WHERE tt.taxonomy = ? AND t.slug = ? ORDER BY t.term_id LIMIT 1");
    if slug.is_empty() {
        return Ok(None);
    }
    let row: Option<TermRow> = tx.load_first(SQL, binds![taxonomy, slug]).await?;
    Ok(row.map(Term::from))
}

/// `get_term_by( 'name' )`: as the database compares names.
///
/// # Errors
/// When the database fails.
pub async fn get_term_by_name(
    tx: &Transaction,
    taxonomy: &str,
    name: &str,
) -> Result<Option<Term>, DbError> {
    const SQL: &str = select_terms!(
        "WHERE tt.taxonomy = ? AND {ci:t.name} = {ci:?} ORDER BY {ci:t.name}, t.term_id LIMIT 1"
    );
    let row: Option<TermRow> = tx.load_first(SQL, binds![taxonomy, name]).await?;
    Ok(row.map(Term::from))
}

/// The terms of this name below a parent, upper and lower case alike.
pub(super) async fn terms_of_name(
    tx: &Transaction,
    taxonomy: &str,
    (name, parent): (&str, TermId),
) -> Result<Vec<Term>, DbError> {
    const SQL: &str = select_terms!(
        "WHERE tt.taxonomy = ? AND {ci:t.name} = {ci:?} AND tt.parent = ? ORDER BY {ci:t.name}, t.term_id"
    );
    let rows: Vec<TermRow> = tx.load(SQL, binds![taxonomy, name, parent.0]).await?;
    Ok(rows.into_iter().map(Term::from).collect())
}

/// Ids and parents of the terms of a taxonomy, by id.
pub(super) async fn parents(tx: &Transaction, taxonomy: &str) -> Result<Vec<(i64, i64)>, DbError> {
    const SQL: &str =
        "SELECT term_id, parent FROM {p}term_taxonomy WHERE taxonomy = ? ORDER BY term_id";
    tx.load(SQL, binds![taxonomy]).await
}
