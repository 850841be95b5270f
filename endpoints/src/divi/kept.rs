//! What the column remembers between requests.

use compat::divi::email_provider::subscribers::Subscribers;
use compat::divi::split_test::rotation::Rotation;
use compat::divi::split_test::stats_writer::StatsWriter;
use compat::wordpress::db::Db;
use compat::wordpress::submissions::Submissions;

use super::repeat_guard::RepeatGuard;
use crate::column_states::ColumnState;

/// Kept from start to stop.
pub struct Kept {
    /// Submissions of contact forms.
    pub submissions: Submissions,
    /// Whose turn it is in split tests.
    pub rotation: Rotation,
    /// Writes what visitors of tests did.
    pub stats: StatsWriter,
    /// The site's own list, and subscriptions that wait.
    pub subscribers: Subscribers,
    /// Tells a robot's calls from a visitor's.
    pub repeats: RepeatGuard,
}

impl ColumnState for Kept {
    fn new(db: &Db) -> Self {
        Self {
            submissions: Submissions::new(db.clone()),
            rotation: Rotation::new(db.clone()),
            stats: StatsWriter::new(db.clone()),
            subscribers: Subscribers::new(db.clone()),
            repeats: RepeatGuard::default(),
        }
    }
}
