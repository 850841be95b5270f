//! The connection pool for both databases: timeouts and retries.

use std::sync::Arc;
use std::time::Duration;

use deadpool::managed::{Object, Pool, PoolError, QueueMode};
use tracing::Instrument as _;

use super::error::{DbError, DbErrorKind};
use super::mysql_manager::MysqlManager;
use super::nodes::Nodes;
use super::sql_text::Cost;
use super::sqlite::{self, SqliteManager};
use super::statement_span;
use super::url::DatabaseUrl;
use super::work::{Outcome, Work};

/// Size and timeouts of a pool. With the defaults every request ends within 10 seconds.
#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// Connections at most. SQLite uses half of them, at least two.
    pub max_connections: usize,
    /// How long a new connection may take.
    pub connect_timeout: Duration,
    /// How long a statement waits for a free connection.
    pub wait_timeout: Duration,
    /// How long one statement may take.
    pub query_timeout: Duration,
    /// How long SQLite waits for another process that writes.
    pub busy_timeout: Duration,
    /// Make the SQLite file if it is not there.
    pub create_if_missing: bool,
}

impl Default for PoolOptions {
    fn default() -> Self {
        Self {
            max_connections: 10,
            connect_timeout: Duration::from_secs(2),
            wait_timeout: Duration::from_secs(2),
            query_timeout: Duration::from_secs(5),
            busy_timeout: Duration::from_secs(5),
            create_if_missing: false,
        }
    }
}

/// The pool of one database.
pub(super) enum Connections {
    Mysql(Pool<MysqlManager>),
    Sqlite(Pool<SqliteManager>),
}

/// A connection taken from the pool.
pub(super) enum Conn {
    Mysql(Box<Object<MysqlManager>>),
    Sqlite(Object<SqliteManager>),
}

impl Connections {
    pub(super) fn new(url: &DatabaseUrl, options: &PoolOptions) -> Result<Self, DbError> {
        let built = match url {
            DatabaseUrl::Mysql(address) => {
                let manager = MysqlManager::new((**address).clone(), options.connect_timeout);
                Pool::builder(manager)
                    .max_size(options.max_connections.max(1))
                    .queue_mode(QueueMode::Lifo)
                    .build()
                    .map(Self::Mysql)
            }
            DatabaseUrl::Sqlite(path) => {
                let manager = SqliteManager::new(
                    path.clone(),
                    options.busy_timeout,
                    options.create_if_missing,
                );
                Pool::builder(manager)
                    .max_size((options.max_connections / 2).max(2))
                    .queue_mode(QueueMode::Lifo)
                    .build()
                    .map(Self::Sqlite)
            }
        };
        built.map_err(|e| DbError::new(DbErrorKind::Configuration, e.to_string()))
    }

    /// Takes a connection; on MySQL one that passes the given test.
    pub(super) async fn get(&self, options: &PoolOptions, probe: Probe) -> Result<Conn, DbError> {
        let timeout = options.wait_timeout + options.connect_timeout;
        let taken = tokio::time::timeout(timeout, async {
            match self {
                Self::Mysql(pool) => loop {
                    let mut conn = pool.get().await.map_err(pool_error)?;
                    let timeout = options.connect_timeout;
                    let probed = match probe {
                        Probe::None => Ok(()),
                        Probe::Answers => conn.ping(timeout).await,
                        Probe::InTransaction => conn.begin(timeout).await,
                    };
                    if probed.is_err() {
                        pool.manager().nodes.invalidate_all();
                        continue;
                    }
                    break Ok(Conn::Mysql(Box::new(conn)));
                },
                Self::Sqlite(pool) => pool.get().await.map(Conn::Sqlite).map_err(pool_error),
            }
        });
        taken
            .await
            .unwrap_or_else(|_| Err(DbError::without_connection("free ")))
    }

    /// After a dead connection: the others are probably dead too.
    pub(super) fn invalidate_all(&self) {
        if let Self::Mysql(pool) = self {
            pool.manager().nodes.invalidate_all();
        }
    }

    /// The nodes of the cluster, if there is one.
    pub(super) fn cluster(&self) -> Option<&Nodes> {
        match self {
            Self::Mysql(pool) => Some(&*pool.manager().nodes).filter(|nodes| nodes.is_cluster()),
            Self::Sqlite(_) => None,
        }
    }

    /// Waits until the node in use has applied what the cluster committed before; does nothing without Galera.
    pub(super) async fn sync_wait(&self, options: &PoolOptions) -> Result<(), DbError> {
        if !self.cluster().is_some_and(Nodes::is_galera) {
            return Ok(());
        }
        let Conn::Mysql(mut conn) = self.get(options, Probe::None).await? else {
            return Ok(());
        };
        let (nodes, node) = (Arc::clone(&conn.nodes), conn.node);
        tokio::select! {
            biased;
            done = tokio::time::timeout(options.query_timeout, conn.sync_wait()) => {
                done.unwrap_or_else(|_| Err(DbError::unavailable("no answer in time")))
            }
            () = nodes.failed(node) => Err(DbError::lost("the node of the database has failed")),
        }
    }

    pub(super) fn close(&self) {
        match self {
            Self::Mysql(pool) => pool.close(),
            Self::Sqlite(pool) => pool.close(),
        }
    }
}

fn pool_error(error: PoolError<DbError>) -> DbError {
    match error {
        PoolError::Backend(error) => error,
        other => DbError::unavailable(other.to_string()),
    }
}

/// The test of a MySQL connection before use. SQLite connections need none.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Probe {
    /// Nothing: what is done can be done again on another.
    None,
    /// A ping, for statements that must not be retried.
    Answers,
    /// That it opened a transaction: it answered, and nothing was done yet.
    InTransaction,
}

/// How a statement outside a transaction is run.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum StatementKind {
    Read,
    Write,
}

/// How much longer than others a statement of SQLite may take, whose busy handler waits within it.
pub(super) const SQLITE_GRACE: Duration = Duration::from_secs(3);

impl Conn {
    pub(super) fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// Marks a transaction as open or closed; a connection with an open transaction is discarded.
    pub(super) fn set_in_transaction(&mut self, open: bool) {
        match self {
            Self::Mysql(conn) => conn.in_transaction = open,
            Self::Sqlite(conn) => conn.in_transaction = open,
        }
    }

    /// Runs `work` on the calling thread, which may block; SQLite only.
    pub(super) fn run_here(&mut self, work: &Work) -> Result<Outcome, DbError> {
        work.check()?;
        let span = statement_span::of(work, self.is_sqlite());
        let result = span.in_scope(|| match self {
            Self::Mysql(_) => Err(DbError::new(DbErrorKind::Configuration, "not SQLite")),
            Self::Sqlite(conn) => conn.run(work),
        });
        statement_span::ended(&span, &result);
        result
    }

    /// Runs `work` within `timeout`. The connection returns to the pool unless it is broken.
    pub(super) async fn run(
        self,
        work: Work,
        timeout: Duration,
    ) -> (Option<Self>, Result<Outcome, DbError>) {
        let span = statement_span::of(&work, self.is_sqlite());
        if span.is_disabled() {
            return self.run_untraced(work, timeout).await;
        }
        let running = self.run_untraced(work, timeout);
        let (conn, result) = running.instrument(span.clone()).await;
        statement_span::ended(&span, &result);
        (conn, result)
    }

    async fn run_untraced(
        self,
        work: Work,
        timeout: Duration,
    ) -> (Option<Self>, Result<Outcome, DbError>) {
        if let Err(error) = work.check() {
            return (Some(self), Err(error));
        }
        match self {
            Self::Mysql(mut conn) => {
                let (nodes, node) = (Arc::clone(&conn.nodes), conn.node);
                let running = tokio::time::timeout(timeout, async {
                    match work {
                        Work::Load(statement) => conn.load(statement).await.map(Outcome::Rows),
                        Work::Execute(statement) => {
                            conn.execute(statement).await.map(Outcome::Count)
                        }
                        Work::Batch(text) => conn.batch(&text).await.map(|()| Outcome::Count(0)),
                    }
                });
                let result = tokio::select! {
                    biased;
                    result = running => result,
                    () = nodes.failed(node) => {
                        return (None, Err(DbError::lost("the node of the database has failed")));
                    }
                };
                if let Ok(Err(error)) = &result
                    && error.is_node_unready()
                {
                    nodes.set_fit(node, false);
                }
                match result {
                    Ok(result) => (Some(Self::Mysql(conn)), result),
                    Err(_) => {
                        stop_query(&conn, timeout);
                        (None, Err(DbError::unavailable("no answer in time")))
                    }
                }
            }
            Self::Sqlite(mut conn) => {
                if let Work::Load(statement) = &work {
                    if statement.0.cost == Cost::IndexedLookup {
                        let rows = conn.run(&work);
                        return (Some(Self::Sqlite(conn)), rows);
                    }
                    tracing::trace!(sql = statement.0.text, "runs on a blocking thread");
                }
                let task = sqlite::run(conn, move |conn| conn.run(&work));
                // SQLite cannot be stopped from outside; the statement ends in its own thread, and then its
                // connection is usable again.
                match tokio::time::timeout(timeout + SQLITE_GRACE, task).await {
                    Ok(Ok((conn, result))) => (Some(Self::Sqlite(conn)), result),
                    Ok(Err(error)) => (None, Err(error)),
                    Err(_) => (None, Err(DbError::unavailable("no answer in time"))),
                }
            }
        }
    }
}

/// Cancels a statement on the server after its caller timed out.
fn stop_query(conn: &Object<MysqlManager>, timeout: Duration) {
    let token = conn.inner.cancel_token();
    tokio::spawn(async move {
        // Best effort: it fails if the server does not respond.
        let _ = tokio::time::timeout(timeout, token.cancel_query()).await;
    });
}
