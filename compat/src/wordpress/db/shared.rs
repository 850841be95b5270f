//! What the clones of a `Db` share, and how a single statement is run: on which connection, and whether again.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::{Mutex, MutexGuard};

use super::commit_marks::CommitMarks;
use super::comparison_counts::ComparisonCounts;
use super::error::{DbError, DbErrorKind};
use super::mysql_server::MysqlServer;
use super::pool::{Conn, Connections, PoolOptions, Probe, StatementKind};
use super::prefix::TablePrefix;
use super::query_cache::QueryCache;
use super::replicas::{self, Replicas};
use super::retries::Retries;
use super::sqlite::{self, SqliteConn};
use super::statement::Statement;
use super::url::DatabaseUrl;
use super::work::{Outcome, Work};

/// Shared by the clones of a [`Db`](super::Db).
pub(super) struct Shared {
    pub(super) connections: Connections,
    pub(super) options: PoolOptions,
    pub(super) prefix: TablePrefix,
    pub(super) url: DatabaseUrl,
    /// The SQLite connection used for change detection, and its number.
    pub(super) watcher: Mutex<Option<(SqliteConn, u64)>>,
    /// What the MySQL server can tell.
    pub(super) mysql_server: OnceLock<MysqlServer>,
    /// The lock for writing to the SQLite file.
    pub(super) sqlite_turn: Mutex<()>,
    /// What transactions on a cluster leave, to find out whether they were committed.
    pub(super) commit_marks: Option<Arc<CommitMarks>>,
    /// Servers that follow this one.
    pub(super) replicas: OnceLock<Replicas>,
    /// Results that are kept.
    pub(super) query_cache: OnceLock<QueryCache>,
    /// Who compares rows after a change.
    pub(super) comparisons: ComparisonCounts,
}

impl Shared {
    /// Counts how often one piece of work is run again.
    pub(super) fn retries(&self) -> Retries {
        let is_mysql = matches!(self.url, DatabaseUrl::Mysql(_));
        let is_cluster = self.connections.cluster().is_some();
        Retries::new(is_mysql, is_cluster, self.options.query_timeout)
    }

    /// Acquires this process's write lock of the SQLite file, first come first served: SQLite's own busy handler sleeps
    /// and is not fair. Does nothing on MySQL.
    pub(super) async fn turn_to_write(&self) -> Result<Option<MutexGuard<'_, ()>>, DbError> {
        let DatabaseUrl::Sqlite(_) = &self.url else {
            return Ok(None);
        };
        let timeout = self.options.wait_timeout + self.options.connect_timeout;
        match tokio::time::timeout(timeout, self.sqlite_turn.lock()).await {
            Ok(turn) => Ok(Some(turn)),
            Err(_) => Err(DbError::unavailable("others write for too long")),
        }
    }

    /// Runs a statement on any connection. One that only reads is tried once more after a dead connection, any one that
    /// the cluster refused as a whole is tried again.
    pub(super) async fn run_once(
        self: &Arc<Self>,
        statement: Statement,
        kind: StatementKind,
    ) -> Result<Outcome, DbError> {
        let reads = kind != StatementKind::Write;
        let _turn = if reads {
            None
        } else {
            self.turn_to_write().await?
        };
        if reads && let Some(rows) = Replicas::read(&self.replicas, &statement).await {
            return Ok(Outcome::Rows(rows));
        }
        if !reads {
            replicas::wrote();
        }
        let mut retries = self.retries();
        loop {
            let probe = if reads { Probe::None } else { Probe::Answers };
            let conn = match self.connections.get(&self.options, probe).await {
                Ok(conn) => conn,
                Err(error) => {
                    let is_cluster = self.connections.cluster().is_some();
                    if retries.again(&error, is_cluster).await {
                        continue;
                    }
                    return Err(error);
                }
            };
            let statement = statement.clone();
            let work = match kind {
                StatementKind::Read => Work::Load(statement),
                StatementKind::Write => Work::Execute(statement),
            };
            let (conn, result) = conn.run(work, self.options.query_timeout).await;
            if conn.is_none() {
                // A statement timed out: the other connections may be dead as well.
                self.connections.invalidate_all();
            }
            drop(conn);
            let Err(error) = result else {
                return result;
            };
            if error.is_connection_lost() {
                self.connections.invalidate_all();
            }
            if !retries.again(&error, reads).await {
                return Err(error);
            }
        }
    }

    /// Runs a data definition.
    pub(super) async fn run_definition(&self, text: String) -> Result<(), DbError> {
        let conn = self.connections.get(&self.options, Probe::Answers).await?;
        let work = Work::Batch(Cow::Owned(text));
        conn.run(work, self.options.query_timeout).await.1.map(drop)
    }

    /// Runs `work` on an SQLite connection; gives the default value on MySQL.
    pub(super) async fn with_sqlite<T: Default + Send + 'static>(
        &self,
        work: impl FnOnce(&mut SqliteConn) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, DbError> {
        match self.connections.get(&self.options, Probe::None).await? {
            Conn::Mysql(_) => Ok(T::default()),
            Conn::Sqlite(conn) => sqlite::run(conn, work).await?.1,
        }
    }

    /// Runs `work` on the dedicated SQLite connection. The number identifies the connection: it changes when the
    /// connection had to be opened again.
    pub(super) async fn with_watcher<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&mut SqliteConn, u64) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, DbError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let shared = Arc::clone(self);
        let task = tokio::task::spawn_blocking(move || {
            let DatabaseUrl::Sqlite(path) = &shared.url else {
                return Err(DbError::new(DbErrorKind::Configuration, "not SQLite"));
            };
            let mut slot = shared.watcher.blocking_lock();
            let (mut conn, number) = match slot.take() {
                Some(open) => open,
                None => {
                    let inner = sqlite::open(path, shared.options.busy_timeout, false)?;
                    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
                    (SqliteConn::new(inner), number)
                }
            };
            let result = work(&mut conn, number)?;
            // After an error the connection is not kept.
            *slot = Some((conn, number));
            Ok(result)
        });
        task.await
            .unwrap_or_else(|e| Err(DbError::unavailable(e.to_string())))
    }
}
