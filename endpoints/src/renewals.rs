//! Asks the watch to poll the database at once, and tells when it has: for changes that somebody else made in answering
//! a request of ours, and for kept pages that are perhaps not what the database has: this process was stopped for a time, the
//! machine is overloaded, or a node of a cluster fails.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use crate::freshness::Polled;

/// Asks for polls.
#[derive(Debug)]
pub struct Renewals {
    asked: Notify,
    /// Told after each poll.
    ended: watch::Sender<()>,
    /// What was committed before this time is visible; in microseconds after `start`, as is the next but one.
    visible_until: AtomicU64,
    /// At which node of the database: another one may have less.
    visible_at: AtomicUsize,
    /// When the last poll began that failed.
    failed: AtomicU64,
    /// Whether the last poll failed, or was waited for in vain.
    is_in_vain: AtomicBool,
    /// Requests that waited while kept pages were late: until a poll, and in vain.
    waits: [AtomicU64; 2],
    start: Instant,
    /// How old kept pages may be.
    recent: Duration,
    longest_wait: Duration,
}

/// How old kept pages may be, unless two intervals between polls are longer: whoever awaits another instance in vain
/// compares one and a half intervals after it.
const RECENT: Duration = Duration::from_secs(1);
/// How long a request waits for a poll.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

/// A poll that has begun.
#[derive(Debug)]
pub struct Poll {
    /// In microseconds after the start of [`Renewals`].
    began: u64,
    /// The node that was in use then, as `Db::node_in_use` counts.
    node: usize,
}

impl Renewals {
    /// For a watch that polls each `poll_interval` milliseconds.
    pub fn new(poll_interval: u64) -> Self {
        Self {
            recent: RECENT.max(Duration::from_millis(poll_interval) * 2),
            longest_wait: LONGEST_WAIT,
            asked: Notify::new(),
            ended: watch::Sender::new(()),
            visible_until: AtomicU64::new(0),
            visible_at: AtomicUsize::new(0),
            failed: AtomicU64::new(0),
            is_in_vain: AtomicBool::new(false),
            waits: Default::default(),
            start: Instant::now(),
        }
    }

    /// In microseconds after the start.
    fn micros(&self, at: Instant) -> u64 {
        let after = at.saturating_duration_since(self.start).as_micros();
        u64::try_from(after).unwrap_or(u64::MAX)
    }

    /// Asks for a poll.
    pub fn ask(&self) {
        self.asked.notify_one();
    }

    /// Asks for a poll and waits until everything is visible that was committed before now, or a later poll has failed; at
    /// most for `time`.
    pub async fn wait(&self, time: Duration) {
        let now = self.micros(Instant::now());
        let mut ended = self.ended.subscribe();
        self.ask();
        let is_over = |(): &()| {
            let ends = [&self.visible_until, &self.failed];
            ends.iter().any(|end| end.load(Ordering::SeqCst) > now)
        };
        let polled = tokio::time::timeout(time, ended.wait_for(is_over)).await;
        if polled.is_err() {
            tracing::warn!("changes of the database are not seen yet");
        }
    }

    /// Waits until somebody asks.
    pub async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Whether everything is visible that was committed at this node until a second ago; with long intervals, until two of
    /// them ago.
    pub fn is_recent(&self, node: usize) -> bool {
        if self.visible_at.load(Ordering::Relaxed) != node {
            return false;
        }
        let until = Duration::from_micros(self.visible_until.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(until) <= self.recent
    }

    /// Whether the last poll failed, or was waited for in vain: as far as is known, the database does not answer.
    pub fn is_in_vain(&self) -> bool {
        self.is_in_vain.load(Ordering::Relaxed)
    }

    /// Asks for a poll and waits while kept pages are late, at most three seconds.
    pub async fn wait_while(&self, is_late: impl Fn() -> bool) {
        let mut ended = self.ended.subscribe();
        self.ask();
        let waiting = ended.wait_for(|()| !is_late());
        // Without a poll in time the page is shown as it is kept, as in an outage.
        let waited = tokio::time::timeout(self.longest_wait, waiting).await;
        let is_in_vain = waited.is_err();
        if is_in_vain {
            self.is_in_vain.store(true, Ordering::Relaxed);
        }
        self.waits[usize::from(is_in_vain)].fetch_add(1, Ordering::Relaxed);
    }

    /// Metrics: the requests that waited while kept pages were late.
    pub fn metrics(&self) -> String {
        let [polled, timeout] = self.waits.each_ref().map(|n| n.load(Ordering::Relaxed));
        format!(
            "# TYPE oxipress_late_watch_total counter\n\
             oxipress_late_watch_total{{result=\"polled\"}} {polled}\n\
             oxipress_late_watch_total{{result=\"timeout\"}} {timeout}\n"
        )
    }

    /// Called before a poll of a node.
    pub fn begin(&self, node: usize) -> Poll {
        Poll {
            node,
            began: self.micros(Instant::now()),
        }
    }

    /// Called after the poll, with what is visible if it has succeeded, and the node that is in use now. Whether the poll has
    /// succeeded: one that began at another node may have waited there for what the cluster has committed, and read here what
    /// there was before.
    pub fn end(&self, poll: &Poll, polled: Option<Polled>, node: usize) -> bool {
        let polled = polled.filter(|_| poll.node == node);
        match polled {
            Some(Polled { visible_until, .. }) => {
                if let Some(until) = visible_until {
                    self.visible_at.store(node, Ordering::Relaxed);
                    self.visible_until
                        .store(self.micros(until), Ordering::SeqCst);
                }
            }
            None => self.failed.store(poll.began, Ordering::SeqCst),
        }
        self.is_in_vain.store(polled.is_none(), Ordering::Relaxed);
        self.ended.send_replace(());
        polled.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A poll that tells everything that was committed before now, at a node.
    fn succeed(renewals: &Renewals, node: usize) -> bool {
        let poll = renewals.begin(node);
        renewals.end(&poll, until(Instant::now()), node)
    }

    fn until(time: Instant) -> Option<Polled> {
        Some(Polled {
            visible_until: Some(time),
            awaited: None,
        })
    }

    /// Only a poll that knows what was written before the wait began is enough.
    #[tokio::test]
    async fn who_waits_is_told_of_a_later_poll() {
        let renewals = Arc::new(Renewals::new(500));
        let first = renewals.begin(0);
        let before = Instant::now();
        let wait = || {
            let renewals = Arc::clone(&renewals);
            tokio::spawn(async move { renewals.wait(Duration::from_secs(60)).await })
        };
        let waiting = wait();
        renewals.asked().await;
        assert!(renewals.end(&first, until(before), 0));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        // What another instance told may be older than the wait.
        let second = renewals.begin(0);
        assert!(renewals.end(&second, until(before), 0));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        std::thread::sleep(Duration::from_micros(2));
        assert!(succeed(&renewals, 0));
        waiting.await.unwrap();
        // Nor is there anything to wait for when a poll fails.
        let waiting = wait();
        renewals.asked().await;
        std::thread::sleep(Duration::from_micros(2));
        let failed = renewals.begin(0);
        assert!(!renewals.end(&failed, None, 0));
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn pages_wait_for_a_poll_that_succeeds() {
        let mut renewals = Renewals::new(500);
        assert!(renewals.is_recent(0));
        renewals.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        let failed = renewals.begin(0);
        assert!(!renewals.end(&failed, None, 0));
        assert!(!renewals.is_recent(0) && renewals.is_in_vain());
        let short = Duration::from_millis(20);
        renewals.longest_wait = short;
        let is_late = || !renewals.is_recent(0);
        let waiting = renewals.wait_while(is_late);
        assert!(tokio::time::timeout(short / 2, waiting).await.is_err());
        assert!(succeed(&renewals, 0));
        assert!(renewals.is_recent(0) && !renewals.is_in_vain());
        renewals.wait_while(is_late).await;
        // What one node has says nothing of another one, nor does a poll that changed nodes.
        assert!(!renewals.is_recent(1));
        let changed = renewals.begin(0);
        assert!(!renewals.end(&changed, until(Instant::now()), 1) && !renewals.is_recent(1));
        assert!(succeed(&renewals, 1) && renewals.is_recent(1));
        // What another instance told long ago is not recent; nor is anything known without it.
        let old = until(Instant::now().checked_sub(RECENT * 2).unwrap());
        assert!(renewals.end(&renewals.begin(1), old, 1) && !renewals.is_recent(1));
        let nothing = Polled {
            visible_until: None,
            awaited: None,
        };
        assert!(renewals.end(&renewals.begin(1), Some(nothing), 1) && !renewals.is_recent(1));
        // Whoever waits in vain waits for all.
        renewals.wait_while(is_late).await;
        assert!(renewals.is_in_vain());
        // Polls that are five seconds apart are not late after one.
        let mut rare = Renewals::new(5_000);
        rare.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        assert!(rare.is_recent(0));
    }
}
