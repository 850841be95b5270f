//! What the column remembers between requests.

use std::sync::Arc;

use compat::contact_form_7::captcha::UsedChallenges;
use compat::contact_form_7::submission_store::SubmissionStore;
use compat::wordpress::db::Db;

use super::container_posts::ContainerPosts;
use super::payments::TakenPayments;
use crate::column_states::ColumnState;
use crate::wordpress::rate_limiter::RateLimiter;

/// ContactFormState from start to stop.
pub struct ContactFormState {
    /// Submissions.
    pub store: SubmissionStore,
    /// Captchas that were answered.
    pub captchas: UsedChallenges,
    /// Posts that forms stand in.
    pub containers: ContainerPosts,
    /// Payments of messages that are on their way.
    pub payments: Arc<TakenPayments>,
    /// Submissions counted by address.
    pub rate: RateLimiter,
}

impl ColumnState for ContactFormState {
    fn new(db: &Db) -> Self {
        Self {
            store: SubmissionStore::new(db.clone()),
            captchas: UsedChallenges::default(),
            containers: ContainerPosts::default(),
            payments: Arc::default(),
            rate: RateLimiter::default(),
        }
    }
}
