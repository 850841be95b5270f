//! Asks the watch to poll the database at once, and tells when it has: for changes that somebody else made in answering
//! a request of ours, and for kept pages that are perhaps not what the database has: this process was stopped for a time, the
//! machine is overloaded, or a node of a cluster fails.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
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
    /// At which node of the database: another one may have less.
    succeeded_at: AtomicUsize,
    /// Whether the last poll failed, or was waited for in vain.
    is_in_vain: AtomicBool,
    /// Requests that waited while kept pages were late: until a poll, and in vain.
    waits: [AtomicU64; 2],
    start: Instant,
    /// How long after a poll began kept pages are shown without another one.
    recent: Duration,
    longest_wait: Duration,
}

/// How long after a poll began kept pages are shown without another one, unless three intervals are longer.
const RECENT: Duration = Duration::from_secs(1);
/// How long a request waits for a poll.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

/// A poll that has begun.
#[derive(Debug)]
pub struct Poll {
    number: u64,
    /// Time after the start of [`Renewals`].
    began: Duration,
    /// The node that was in use then, as `Db::node_in_use` counts.
    node: usize,
}

impl Poll {
    /// As if it had begun earlier by this: who waits for a poll waits on.
    #[must_use]
    pub fn earlier(self, by: Duration) -> Self {
        Self {
            number: self.number.saturating_sub(1),
            began: self.began.saturating_sub(by),
            ..self
        }
    }
}

impl Renewals {
    /// For a watch that polls each `poll_interval` milliseconds.
    pub fn new(poll_interval: u64) -> Self {
        Self {
            recent: RECENT.max(Duration::from_millis(poll_interval) * 3),
            longest_wait: LONGEST_WAIT,
            asked: Notify::new(),
            begun: AtomicU64::new(0),
            ended: watch::Sender::new(0),
            succeeded: AtomicU64::new(0),
            succeeded_at: AtomicUsize::new(0),
            is_in_vain: AtomicBool::new(false),
            waits: Default::default(),
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

    /// Whether a poll of this node has succeeded that began a second ago at most; with longer intervals, three of them: what
    /// a poll leaves to the next one counts as seen only after that.
    pub fn is_recent(&self, node: usize) -> bool {
        if self.succeeded_at.load(Ordering::Relaxed) != node {
            return false;
        }
        let succeeded = Duration::from_millis(self.succeeded.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(succeeded) <= self.recent
    }

    /// Whether the last poll failed, or was waited for in vain: as far as is known, the database does not answer.
    pub fn is_in_vain(&self) -> bool {
        self.is_in_vain.load(Ordering::Relaxed)
    }

    /// Asks for a poll and waits while kept pages are late, at most three seconds.
    pub async fn wait_while(&self, is_late: impl Fn() -> bool) {
        let mut ended = self.ended.subscribe();
        self.ask();
        let waiting = ended.wait_for(|_| !is_late());
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
            number: self.begun.fetch_add(1, Ordering::SeqCst).saturating_add(1),
            began: self.start.elapsed(),
        }
    }

    /// Called after the poll, with the node that is in use now. Whether the poll has succeeded: one that began at another
    /// node may have waited there for what the cluster has committed, and read here what there was before.
    pub fn end(&self, poll: &Poll, has_succeeded: bool, node: usize) -> bool {
        let has_succeeded = has_succeeded && poll.node == node;
        if has_succeeded {
            self.succeeded_at.store(node, Ordering::Relaxed);
            let began = u64::try_from(poll.began.as_millis()).unwrap_or(u64::MAX);
            self.succeeded.store(began, Ordering::Relaxed);
        }
        self.is_in_vain.store(!has_succeeded, Ordering::Relaxed);
        self.ended.send_replace(poll.number);
        has_succeeded
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
        let first = renewals.begin(0);
        let waiting = tokio::spawn({
            let renewals = Arc::clone(&renewals);
            async move { renewals.wait(Duration::from_secs(60)).await }
        });
        renewals.asked().await;
        assert!(renewals.end(&first, true, 0));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        // What another instance told may be older than the wait.
        let second = renewals.begin(0).earlier(Duration::from_millis(250));
        assert!(renewals.end(&second, true, 0));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        let third = renewals.begin(0);
        renewals.end(&third, true, 0);
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn pages_wait_for_a_poll_that_succeeds() {
        let mut renewals = Renewals::new(500);
        assert!(renewals.is_recent(0));
        renewals.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        let failed = renewals.begin(0);
        assert!(!renewals.end(&failed, false, 0));
        assert!(!renewals.is_recent(0) && renewals.is_in_vain());
        let is_late = |node| !renewals.is_recent(node);
        let short = Duration::from_millis(20);
        let waiting = tokio::time::timeout(short, renewals.wait_while(|| is_late(0)));
        assert!(waiting.await.is_err());
        let next = renewals.begin(0);
        renewals.end(&next, true, 0);
        assert!(renewals.is_recent(0) && !renewals.is_in_vain());
        renewals.wait_while(|| is_late(0)).await;
        // What one node has says nothing of another one, nor does a poll that changed nodes.
        assert!(!renewals.is_recent(1));
        let changed = renewals.begin(0);
        assert!(!renewals.end(&changed, true, 1) && !renewals.is_recent(1));
        let other = renewals.begin(1);
        assert!(renewals.end(&other, true, 1) && renewals.is_recent(1));
        // Whoever waits in vain waits for all.
        renewals.longest_wait = short;
        renewals.wait_while(|| !renewals.is_recent(0)).await;
        assert!(renewals.is_in_vain());
        // Polls that are five seconds apart are not late after one.
        let mut rare = Renewals::new(5_000);
        rare.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        assert!(rare.is_recent(0));
    }
}
