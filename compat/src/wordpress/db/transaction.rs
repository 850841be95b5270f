//! Several statements that happen together or not at all.
//!
//! A transaction runs in a task of its own: a client that disconnects does not cancel it. It is committed or rolled
//! back, never left half-way. On SQLite that task has a thread of its own, which runs all statements: waking another one
//! for each would cost more than most of them, while all other writers wait.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tracing::{Instrument as _, Span};

use super::bind::Bind;
use super::commit_marks::{self, Mark};
use super::error::DbError;
use super::pool::{Conn, Probe, SQLITE_GRACE};
use super::replicas;
use super::row::FromRow;
use super::shared::Shared;
use super::sql_text::SqlText;
use super::statement::Statement;
use super::work::{Outcome, Work};

/// An open transaction. Dropping it does nothing: the result of the closure decides between commit and rollback.
pub struct Transaction {
    shared: Arc<Shared>,
    conn: Arc<Mutex<Option<Conn>>>,
    sqlite: bool,
    progress: Arc<Progress>,
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
        let mut conn = slot
            .take()
            .ok_or_else(|| DbError::unavailable("the connection of the transaction is gone"))?;
        if self.sqlite {
            let result = self.progress.during(|| conn.run_here(&work));
            *slot = Some(conn);
            return result;
        }
        let (conn, result) = conn.run(work, self.shared.options.query_timeout).await;
        *slot = conn;
        result
    }
}

/// How far a transaction on SQLite has come: statements begun and ended.
#[derive(Default)]
struct Progress(AtomicU64);

impl Progress {
    /// How often it is looked at.
    const INTERVAL: Duration = Duration::from_secs(1);

    fn during<T>(&self, statement: impl FnOnce() -> T) -> T {
        self.0.fetch_add(1, Ordering::Relaxed);
        let result = statement();
        self.0.fetch_add(1, Ordering::Relaxed);
        result
    }

    /// Waits for the thread of a transaction. SQLite cannot be stopped from outside: a statement that takes longer than
    /// `limit` ends in its thread, and then its transaction is rolled back.
    async fn watch<T>(
        &self,
        mut thread: JoinHandle<Result<T, DbError>>,
        limit: Duration,
    ) -> Result<T, DbError> {
        let (mut seen, mut since) = (0, Instant::now());
        loop {
            match tokio::time::timeout(Self::INTERVAL, &mut thread).await {
                Ok(Ok(result)) => return result,
                Ok(Err(error)) => {
                    return Err(DbError::unavailable(format!("transaction: {error}")));
                }
                Err(_) => {}
            }
            let now = self.0.load(Ordering::Relaxed);
            if now != seen {
                (seen, since) = (now, Instant::now());
            } else if now % 2 == 1 && since.elapsed() >= limit {
                return Err(DbError::unavailable("no answer in time"));
            }
        }
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

/// What became of one attempt.
enum Attempt<T> {
    /// It was committed.
    Done(T),
    /// Nothing of it was.
    Failed(DbError),
    /// COMMIT was sent, and no answer came.
    Unsure(T, DbError),
    /// The earlier attempt, whose COMMIT was not answered, had been committed.
    WasCommitted,
}

/// How an attempt is made.
#[derive(Clone)]
struct Manner {
    durability: Durability,
    /// The transaction's mark, on a cluster.
    mark: Option<Arc<Mark>>,
    /// Whether the COMMIT of an earlier attempt was not answered.
    is_unsure: bool,
}

/// Runs `work` between BEGIN and COMMIT, in a task of its own; again when the database refused it ([`super::retries`]).
pub(super) async fn run<T, F, Fut>(
    shared: Arc<Shared>,
    durability: Durability,
    work: F,
) -> Result<T, DbError>
where
    T: Send + 'static,
    F: FnOnce(Transaction) -> Fut + Clone + Send + 'static,
    Fut: Future<Output = Result<T, DbError>> + Send,
{
    replicas::wrote();
    let running = async move {
        let mut retries = shared.retries();
        let mut manner = Manner {
            durability,
            mark: mark(&shared).await.map(Arc::new),
            is_unsure: false,
        };
        let mut unsure = None;
        loop {
            let error = match once(Arc::clone(&shared), manner.clone(), work.clone()).await {
                Attempt::Done(value) => return Ok(value),
                Attempt::WasCommitted => {
                    return unsure
                        .ok_or_else(|| DbError::unavailable("a mark of another transaction"));
                }
                Attempt::Failed(error) => error,
                Attempt::Unsure(value, error) => {
                    unsure = Some(value);
                    manner.is_unsure = true;
                    error
                }
            };
            let is_cluster = shared.connections.cluster().is_some();
            let is_safe = is_cluster && (!manner.is_unsure || manner.mark.is_some());
            if !retries.again(&error, is_safe).await {
                return Err(error);
            }
            tracing::debug!(%error, "a transaction is run again");
        }
    };
    let task = tokio::spawn(running.in_current_span());
    task.await
        .unwrap_or_else(|e| Err(DbError::unavailable(format!("transaction task: {e}"))))
}

/// A mark for a transaction on a cluster. Without the table, whose making is tried again each time, there is none.
async fn mark(shared: &Shared) -> Option<Mark> {
    let marks = shared.commit_marks.as_ref()?;
    let make = || async {
        for text in [commit_marks::TABLE, commit_marks::SWEEP] {
            let definition = SqlText::fixed(text, Vec::new()).finish(&shared.prefix, false);
            shared.run_definition(definition.text).await?;
        }
        Ok::<(), DbError>(())
    };
    match marks.made.get_or_try_init(make).await {
        Ok(()) => Some(marks.take()),
        Err(error) => {
            tracing::debug!(%error, "transactions have no marks: the table cannot be made");
            None
        }
    }
}

/// One attempt.
async fn once<T, F, Fut>(shared: Arc<Shared>, manner: Manner, work: F) -> Attempt<T>
where
    T: Send + 'static,
    F: FnOnce(Transaction) -> Fut + Send + 'static,
    Fut: Future<Output = Result<T, DbError>> + Send,
{
    let opened = async {
        let turn = shared.turn_to_write().await?;
        let proof = Probe::InTransaction;
        let conn = shared.connections.get(&shared.options, proof).await?;
        Ok((turn, conn))
    };
    let (_turn, mut conn) = match opened.await {
        Ok(opened) => opened,
        Err(error) => return Attempt::Failed(error),
    };
    // Set before BEGIN is sent: whatever becomes of this task, the connection is not used by others.
    conn.set_in_transaction(true);
    let control = Transaction {
        shared: Arc::clone(&shared),
        sqlite: conn.is_sqlite(),
        conn: Arc::new(Mutex::new(Some(conn))),
        progress: Arc::default(),
    };
    if !control.sqlite {
        return control.carry_out(manner, work).await;
    }
    let progress = Arc::clone(&control.progress);
    let (runtime, span) = (Handle::current(), Span::current());
    let thread = tokio::task::spawn_blocking(move || {
        Ok(runtime.block_on(control.carry_out(manner, work).instrument(span)))
    });
    let limit = shared.options.query_timeout + SQLITE_GRACE;
    let done = progress.watch(thread, limit).await;
    done.unwrap_or_else(Attempt::Failed)
}

impl Transaction {
    /// BEGIN, `work`, and COMMIT or ROLLBACK.
    async fn carry_out<T, F, Fut>(self, manner: Manner, work: F) -> Attempt<T>
    where
        F: FnOnce(Self) -> Fut + Send,
        Fut: Future<Output = Result<T, DbError>> + Send,
    {
        let (begin, commit, rollback) = manner.durability.texts(self.sqlite);
        if let Some(begin) = begin
            && let Err(error) = self.run(Work::Batch(begin.into())).await
        {
            return Attempt::Failed(error);
        }
        let inner = Self {
            shared: Arc::clone(&self.shared),
            conn: Arc::clone(&self.conn),
            sqlite: self.sqlite,
            progress: Arc::clone(&self.progress),
        };
        let result = match self.write_mark(&manner).await {
            Ok(true) => None,
            Ok(false) => Some(work(inner).await),
            Err(error) => Some(Err(error)),
        };
        let end = match result {
            Some(Ok(_)) => commit,
            _ => rollback,
        };
        let ended = self.run(Work::Batch(end.into())).await;
        if ended.is_ok()
            && let Some(mut conn) = self.conn.lock().await.take()
        {
            conn.set_in_transaction(false);
        }
        let failed = match (&result, &ended) {
            (Some(Err(error)), _) | (_, Err(error)) => error.is_connection_lost(),
            _ => false,
        };
        if failed {
            self.shared.connections.invalidate_all();
        }
        match (result, ended) {
            (None, _) => Attempt::WasCommitted,
            (Some(Err(error)), _) => Attempt::Failed(error),
            (Some(Ok(value)), Ok(_)) => Attempt::Done(value),
            (Some(Ok(_)), Err(error)) if error.is_refused_whole() && !error.is_node_unready() => {
                Attempt::Failed(error)
            }
            (Some(Ok(value)), Err(error)) => Attempt::Unsure(value, error),
        }
    }

    /// Writes the transaction's mark, if it has one. Yes if it is there already: an earlier attempt was committed.
    async fn write_mark(&self, manner: &Manner) -> Result<bool, DbError> {
        let Some(mark) = &manner.mark else {
            return Ok(false);
        };
        let name = || Bind::from(mark.name.as_str());
        if manner.is_unsure {
            let row: Option<(i64,)> = self.load_first(commit_marks::READ, vec![name()]).await?;
            if row.is_some_and(|(number,)| number == mark.number) {
                return Ok(true);
            }
        }
        let binds = vec![name(), mark.number.into()];
        self.execute(commit_marks::WRITE, binds).await?;
        Ok(false)
    }
}
