//! The column's process-wide state.

use std::sync::Arc;

use compat::contact_form_7::captcha::UsedChallenges;
use compat::contact_form_7::submission_store::SubmissionStore;
use compat::wordpress::db::Db;

use super::container_posts::ContainerPosts;
use super::payments::ReservedPayments;
use crate::column_states::ColumnState;
use crate::wordpress::rate_limiter::RateLimiter;

/// The column's process-wide state.
pub struct ContactFormState {
    /// Stores submissions.
    pub store: SubmissionStore,
    /// Solved captchas, which cannot be used again.
    pub captchas: UsedChallenges,
    /// Posts that contain forms.
    pub containers: ContainerPosts,
    /// Payments reserved by submissions in progress.
    pub payments: Arc<ReservedPayments>,
    /// Submissions per client address.
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
