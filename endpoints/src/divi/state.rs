//! The column's process-wide state.

use compat::divi::email_provider::subscribers::Subscribers;
use compat::divi::split_test::rotation::Rotation;
use compat::divi::split_test::stats_writer::StatsWriter;
use compat::wordpress::db::Db;
use compat::wordpress::submissions::Submissions;

use super::deduplicator::Deduplicator;
use crate::column_states::ColumnState;

/// The column's process-wide state.
pub struct DiviState {
    /// Stores contact form submissions.
    pub submissions: Submissions,
    /// The rotation of subjects in split tests.
    pub rotation: Rotation,
    /// Writes the statistics of split tests.
    pub stats: StatsWriter,
    /// The local subscriber list and the retry queue.
    pub subscribers: Subscribers,
    /// Deduplicates and rate-limits statistics calls.
    pub repeats: Deduplicator,
}

impl ColumnState for DiviState {
    fn new(db: &Db) -> Self {
        Self {
            submissions: Submissions::new(db.clone()),
            rotation: Rotation::new(db.clone()),
            stats: StatsWriter::new(db.clone()),
            subscribers: Subscribers::new(db.clone()),
            repeats: Deduplicator::default(),
        }
    }
}
