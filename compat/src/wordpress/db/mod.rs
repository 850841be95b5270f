//! The database of a site: MySQL or MariaDB as WordPress left it, or the same tables in an SQLite file.
//!
//! One query layer for both: SQL text with `{p}` for the table prefix and `?` for values, rows converted leniently. The
//! same text runs on both databases; [`SqlText`] replaces the few differing keywords. WordPress's tables are
//! interpreted in the modules that use this one (`post`, `options`, ...).
//!
//! ```no_run
//! # async fn example(db: compat::wordpress::db::Db) -> Result<(), compat::wordpress::db::DbError> {
//! use compat::binds;
//! let titles: Vec<(i64, String)> = db
//!     .load("SELECT ID, post_title FROM {p}posts WHERE post_status = ?", binds!["publish"])
//!     .await?;
//! # Ok(()) }
//! ```

mod bind;
mod change_log;
mod commit_marks;
mod comparison_counts;
mod content_watch;
pub mod diagnosis;
mod error;
mod for_anybody;
mod generation;
pub mod group_commit;
pub mod import;
mod like;
mod mysql;
mod mysql_manager;
mod mysql_server;
mod node_watch;
mod nodes;
mod pool;
mod prefix;
mod query_cache;
pub mod reads;
mod replica_watch;
mod replicas;
mod retries;
mod row;
pub mod schema;
mod shared;
mod shared_comparisons;
mod sql_text;
mod sqlite;
mod sqlite_functions;
mod statement;
mod statement_cache;
mod statement_span;
pub mod tag;
pub mod tag_key;
mod transaction;
pub mod unicode_ci;
mod url;
mod watched_post;
mod watched_rows;
mod work;

use std::future::Future;
use std::sync::{Arc, OnceLock};

use tokio::sync::Mutex;

pub use bind::Bind;
pub use change_log::ChangeLog;
pub use content_watch::ContentWatch;
pub use error::{DbError, DbErrorKind};
pub use generation::{ChangeWatch, Changes, Fingerprint, Moment};
pub use pool::PoolOptions;
pub use prefix::TablePrefix;
pub use query_cache::FoundResults;
pub use row::{Cell, FromCell, FromRow, Row};
pub use shared_comparisons::Awaited;
pub use sql_text::SqlText;
pub use transaction::Transaction;
pub use url::{Charset, DatabaseUrl, MysqlAddress, MysqlHost, SslMode};
pub use watched_rows::Unrendered;

use commit_marks::CommitMarks;
use comparison_counts::ComparisonCounts;
use pool::{Connections, StatementKind};
use query_cache::Known;
use shared::Shared;
use statement::Statement;
use transaction::Durability;

/// Placeholders in one statement: under the limits of both databases (32,766 and 65,535).
const LIST_CHUNK: usize = 10_000;
/// Most keys, or rows in the order of an index, that SQLite reads on the calling thread ([`SqlText::indexed_lookup`]).
pub(crate) const FEW_KEYS: usize = 256;

fn binds_of<const N: usize>(texts: [&str; N]) -> Vec<Bind> {
    texts.into_iter().map(Bind::from).collect()
}

/// A database, its table prefix and its connections. Clones share them.
#[derive(Clone)]
pub struct Db {
    shared: Arc<Shared>,
}

impl Db {
    /// Opens the database and runs one statement to test it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn connect(
        url: &DatabaseUrl,
        prefix: TablePrefix,
        options: PoolOptions,
    ) -> Result<Self, DbError> {
        let db = Self::connect_lazily(url, prefix, options)?;
        db.load::<Row>("SELECT 1", Vec::new()).await?;
        Ok(db)
    }

    /// As [`connect`](Self::connect), but the first statement opens the first connection: for a server that starts
    /// before its database.
    ///
    /// # Errors
    /// When the database fails.
    pub fn connect_lazily(
        url: &DatabaseUrl,
        prefix: TablePrefix,
        options: PoolOptions,
    ) -> Result<Self, DbError> {
        let connections = Connections::new(url, &options)?;
        let is_cluster = connections.cluster().is_some();
        Ok(Self {
            shared: Arc::new(Shared {
                connections,
                commit_marks: is_cluster.then(|| Arc::new(CommitMarks::new())),
                options,
                prefix,
                url: url.clone(),
                watcher: Mutex::new(None),
                mysql_server: OnceLock::new(),
                sqlite_turn: Mutex::new(()),
                replicas: OnceLock::new(),
                query_cache: OnceLock::new(),
                comparisons: ComparisonCounts::default(),
            }),
        })
    }

    /// The table prefix.
    pub fn prefix(&self) -> &TablePrefix {
        &self.shared.prefix
    }

    /// The address, without the password when printed.
    pub fn url(&self) -> &DatabaseUrl {
        &self.shared.url
    }

    /// Yes if the database is an SQLite file.
    pub fn is_sqlite(&self) -> bool {
        matches!(self.shared.url, DatabaseUrl::Sqlite(_))
    }

    /// Reads rows. `{p}` in the text is the table prefix; values come only by `?`.
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

    /// Reads the first row, if there is one. Write `LIMIT 1` where more could come.
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

    /// As [`load`](Self::load), for a statement that reads few rows through an index ([`SqlText::indexed_lookup`]).
    ///
    /// # Errors
    /// When the database cannot be reached, refuses the statement, or a row does not fit `R`.
    pub async fn lookup<R: FromRow>(
        &self,
        sql: &'static str,
        binds: Vec<Bind>,
    ) -> Result<Vec<R>, DbError> {
        self.load_built(SqlText::fixed(sql, binds).indexed_lookup())
            .await
    }

    /// The first row of [`lookup`](Self::lookup), if there is one.
    ///
    /// # Errors
    /// As [`lookup`](Self::lookup).
    pub async fn lookup_first<R: FromRow>(
        &self,
        sql: &'static str,
        binds: Vec<Bind>,
    ) -> Result<Option<R>, DbError> {
        Ok(self.lookup(sql, binds).await?.into_iter().next())
    }

    /// Reads the rows of indexed keys: `(?*)` in the text becomes one `?` for each item; `before` and `after` are the
    /// values of the `?` before and after it. An empty list gives no rows and asks nothing. A list of more than
    /// 10,000 items is asked in parts: ORDER BY and LIMIT then hold for each part.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load_list<R: FromRow, T: Clone + Into<Bind> + Sync>(
        &self,
        sql: &'static str,
        before: Vec<Bind>,
        list: &[T],
        after: Vec<Bind>,
    ) -> Result<Vec<R>, DbError> {
        let mut rows = Vec::new();
        for chunk in list.chunks(LIST_CHUNK) {
            let keys = chunk.iter().cloned().map(Into::into).collect();
            let sql = SqlText::of_keys(sql, before.clone(), keys, after.clone());
            let sql = if chunk.len() <= FEW_KEYS {
                sql.indexed_lookup()
            } else {
                sql
            };
            for row in self.read(sql, StatementKind::Read).await? {
                rows.push(R::from_row(row)?);
            }
        }
        Ok(rows)
    }

    /// Reads rows with a statement made of pieces.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load_built<R: FromRow>(&self, sql: SqlText) -> Result<Vec<R>, DbError> {
        let rows = self.read(sql, StatementKind::Read).await?;
        rows.into_iter().map(R::from_row).collect()
    }

    /// Runs a statement that reads, and notes what it reads.
    async fn read(&self, sql: SqlText, kind: StatementKind) -> Result<Vec<Row>, DbError> {
        let tags = reads::record_tables(sql.text());
        let statement = self.statement(sql);
        let cache = self.known_results();
        let known = cache.zip(tags);
        let place = match known.and_then(|(cache, tags)| cache.known(&statement, tags)) {
            // They add nothing to the digest: snapshots of the site, which are compared by it, are never read from here.
            Some(Known::Rows(rows)) => return Ok(rows),
            Some(Known::Nothing(place)) => Some(place),
            None => None,
        };
        // Boxed: each future of a page holds one of a statement, and what is known needs little of it.
        let found = Box::pin(self.shared.run_once(statement, kind)).await?;
        let rows = found.rows();
        reads::record_rows(&rows);
        if let Some((cache, place)) = cache.zip(place) {
            cache.found(place, &rows);
        }
        Ok(rows)
    }

    /// Changes rows with one statement and counts those that were found.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn execute(&self, sql: &'static str, binds: Vec<Bind>) -> Result<u64, DbError> {
        self.execute_built(SqlText::fixed(sql, binds)).await
    }

    /// Changes rows with a statement made of pieces. On a cluster it is a transaction, whose mark says whether it was done
    /// when a node fails before it answers.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn execute_built(&self, sql: SqlText) -> Result<u64, DbError> {
        if self.is_cluster() {
            let work = async move |tx: Transaction| tx.execute_built(sql).await;
            return self.transaction(work).await;
        }
        let statement = self.statement(sql);
        let outcome = Box::pin(self.shared.run_once(statement, StatementKind::Write)).await?;
        Ok(outcome.count())
    }

    /// Inserts a row and returns the id that it was given.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn insert(&self, sql: &'static str, binds: Vec<Bind>) -> Result<i64, DbError> {
        self.transaction(async move |tx| {
            tx.execute(sql, binds).await?;
            tx.last_insert_id().await
        })
        .await
    }

    /// Runs `work` in a transaction: commit if it returns `Ok`, rollback if not. It runs in a task of its own, so
    /// that a cancelled request does not interrupt it. `work` is run again, from the start, when the database refused the
    /// transaction as a whole (a deadlock, the certification of a cluster): it must leave no trace but by the transaction.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn transaction<T, F, Fut>(&self, work: F) -> Result<T, DbError>
    where
        T: Send + 'static,
        F: FnOnce(Transaction) -> Fut + Clone + Send + 'static,
        Fut: Future<Output = Result<T, DbError>> + Send,
    {
        transaction::run(Arc::clone(&self.shared), Durability::Full, work).await
    }

    /// As [`transaction`](Self::transaction), for what may be done again after a power cut: SQLite does not wait for
    /// the disk. What is committed survives a killed process all the same.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn transaction_without_sync<T, F, Fut>(&self, work: F) -> Result<T, DbError>
    where
        T: Send + 'static,
        F: FnOnce(Transaction) -> Fut + Clone + Send + 'static,
        Fut: Future<Output = Result<T, DbError>> + Send,
    {
        transaction::run(Arc::clone(&self.shared), Durability::Later, work).await
    }

    /// Whether several nodes of a cluster are named.
    pub fn is_cluster(&self) -> bool {
        self.shared.connections.cluster().is_some()
    }

    /// The place in the database URL of the node of the cluster that is used now; 0 without a cluster.
    pub fn node_in_use(&self) -> usize {
        let nodes = self.shared.connections.cluster();
        nodes.map_or(0, |nodes| nodes.current())
    }

    /// Whether a node of a cluster answered the last look at it.
    pub fn has_fit_node(&self) -> bool {
        let nodes = self.shared.connections.cluster();
        nodes.is_some_and(|nodes| (0..nodes.count()).any(|node| nodes.is_fit(node)))
    }

    /// Waits until the node in use has applied what any node had committed before: afterwards a visitor finds there what
    /// they wrote through another instance. Costs one round trip on a Galera cluster, nothing elsewhere.
    ///
    /// # Errors
    /// When the node does not catch up in time.
    pub async fn catch_up(&self) -> Result<(), DbError> {
        let (shared, mut retries) = (&self.shared, self.shared.retries());
        loop {
            // A node that has left the cluster refuses to wait, by the error of a lock.
            let error = match shared.connections.sync_wait(&shared.options).await {
                Err(error) => error,
                done => return done,
            };
            shared.connections.invalidate_all();
            if !retries.again(&error, true).await {
                return Err(error);
            }
        }
    }

    /// Closes the pool: later statements are refused, running ones end.
    pub fn close(&self) {
        self.shared.connections.close();
    }

    fn statement(&self, sql: SqlText) -> Statement {
        Statement(sql.finish(&self.shared.prefix, self.is_sqlite()))
    }
}
