//! Connections to an SQLite file: settings, MySQL's comparison rules and functions, rows.
//!
//! Text columns are declared `COLLATE NOCASE` (see `schema`), which every SQLite program supports. What NOCASE lacks,
//! folding of non-ASCII letters, comes with the function `unicode_ci` (`{ci:name}` in SQL text) and with `LIKE`,
//! which is replaced by an implementation that compares as MySQL's does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use diesel::connection::{LoadConnection, SimpleConnection};
use diesel::row::Field;
use diesel::sqlite::{Sqlite, SqliteConnection, SqliteType};
use diesel::{Connection, ConnectionError};

use super::error::{DbError, DbErrorKind};
use super::row::{Cell, Row};
use super::sqlite_functions;
use super::statement::Statement;
use super::work::{Outcome, Work};
use crate::wordpress::private_file;

/// Makes connections to one file.
pub(super) struct SqliteManager {
    path: PathBuf,
    busy_timeout: Duration,
    create: bool,
}

/// A pooled connection.
pub(super) struct SqliteConn {
    pub(super) inner: SqliteConnection,
    /// A transaction is open; set and cleared by the owner of the connection.
    pub(super) in_transaction: bool,
}

impl SqliteManager {
    pub(super) fn new(path: PathBuf, busy_timeout: Duration, create: bool) -> Self {
        Self {
            path,
            busy_timeout,
            create,
        }
    }
}

impl Manager for SqliteManager {
    type Type = SqliteConn;
    type Error = DbError;

    async fn create(&self) -> Result<SqliteConn, DbError> {
        let (path, busy, create) = (self.path.clone(), self.busy_timeout, self.create);
        let inner = blocking(move || open(&path, busy, create)).await?;
        Ok(SqliteConn::new(inner))
    }

    async fn recycle(&self, conn: &mut SqliteConn, _: &Metrics) -> RecycleResult<DbError> {
        if conn.in_transaction {
            return Err(RecycleError::message("transaction left open"));
        }
        Ok(())
    }
}

async fn blocking<T: Send + 'static>(
    task: impl FnOnce() -> Result<T, DbError> + Send + 'static,
) -> Result<T, DbError> {
    tokio::task::spawn_blocking(task)
        .await
        .unwrap_or_else(|e| Err(DbError::unavailable(e.to_string())))
}

/// Opens the file and sets the connection up.
pub(super) fn open(path: &Path, busy: Duration, create: bool) -> Result<SqliteConnection, DbError> {
    let wrong = |detail: String| DbError::new(DbErrorKind::Configuration, detail);
    if !path.is_file() {
        if !create {
            return Err(wrong(format!("there is no file {}", path.display())));
        }
        // SQLite itself would make it readable by others; its log gets the same permissions.
        match private_file::create_new(path) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(wrong(format!("{}: {error}", path.display())));
            }
            _ => {}
        }
    }
    let name = path
        .to_str()
        .ok_or_else(|| wrong("the path of the SQLite file is not UTF-8".to_owned()))?;
    // A relative name that begins with "file:" would be read as a URI.
    let name = if path.is_absolute() {
        name.to_owned()
    } else {
        format!("./{name}")
    };
    let mut conn = SqliteConnection::establish(&name)
        .map_err(|e: ConnectionError| DbError::unavailable(format!("{}: {e}", path.display())))?;
    let millis = busy.as_millis().min(600_000).to_string();
    // The time-out first: the other settings may have to wait for another process.
    let settings = [
        "PRAGMA busy_timeout = ",
        &millis,
        // FULL: what was acknowledged survives a power cut.
        "; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; \
         PRAGMA cache_size = -1000; PRAGMA wal_autocheckpoint = 4000;",
    ]
    .concat();
    conn.batch_execute(&settings)?;
    sqlite_functions::register(&mut conn)?;
    Ok(conn)
}

/// Runs `work` on the connection in the blocking pool. The work is completed even if the caller is cancelled.
pub(super) async fn run<T: Send + 'static>(
    mut conn: Object<SqliteManager>,
    work: impl FnOnce(&mut SqliteConn) -> Result<T, DbError> + Send + 'static,
) -> Result<(Object<SqliteManager>, Result<T, DbError>), DbError> {
    blocking(move || {
        let result = work(&mut conn);
        Ok((conn, result))
    })
    .await
}

impl SqliteConn {
    /// Runs `work` on the calling thread.
    pub(super) fn run(&mut self, work: &Work) -> Result<Outcome, DbError> {
        match work {
            Work::Load(statement) => self.load(statement).map(Outcome::Rows),
            Work::Execute(statement) => self.execute(statement).map(Outcome::Count),
            Work::Batch(text) => self.batch(text).map(|()| Outcome::Count(0)),
        }
    }

    pub(super) fn new(inner: SqliteConnection) -> Self {
        Self {
            inner,
            in_transaction: false,
        }
    }

    /// Runs texts without parameters.
    pub(super) fn batch(&mut self, text: &str) -> Result<(), DbError> {
        Ok(self.inner.batch_execute(text)?)
    }

    /// Runs a statement and counts the rows that it found.
    pub(super) fn execute(&mut self, statement: &Statement) -> Result<u64, DbError> {
        let count = self.inner.execute_returning_count(statement)?;
        Ok(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// Runs a statement and reads all its rows.
    pub(super) fn load(&mut self, statement: &Statement) -> Result<Vec<Row>, DbError> {
        load(&mut self.inner, statement)
    }
}

/// Runs a statement on a bare connection and reads all its rows.
pub(super) fn load(
    conn: &mut SqliteConnection,
    statement: &Statement,
) -> Result<Vec<Row>, DbError> {
    let mut rows = Vec::new();
    let mut columns: Option<Arc<[String]>> = None;
    for row in LoadConnection::load(conn, statement)? {
        let row = row?;
        let columns = columns.get_or_insert_with(|| names(&row));
        rows.push(Row::new(Arc::clone(columns), cells(&row)));
    }
    Ok(rows)
}

fn names<'s>(row: &impl diesel::row::Row<'s, Sqlite>) -> Arc<[String]> {
    (0..row.field_count())
        .map(|n| {
            row.get(n)
                .and_then(|field| field.field_name().map(str::to_owned))
                .unwrap_or_default()
        })
        .collect()
}

fn cells<'s>(row: &impl diesel::row::Row<'s, Sqlite>) -> Vec<Cell> {
    (0..row.field_count())
        .map(|n| {
            let Some(field) = row.get(n) else {
                return Cell::Null;
            };
            let Some(mut value) = field.value() else {
                return Cell::Null;
            };
            match value.value_type() {
                None => Cell::Null,
                Some(SqliteType::Integer | SqliteType::SmallInt | SqliteType::Long) => {
                    Cell::I64(value.read_long())
                }
                Some(SqliteType::Float | SqliteType::Double) => Cell::F64(value.read_double()),
                Some(SqliteType::Text) => {
                    let text = value.read_text();
                    // Another program may have stored text that is not UTF-8: only the blob form keeps it.
                    Cell::Bytes(if text.contains('\u{fffd}') {
                        value.read_blob().to_vec()
                    } else {
                        text.as_bytes().to_vec()
                    })
                }
                Some(SqliteType::Binary) => Cell::Bytes(value.read_blob().to_vec()),
            }
        })
        .collect()
}
