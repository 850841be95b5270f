//! Writes events of split tests; concurrent callers share a transaction.
//!
//! A caller waits until its row is stored. With one transaction per row the disk's sync rate would limit a busy test.

use std::sync::Arc;

use super::stats::{Record, make_table};
use crate::wordpress::db::group_commit::GroupCommit;
use crate::wordpress::db::{Db, DbError};

/// Writes rows of `{prefix}et_divi_ab_testing_stats`.
pub struct StatsWriter {
    db: Db,
    group: Arc<GroupCommit<Record>>,
}

impl StatsWriter {
    /// A writer to a database; the table is created when it is missing.
    pub fn new(db: Db) -> Self {
        Self {
            group: GroupCommit::new(db.clone()),
            db,
        }
    }

    /// Stores a row; returns whether it is stored. A row that cannot be stored is dropped, as in the builder; the error is
    /// logged once for each transaction.
    pub async fn record(&self, record: Record) -> bool {
        self.stored(record).await.is_ok()
    }

    async fn stored(&self, record: Record) -> Result<(), DbError> {
        match self.group.commit(record.clone()).await {
            // The table is created after a failed insert only: it nearly always exists.
            Err(error) if error.is_missing_table() => {
                make_table(&self.db).await?;
                self.group.commit(record).await
            }
            other => other,
        }
    }
}
