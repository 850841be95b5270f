//! Writes what visitors of tests did: those who come at the same time share a transaction.
//!
//! A caller waits until its row is stored. One transaction a row would bind a busy test to the speed of the disk.

use std::sync::Arc;

use super::stats::{Record, make_table};
use crate::wordpress::db::group_commit::GroupCommit;
use crate::wordpress::db::{Db, DbError, DbErrorKind};

/// Writes rows of `{prefix}et_divi_ab_testing_stats`.
pub struct StatsWriter {
    db: Db,
    group: Arc<GroupCommit<Record>>,
}

impl StatsWriter {
    /// A writer to a database; the table is made when it is missing.
    pub fn new(db: Db) -> Self {
        Self {
            group: GroupCommit::new(db.clone()),
            db,
        }
    }

    /// Stores a row; yes once it is stored. A row that cannot be stored is lost, as the builder loses it; the group tells
    /// the log, once for all who went together.
    pub async fn record(&self, record: Record) -> bool {
        self.stored(record).await.is_ok()
    }

    async fn stored(&self, record: Record) -> Result<(), DbError> {
        match self.group.commit(record.clone()).await {
            // Asked for only when it fails: the table is nearly always there.
            Err(error) if error.kind() == DbErrorKind::Query => {
                make_table(&self.db).await?;
                self.group.commit(record).await
            }
            other => other,
        }
    }
}
