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
    /// What was committed before this time is visible; in microseconds after `start`.
    visible_until: AtomicU64,
    /// At which node of the database: another one may have less.
    visible_at: AtomicUsize,
    /// When the last poll began that failed, in microseconds after `start`.
    failed: AtomicU64,
    /// Whether the last poll failed, or was waited for in vain.
    is_in_vain: AtomicBool,
    /// Requests that waited while kept pages were late: until a poll, and in vain.
    waits: [AtomicU64; 2],
    start: Instant,
    interval: Duration,
    /// How old kept pages may be, in microseconds.
    recent: AtomicU64,
    longest_wait: Duration,
}

/// How old kept pages may be. Longer are two intervals between polls, when these are long: an instance that waits in vain for
/// another one's comparison makes its own one and a half intervals after that. Longer are also two comparisons of rows and
/// half an interval, on a large site: else its visitors would wait for a comparison after each edit.
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
        let interval = Duration::from_millis(poll_interval);
        Self {
            interval,
            recent: AtomicU64::new(in_micros(recent(interval, Duration::ZERO))),
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
        in_micros(at.saturating_duration_since(self.start))
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

    /// Whether everything is visible that was committed at this node until a second ago (`RECENT`).
    pub fn is_recent(&self, node: usize) -> bool {
        if self.visible_at.load(Ordering::Relaxed) != node {
            return false;
        }
        let until = self.visible_until.load(Ordering::Relaxed);
        let age = self.micros(Instant::now()).saturating_sub(until);
        age <= self.recent.load(Ordering::Relaxed)
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
            Some(Polled {
                visible_until,
                usual_time,
                ..
            }) => {
                let recent = recent(self.interval, usual_time);
                self.recent.store(in_micros(recent), Ordering::Relaxed);
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

/// How old kept pages may be.
fn recent(interval: Duration, usual_time: Duration) -> Duration {
    RECENT.max(interval * 2).max(usual_time * 2 + interval / 2)
}

fn in_micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
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
            ..NOTHING
        })
    }

    const NOTHING: Polled = Polled {
        visible_until: None,
        awaited: None,
        usual_time: Duration::ZERO,
    };

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
        assert!(renewals.end(&renewals.begin(1), Some(NOTHING), 1) && !renewals.is_recent(1));
        // Where comparisons take a second, pages may be older by that.
        for (millis, is_recent) in [(1000, true), (300, false)] {
            let usual_time = Duration::from_millis(millis);
            let polled = old.map(|old| Polled { usual_time, ..old });
            assert!(renewals.end(&renewals.begin(1), polled, 1));
            assert_eq!(renewals.is_recent(1), is_recent);
        }
        // Whoever waits in vain waits for all.
        renewals.wait_while(is_late).await;
        assert!(renewals.is_in_vain());
        // Polls that are five seconds apart are not late after one.
        let mut rare = Renewals::new(5_000);
        rare.start = Instant::now().checked_sub(RECENT * 5).unwrap();
        assert!(rare.is_recent(0));
    }
}
