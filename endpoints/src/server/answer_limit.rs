//! The time limit of an answer. A request that is passed on to another server has that server's limit in place of ours.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time limit of one answer, shared by the server and what answers the request.
#[derive(Debug, Clone, Default)]
pub struct AnswerLimit(Arc<AtomicBool>);

impl AnswerLimit {
    /// Lifts the limit.
    pub fn lift(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Waits until the time is over; for ever when the limit was lifted meanwhile.
    pub(super) async fn is_over(&self, time: Duration) {
        tokio::time::sleep(time).await;
        if self.0.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }
}
