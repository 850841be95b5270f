//! Single rows of the options table, for what is not part of the site's snapshot or must be as of now.
//!
//! Contract "wordpress-core". The snapshot itself is [`options`](super::options)' matter.

use crate::binds;
use crate::wordpress::db::{Db, DbError};

/// The value of an option as it stands now.
///
/// # Errors
/// When the database failed.
pub async fn option_value(db: &Db, name: &str) -> Result<Option<String>, DbError> {
    const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ? LIMIT 1";
    let row: Option<(String,)> = db.load_first(SQL, binds![name]).await?;
    Ok(row.map(|(value,)| value))
}

/// `update_option`: sets an option, makes it where it is missing.
///
/// # Errors
/// When the database failed.
pub async fn update_option(db: &Db, name: &str, value: &str) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
    const INSERT: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'auto')";
    if db.execute(UPDATE, binds![value, name]).await? == 0 {
        db.execute(INSERT, binds![name, value]).await?;
    }
    Ok(())
}
