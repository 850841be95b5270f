//! What the column remembers between requests.

use compat::divi::email_provider::subscribers::Subscribers;
use compat::divi::split_test::rotation::Rotation;
use compat::divi::split_test::stats_writer::StatsWriter;
use compat::wordpress::db::Db;
use compat::wordpress::submissions::Submissions;

use super::deduplicator::Deduplicator;
use crate::column_states::ColumnState;

/// DiviState from start to stop.
pub struct DiviState {
    /// Submissions of contact forms.
    pub submissions: Submissions,
    /// Whose turn it is in split tests.
    pub rotation: Rotation,
    /// Writes what visitors of tests did.
    pub stats: StatsWriter,
    /// The site's own list, and subscriptions that wait.
    pub subscribers: Subscribers,
    /// Tells a robot's calls from a visitor's.
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
