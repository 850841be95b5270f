//! Read replicas: MariaDB servers that follow the primary and read for pages of anonymous visitors.
//!
//! Work inside `Db::for_anybody` reads from a replica when one is known to have everything that the primary had at a
//! moment that is (1) not longer ago than the bound on lag, and (2) not before the last change that this instance noticed
//! (`Db::replicas_must_follow`): so a page that is made after a change and kept shows that change. Everything else
//! (transactions, statements that write, requests of visitors who are known) asks the primary.
//!
//! How far a replica is, is not asked as seconds, which are unreliable, but as positions: the primary's
//! `@@gtid_current_pos` at a moment, and `MASTER_GTID_WAIT` at the replica.

use std::cell::Cell;
use std::future::Future;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::error::DbError;
use super::pool::{Connections, PoolOptions, Probe};
use super::row::Row;
use super::statement::Statement;
use super::url::DatabaseUrl;
use super::work::{Outcome, Work};

tokio::task_local! {
    /// Whether the work is for pages that anybody may see, which may be as old as kept pages; no more after a write.
    static IS_FOR_ANYBODY: Cell<bool>;
}

/// How long a statement may wait for a replica before it is asked of the primary.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

/// A server that follows.
pub(super) struct Replica {
    connections: Connections,
    /// The moment up to which it has everything, in microseconds since `Replicas::began`; 0: unknown.
    has_until: AtomicU64,
}

/// The replicas of one database.
pub(super) struct Replicas {
    replicas: Vec<Replica>,
    options: PoolOptions,
    max_lag: Duration,
    began: Instant,
    /// The moment of the last change that was noticed.
    must_have: AtomicU64,
    turn: AtomicUsize,
}

/// Runs `work`; what it reads outside of transactions may come from a replica, or be kept.
pub(super) async fn for_anybody<T>(work: impl Future<Output = T>) -> T {
    IS_FOR_ANYBODY.scope(Cell::new(true), work).await
}

/// Whether what runs now may read what is as old as kept pages.
pub(super) fn is_for_anybody() -> bool {
    IS_FOR_ANYBODY.try_with(Cell::get).unwrap_or(false)
}

/// Runs `work`, which reads from the primary alone.
pub(super) async fn primary_only<T>(work: impl Future<Output = T>) -> T {
    IS_FOR_ANYBODY.scope(Cell::new(false), work).await
}

/// Whoever has written reads from the primary.
pub(super) fn wrote() {
    let _ = IS_FOR_ANYBODY.try_with(|may| may.set(false));
}

impl Replicas {
    /// Connections to the servers that follow, and how far behind one may be that is read from.
    ///
    /// # Errors
    /// When an address is not valid.
    pub(super) fn new(
        urls: &[DatabaseUrl],
        options: &PoolOptions,
        max_lag: Duration,
    ) -> Result<Self, DbError> {
        let replica = |url| {
            Ok::<_, DbError>(Replica {
                connections: Connections::new(url, options)?,
                has_until: AtomicU64::new(0),
            })
        };
        Ok(Self {
            replicas: urls.iter().map(replica).collect::<Result<_, _>>()?,
            options: options.clone(),
            max_lag,
            began: Instant::now(),
            must_have: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
        })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.replicas.len()
    }

    /// One of them.
    pub(super) fn get(&self, at: usize) -> Option<&Replica> {
        self.replicas.get(at)
    }

    /// The bound on lag.
    pub(super) fn max_lag(&self) -> Duration {
        self.max_lag
    }

    /// From now on one answers only when it has what the primary has now.
    pub(super) fn must_follow(&self) {
        self.must_have.fetch_max(self.now(), Ordering::AcqRel);
    }

    /// A replica has everything that the primary had at a moment.
    pub(super) fn has_until(&self, replica: &Replica, moment: u64) {
        replica.has_until.fetch_max(moment, Ordering::AcqRel);
    }

    /// The rows of a statement from a replica; `None` when the primary is to be asked.
    pub(super) async fn read(known: &OnceLock<Self>, statement: &Statement) -> Option<Vec<Row>> {
        let replicas = known.get()?;
        let replica = is_for_anybody().then(|| replicas.usable())??;
        match replicas.run(replica, statement.clone()).await {
            Ok(rows) => Some(rows),
            Err(error) => {
                replica.has_until.store(0, Ordering::Release);
                tracing::debug!(%error, "a replica does not answer: the primary is asked");
                None
            }
        }
    }

    /// Microseconds since the start.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// The moment up to which a replica must have everything by the bound on lag.
    fn oldest(&self) -> u64 {
        let max_lag = u64::try_from(self.max_lag.as_micros()).unwrap_or(u64::MAX);
        self.now().saturating_sub(max_lag).max(1)
    }

    /// Whether a replica that has everything up to this moment is not too far behind.
    pub(super) fn is_recent(&self, moment: u64) -> bool {
        moment.max(1) >= self.oldest()
    }

    /// A replica that may answer now.
    pub(super) fn usable(&self) -> Option<&Replica> {
        let oldest = self.oldest().max(self.must_have.load(Ordering::Acquire));
        let start = self.turn.fetch_add(1, Ordering::Relaxed);
        let count = self.replicas.len();
        let mut order = (0..count).map(|step| start.wrapping_add(step) % count);
        order.find_map(|at| {
            let replica = self.replicas.get(at)?;
            let has_until = replica.has_until.load(Ordering::Acquire);
            (has_until >= oldest).then_some(replica)
        })
    }

    /// Runs a statement that reads on a replica.
    ///
    /// # Errors
    /// When the replica fails.
    pub(super) async fn run(
        &self,
        replica: &Replica,
        statement: Statement,
    ) -> Result<Vec<Row>, DbError> {
        let conn = replica.connections.get(&self.options, Probe::None).await?;
        let (_, outcome) = conn.run(Work::Load(statement), TIMEOUT).await;
        outcome.map(Outcome::rows)
    }
}
