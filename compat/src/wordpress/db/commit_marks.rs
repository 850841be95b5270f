//! How a transaction on a cluster finds out whether it was committed, when its node fails before it answers COMMIT.
//!
//! Each transaction writes its number into a row of `{prefix}oxipress_commits`. Run again on another node, it looks there
//! first: the number is there when the earlier attempt was committed. Both attempts write the same row, so the cluster
//! certifies one of them at most, also when the earlier one arrives late. An instance has a row for each transaction that
//! it runs at the same time; rows of instances that are gone are removed after a day.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

/// The table, without prefix: nothing but transactions reads it.
pub(super) const TABLE_NAME: &str = "oxipress_commits";

/// The table, `{p}` for the prefix.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_commits (
  name varchar(40) NOT NULL,
  number bigint(20) NOT NULL,
  written bigint(20) NOT NULL,
  PRIMARY KEY  (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// Removes the rows of instances that are gone.
pub(super) const SWEEP: &str =
    "DELETE FROM {p}oxipress_commits WHERE written < UNIX_TIMESTAMP() - 86400";

/// Writes a mark: name and number.
pub(super) const WRITE: &str = "INSERT INTO {p}oxipress_commits (name, number, written) VALUES (?, ?, UNIX_TIMESTAMP()) \
    ON DUPLICATE KEY UPDATE number = VALUES(number), written = VALUES(written)";

/// The number that a row holds, by its name.
pub(super) const READ: &str = "SELECT number FROM {p}oxipress_commits WHERE name = ? FOR UPDATE";

/// The marks of one instance.
pub(super) struct CommitMarks {
    /// Tells this instance from all others.
    instance: u64,
    last_number: AtomicI64,
    rows: Mutex<Rows>,
    /// Whether the table is made.
    pub(super) made: OnceCell<()>,
}

#[derive(Default)]
struct Rows {
    free: Vec<u32>,
    count: u32,
}

impl CommitMarks {
    pub(super) fn new() -> Self {
        Self {
            instance: rand::random(),
            last_number: AtomicI64::new(0),
            rows: Mutex::default(),
            made: OnceCell::new(),
        }
    }

    /// A mark for a transaction, whose row nobody else has as long as it lives.
    pub(super) fn take(self: &Arc<Self>) -> Mark {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let row = rows.free.pop().unwrap_or_else(|| {
            rows.count += 1;
            rows.count
        });
        Mark {
            name: format!("{:016x}-{row}", self.instance),
            number: self.last_number.fetch_add(1, Ordering::Relaxed) + 1,
            row,
            marks: Arc::clone(self),
        }
    }
}

/// The mark of one transaction, the same each time that it is run.
pub(super) struct Mark {
    /// The row's name.
    pub(super) name: String,
    /// The transaction's number.
    pub(super) number: i64,
    row: u32,
    marks: Arc<CommitMarks>,
}

impl Drop for Mark {
    fn drop(&mut self) {
        let mut rows = self
            .marks
            .rows
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        rows.free.push(self.row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_belongs_to_one_transaction_at_a_time() {
        let marks = Arc::new(CommitMarks::new());
        let (first, second) = (marks.take(), marks.take());
        assert_ne!(first.name, second.name);
        let (name, number) = (first.name.clone(), first.number);
        drop(first);
        let third = marks.take();
        assert_eq!(third.name, name);
        assert!(third.number > number && third.number != second.number);
    }
}
