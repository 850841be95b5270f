//! Several statements that happen together or not at all.
//!
//! A transaction runs in a task of its own: a client that disconnects does not cancel it. It is committed or rolled
//! back, never left half-way.

use std::future::Future;
use std::sync::Arc;

use tokio::sync::Mutex;

use super::bind::Bind;
use super::error::DbError;
use super::pool::{Conn, Outcome, Probe, Shared, Work};
use super::row::FromRow;
use super::sql_text::SqlText;
use super::statement::Statement;

/// An open transaction. Dropping it does nothing: the result of the closure decides between commit and rollback.
pub struct Transaction {
    shared: Arc<Shared>,
    conn: Arc<Mutex<Option<Conn>>>,
    sqlite: bool,
}

impl Transaction {
    /// Reads rows, as [`Db::load`](super::Db::load).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load<R: FromRow>(
        &self,
        sql: &'static str,
        binds: Vec<Bind>,
    ) -> Result<Vec<R>, DbError> {
        self.load_built(SqlText::fixed(sql, binds)).await
    }

    /// Reads the first row, as [`Db::load_first`](super::Db::load_first).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load_first<R: FromRow>(
        &self,
        sql: &'static str,
        binds: Vec<Bind>,
    ) -> Result<Option<R>, DbError> {
        Ok(self.load(sql, binds).await?.into_iter().next())
    }

    /// Reads rows with a statement made of pieces.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load_built<R: FromRow>(&self, sql: SqlText) -> Result<Vec<R>, DbError> {
        let work = Work::Load(self.statement(sql));
        let rows = self.run(work).await?.rows();
        rows.into_iter().map(R::from_row).collect()
    }

    /// Changes rows and counts those that were found.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn execute(&self, sql: &'static str, binds: Vec<Bind>) -> Result<u64, DbError> {
        self.execute_built(SqlText::fixed(sql, binds)).await
    }

    /// Changes rows with a statement made of pieces.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn execute_built(&self, sql: SqlText) -> Result<u64, DbError> {
        let work = Work::Execute(self.statement(sql));
        Ok(self.run(work).await?.count())
    }

    /// The id that the last INSERT of this transaction was given.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_insert_id(&self) -> Result<i64, DbError> {
        let sql = if self.sqlite {
            "SELECT last_insert_rowid()"
        } else {
            "SELECT LAST_INSERT_ID()"
        };
        let row: Option<(i64,)> = self.load_first(sql, Vec::new()).await?;
        Ok(row.map_or(0, |(id,)| id))
    }

    fn statement(&self, sql: SqlText) -> Statement {
        Statement(sql.finish(&self.shared.prefix, self.sqlite))
    }

    async fn run(&self, work: Work) -> Result<Outcome, DbError> {
        let mut slot = self.conn.lock().await;
        let conn = slot
            .take()
            .ok_or_else(|| DbError::unavailable("the connection of the transaction is gone"))?;
        let (conn, result) = conn.run(work, self.shared.options.query_timeout).await;
        *slot = conn;
        result
    }
}

/// Durability of a committed transaction on power loss. A killed process loses nothing either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Durability {
    /// All of it.
    Full,
    /// On SQLite: no sync to disk; made durable by the next [`Full`](Self::Full) commit.
    Later,
}

impl Durability {
    /// The texts that begin a transaction, commit it, and roll it back. On MySQL it is open already
    /// ([`Proof::InTransaction`]).
    fn texts(self, sqlite: bool) -> (Option<&'static str>, &'static str, &'static str) {
        match self {
            _ if !sqlite => (None, "COMMIT", "ROLLBACK"),
            // The write lock is taken at once: one taken later, after a read, could fail half-way.
            Self::Full => (Some("BEGIN IMMEDIATE"), "COMMIT", "ROLLBACK"),
            Self::Later => (
                Some("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE"),
                "COMMIT; PRAGMA synchronous = FULL",
                "ROLLBACK; PRAGMA synchronous = FULL",
            ),
        }
    }
}

/// Runs `work` between BEGIN and COMMIT, in a task of its own.
pub(super) async fn run<T, F, Fut>(
    shared: Arc<Shared>,
    durability: Durability,
    work: F,
) -> Result<T, DbError>
where
    T: Send + 'static,
    F: FnOnce(Transaction) -> Fut + Send + 'static,
    Fut: Future<Output = Result<T, DbError>> + Send,
{
    let task = tokio::spawn(async move {
        let _turn = shared.turn_to_write().await?;
        let proof = Probe::InTransaction;
        let mut conn = shared.connections.get(&shared.options, proof).await?;
        let sqlite = conn.is_sqlite();
        // Set before BEGIN is sent: whatever becomes of this task, the connection is not used by others.
        conn.set_in_transaction(true);
        let slot = Arc::new(Mutex::new(Some(conn)));
        let control = Transaction {
            shared: Arc::clone(&shared),
            conn: Arc::clone(&slot),
            sqlite,
        };
        let (begin, commit, rollback) = durability.texts(sqlite);
        if let Some(begin) = begin {
            control.run(Work::Batch(begin.into())).await?;
        }
        let inner = Transaction {
            shared: Arc::clone(&shared),
            conn: Arc::clone(&slot),
            sqlite,
        };
        let result = work(inner).await;
        let end = if result.is_ok() { commit } else { rollback };
        let ended = control.run(Work::Batch(end.into())).await;
        if ended.is_ok()
            && let Some(mut conn) = slot.lock().await.take()
        {
            conn.set_in_transaction(false);
        }
        match (result, ended) {
            (Ok(value), Ok(_)) => Ok(value),
            (Ok(_), Err(error)) | (Err(error), _) => {
                if error.is_connection_lost() {
                    shared.connections.invalidate_all();
                }
                Err(error)
            }
        }
    });
    task.await
        .unwrap_or_else(|e| Err(DbError::unavailable(format!("transaction task: {e}"))))
}
