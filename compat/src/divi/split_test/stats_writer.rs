//! Writes what visitors of tests did: those who come at the same time share a statement.
//!
//! A caller waits until its row is stored. One transaction a row would bind a busy test to the speed of the disk; here
//! whoever comes while a statement runs goes with the next.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::stats::{Record, insert, make_table};
use crate::wordpress::db::{Db, DbError, DbErrorKind};

/// Rows of one statement.
const MOST_ROWS: usize = 500;
/// Rows that may wait; further ones are not taken.
const MOST_WAITING: usize = 20_000;

/// Says whether a row was stored.
type Stored = oneshot::Sender<bool>;

#[derive(Default)]
struct Queue {
    waiting: Vec<(Record, Stored)>,
    is_writing: bool,
}

/// Writes rows of `{prefix}et_divi_ab_testing_stats`.
pub struct StatsWriter {
    db: Db,
    queue: Mutex<Queue>,
}

impl StatsWriter {
    /// A writer to a database; the table is made when it is missing.
    pub fn new(db: Db) -> Arc<Self> {
        Arc::new(Self {
            db,
            queue: Mutex::default(),
        })
    }

    /// Stores a row; yes once it is stored. A row that cannot be stored is logged and lost, as the builder loses it.
    pub async fn record(self: &Arc<Self>, record: Record) -> bool {
        let (stored, answer) = oneshot::channel();
        if !self.add(record, stored) {
            tracing::warn!("too many rows of split tests wait: one is not taken");
            return false;
        }
        answer.await.unwrap_or(false)
    }

    fn add(self: &Arc<Self>, record: Record, stored: Stored) -> bool {
        let mut queue = self.queue();
        if queue.waiting.len() >= MOST_WAITING {
            return false;
        }
        queue.waiting.push((record, stored));
        if !queue.is_writing {
            queue.is_writing = true;
            // A task of its own: a visitor who hangs up does not stop the others' rows.
            tokio::spawn(Arc::clone(self).write());
        }
        true
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows of the next statement; none: whoever comes next begins anew.
    fn next(&self) -> Vec<(Record, Stored)> {
        let mut queue = self.queue();
        let number = queue.waiting.len().min(MOST_ROWS);
        queue.is_writing = number > 0;
        queue.waiting.drain(..number).collect()
    }

    async fn write(self: Arc<Self>) {
        loop {
            let (records, waiting): (Vec<_>, Vec<_>) = self.next().into_iter().unzip();
            if records.is_empty() {
                return;
            }
            let result = self.insert(&records).await;
            if let Err(error) = &result {
                tracing::warn!(%error, rows = records.len(), "rows of split tests are lost");
            }
            for stored in waiting {
                // Nobody waits any more: the row is stored all the same.
                let _ = stored.send(result.is_ok());
            }
        }
    }

    async fn insert(&self, records: &[Record]) -> Result<(), DbError> {
        match insert(&self.db, records).await {
            // Asked for only when it fails: the table is nearly always there.
            Err(error) if error.kind() == DbErrorKind::Query => {
                make_table(&self.db).await?;
                insert(&self.db, records).await
            }
            other => other,
        }
    }
}
