//! Asks the watch to poll the database at once, and tells when it has: for changes that somebody else made in answering
//! a request of ours.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, watch};

/// Asks for polls.
#[derive(Debug)]
pub struct Renewals {
    asked: Notify,
    /// The number of the last poll that began.
    begun: AtomicU64,
    /// The number of the last poll that ended.
    ended: watch::Sender<u64>,
}

impl Default for Renewals {
    fn default() -> Self {
        Self {
            asked: Notify::new(),
            begun: AtomicU64::new(0),
            ended: watch::Sender::new(0),
        }
    }
}

impl Renewals {
    /// Asks for a poll.
    pub fn ask(&self) {
        self.asked.notify_one();
    }

    /// Asks for a poll and waits until one has ended that began later than now; at most for `time`.
    pub async fn wait(&self, time: Duration) {
        let begun = self.begun.load(Ordering::SeqCst);
        let mut ended = self.ended.subscribe();
        self.ask();
        let polled = tokio::time::timeout(time, ended.wait_for(|number| *number > begun)).await;
        if polled.is_err() {
            tracing::warn!("changes of the database are not seen yet");
        }
    }

    /// Waits until somebody asks.
    pub async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Called before a poll; returns its number.
    pub fn begin(&self) -> u64 {
        self.begun.fetch_add(1, Ordering::SeqCst).saturating_add(1)
    }

    /// Called after the poll with this number.
    pub fn end(&self, number: u64) {
        self.ended.send_replace(number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Only a poll that began after the wait did tells of what was written before.
    #[tokio::test]
    async fn who_waits_is_told_of_a_later_poll() {
        let renewals = Arc::new(Renewals::default());
        let first = renewals.begin();
        let waiting = tokio::spawn({
            let renewals = Arc::clone(&renewals);
            async move { renewals.wait(Duration::from_secs(60)).await }
        });
        renewals.asked().await;
        renewals.end(first);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        let second = renewals.begin();
        renewals.end(second);
        waiting.await.unwrap();
    }
}
