//! Imports a site's database: from a dump (`.sql`, `.sql.gz`) or a running MySQL or MariaDB, into an SQLite file or
//! another MySQL or MariaDB.
//!
//! Reads dumps of mysqldump, mariadb-dump and phpMyAdmin. Tables are imported whole, those of unknown plugins too.
//! Rows of `REPLACE` take the place of those with the same keys, as in a dump made with `--replace`.
//! Views, triggers and routines are skipped with a warning. Memory does not grow with the dump. The target changes
//! only at the very end: a broken dump leaves it as it was, and the error names file, line and reason.

mod charset;
mod delivery;
mod dump;
mod mysql_source;
mod mysql_target;
mod report;
mod splitter;
mod sqlite_rows;
mod sqlite_target;
mod statement;
mod values;
mod window;

use std::path::PathBuf;
use std::sync::Arc;

use super::error::{DbError, DbErrorKind};
use super::url::DatabaseUrl;
use report::Recorder;

pub use report::{ImportReport, ImportedTable, Progress};

/// Where the data comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportSource {
    /// A dump; compressed with gzip or not.
    File(PathBuf),
    /// A running database.
    Database(DatabaseUrl),
}

impl ImportSource {
    /// Reads the argument of `oxipress import`: a path or a `mysql://` address.
    ///
    /// # Errors
    /// When the database fails.
    pub fn parse(text: &str) -> Result<Self, DbError> {
        if text.starts_with("mysql://") || text.starts_with("mariadb://") {
            return DatabaseUrl::parse(text).map(Self::Database);
        }
        if text.starts_with("sqlite:") {
            return Err(DbError::new(
                DbErrorKind::Configuration,
                "the source of an import is a dump or mysql://, not an SQLite file",
            ));
        }
        Ok(Self::File(PathBuf::from(text)))
    }
}

/// Copies everything from `source` to `target` and calls `progress` at most several times a second.
///
/// # Errors
/// When the database fails.
pub async fn import(
    source: &ImportSource,
    target: &DatabaseUrl,
    progress: impl Fn(&Progress) + Send + Sync + 'static,
) -> Result<ImportReport, DbError> {
    let (sender, receiver) = delivery::channel();
    let watching = sender.clone();
    let (name, total, reading) = match source {
        ImportSource::File(path) => {
            let (total, task) = dump::start(path, sender)?;
            (path.display().to_string(), total, task)
        }
        ImportSource::Database(DatabaseUrl::Mysql(address)) => {
            let (total, task) = mysql_source::start(address, sender).await?;
            (address.database.clone(), total, task)
        }
        ImportSource::Database(DatabaseUrl::Sqlite(_)) => {
            return Err(DbError::new(
                DbErrorKind::Configuration,
                "the source of an import is a dump or mysql://",
            ));
        }
    };
    let watching = tokio::spawn(delivery::watch(reading, watching));
    let recorder = Recorder::new(name, total, Arc::new(progress));
    let result = match target {
        DatabaseUrl::Sqlite(path) => {
            let path = path.clone();
            tokio::task::spawn_blocking(move || sqlite_target::run(&path, receiver, recorder))
                .await
                .unwrap_or_else(|e| Err(DbError::new(DbErrorKind::Import, e.to_string())))
        }
        DatabaseUrl::Mysql(address) => mysql_target::run(address, receiver, recorder).await,
    };
    // The reader ends by itself: its channel is closed.
    let _ = watching.await;
    result
}
