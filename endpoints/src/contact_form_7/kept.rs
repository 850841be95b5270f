//! What the column remembers between requests.

use compat::contact_form_7::captcha::UsedChallenges;
use compat::contact_form_7::submission_store::SubmissionStore;
use compat::wordpress::db::Db;

use crate::column_states::ColumnState;
use crate::wordpress::rate_guard::RateGuard;

/// Kept from start to stop.
pub struct Kept {
    /// Submissions.
    pub store: SubmissionStore,
    /// Captchas that were answered.
    pub captchas: UsedChallenges,
    /// Submissions counted by address.
    pub rate: RateGuard,
}

impl ColumnState for Kept {
    fn new(db: &Db) -> Self {
        Self {
            store: SubmissionStore::new(db.clone()),
            captchas: UsedChallenges::default(),
            rate: RateGuard::default(),
        }
    }
}
