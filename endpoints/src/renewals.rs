//! Asks the watch to poll the database at once, and tells when it has: for changes that somebody else made in answering
//! a request of ours, and for kept pages while nodes of a cluster fail.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

/// Asks for polls.
#[derive(Debug)]
pub struct Renewals {
    asked: Notify,
    /// The number of the last poll that began.
    begun: AtomicU64,
    /// The number of the last poll that ended.
    ended: watch::Sender<u64>,
    /// When the last poll began that succeeded, in milliseconds after `start`.
    succeeded: AtomicU64,
    start: Instant,
    /// How long after a poll began kept pages are shown without another one.
    recent: Duration,
}

/// How long after a poll began kept pages are shown without another one, unless polls are further apart.
const RECENT: Duration = Duration::from_secs(1);
/// How long a request waits for a poll.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

/// A poll that has begun.
#[derive(Debug)]
pub struct Poll {
    number: u64,
    /// Time after the start of [`Renewals`].
    began: Duration,
}

impl Renewals {
    /// For a watch that polls each `poll_interval` milliseconds.
    pub fn new(poll_interval: u64) -> Self {
        Self {
            recent: RECENT.max(Duration::from_millis(poll_interval) * 2),
            asked: Notify::new(),
            begun: AtomicU64::new(0),
            ended: watch::Sender::new(0),
            succeeded: AtomicU64::new(0),
            start: Instant::now(),
        }
    }

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

    /// Whether a poll has succeeded that began a second ago at most; with longer intervals, two of them.
    pub fn is_recent(&self) -> bool {
        let succeeded = Duration::from_millis(self.succeeded.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(succeeded) <= self.recent
    }

    /// Waits for such a poll, at most three seconds.
    pub async fn wait_until_recent(&self) {
        let mut ended = self.ended.subscribe();
        let waiting = ended.wait_for(|_| self.is_recent());
        // Without a poll in time the page is shown as it is kept, as in an outage.
        let _ = tokio::time::timeout(LONGEST_WAIT, waiting).await;
    }

    /// Called before a poll.
    pub fn begin(&self) -> Poll {
        Poll {
            number: self.begun.fetch_add(1, Ordering::SeqCst).saturating_add(1),
            began: self.start.elapsed(),
        }
    }

    /// Called after the poll.
    pub fn end(&self, poll: &Poll, has_succeeded: bool) {
        if has_succeeded {
            let began = u64::try_from(poll.began.as_millis()).unwrap_or(u64::MAX);
            self.succeeded.store(began, Ordering::Relaxed);
        }
        self.ended.send_replace(poll.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Only a poll that began after the wait did tells of what was written before.
    #[tokio::test]
    async fn who_waits_is_told_of_a_later_poll() {
        let renewals = Arc::new(Renewals::new(500));
        let first = renewals.begin();
        let waiting = tokio::spawn({
            let renewals = Arc::clone(&renewals);
            async move { renewals.wait(Duration::from_secs(60)).await }
        });
        renewals.asked().await;
        renewals.end(&first, true);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        let second = renewals.begin();
        renewals.end(&second, true);
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn pages_wait_for_a_poll_that_succeeds() {
        let mut renewals = Renewals::new(500);
        assert!(renewals.is_recent());
        renewals.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        let failed = renewals.begin();
        renewals.end(&failed, false);
        assert!(!renewals.is_recent());
        let short = Duration::from_millis(20);
        let waiting = tokio::time::timeout(short, renewals.wait_until_recent());
        assert!(waiting.await.is_err());
        let next = renewals.begin();
        renewals.end(&next, true);
        assert!(renewals.is_recent());
        renewals.wait_until_recent().await;
        // Polls that are five seconds apart are not late after one.
        let mut rare = Renewals::new(5_000);
        rare.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        assert!(rare.is_recent());
    }
}
