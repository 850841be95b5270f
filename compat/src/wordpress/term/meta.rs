//! Rows of `{p}termmeta`, for lists of terms.

use crate::binds;
use crate::wordpress::db::{Db, DbError};

/// The whole numbers that terms have under a key, by term.
///
/// # Errors
/// When the database fails.
pub async fn integer_meta(db: &Db, terms: &[i64], key: &str) -> Result<Vec<(i64, i64)>, DbError> {
    const SQL: &str =
        "SELECT term_id, meta_value FROM {p}termmeta WHERE meta_key = ? AND term_id IN (?*)";
    let rows: Vec<(i64, String)> = db.load_list(SQL, binds![key], terms, vec![]).await?;
    let number = |(term, value): (i64, String)| (term, value.trim().parse().unwrap_or(0));
    Ok(rows.into_iter().map(number).collect())
}
