//! Rows of `{p}termmeta`.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::taxonomy::TermId;

/// `update_term_meta`: sets a key, makes it where it is missing.
///
/// # Errors
/// When the database fails.
pub async fn update_term_meta(
    tx: &Transaction,
    term: TermId,
    key: &str,
    value: &[u8],
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}termmeta SET meta_value = ? WHERE term_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}termmeta (term_id, meta_key, meta_value) VALUES (?, ?, ?)";
    let found = tx.execute(UPDATE, binds![value.to_vec(), term.0, key]).await?;
    if found == 0 {
        tx.execute(INSERT, binds![term.0, key, value.to_vec()])
            .await?;
    }
    Ok(())
}

/// Deletes all meta of a term.
///
/// # Errors
/// When the database fails.
pub async fn delete_term_meta(tx: &Transaction, term: TermId) -> Result<(), DbError> {
    const SQL: &str = "DELETE FROM {p}termmeta WHERE term_id = ?";
    tx.execute(SQL, binds![term.0]).await?;
    Ok(())
}

/// The whole numbers that terms have under a key, by term.
///
/// # Errors
/// When the database fails.
pub async fn integer_meta(db: &Db, terms: &[i64], key: &str) -> Result<Vec<(i64, i64)>, DbError> {
    const SQL: &str = "SELECT term_id, meta_value FROM {p}termmeta WHERE meta_key = ? AND term_id IN (?*)";
    let rows: Vec<(i64, String)> = db.load_list(SQL, binds![key], terms, vec![]).await?;
    let number = |(term, value): (i64, String)| (term, value.trim().parse().unwrap_or(0));
    Ok(rows.into_iter().map(number).collect())
}
