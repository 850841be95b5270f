//! The memory that requests and responses not yet sent may use (hardening S13, S14). Each exchange is charged for its
//! own state, and for the bytes of its response until the connection took them. The less of the process's budget is
//! left, the fewer requests may begin: they stay unread in the kernel's buffers.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

use super::config::OutputLimits;

/// What the rest of the budget allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Everything.
    Ample,
    /// A few requests of a connection at the same time.
    Tight,
    /// One request of a connection at the same time; connections that take nothing of their responses are ended.
    Short,
    /// No further request begins.
    Exhausted,
}

/// The process's budget.
#[derive(Debug)]
pub struct OutputBudget {
    limits: OutputLimits,
    used: AtomicUsize,
    room: Notify,
    freed: Notify,
}

impl OutputBudget {
    /// A budget with these limits.
    #[must_use]
    pub fn new(limits: OutputLimits) -> Self {
        OutputBudget {
            limits,
            used: AtomicUsize::new(0),
            room: Notify::new(),
            freed: Notify::new(),
        }
    }

    /// The bytes charged.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn charge(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn release(&self, bytes: usize) {
        let before = self.used.fetch_sub(bytes, Ordering::Relaxed);
        if before >= self.limits.process && before.saturating_sub(bytes) < self.limits.process {
            self.room.notify_one();
        }
    }

    /// Waits until the budget is no longer exhausted; for the task that then calls [`OutputBudget::share_room`].
    pub(super) async fn room(&self) {
        self.room.notified().await;
    }

    /// Lets the requests in [`OutputBudget::wait`] look again.
    pub(super) fn share_room(&self) {
        self.freed.notify_waiters();
    }

    /// Waits while the budget is exhausted: others that began at the same time may have used the rest.
    pub async fn wait(&self) {
        while self.level() == Level::Exhausted {
            self.freed.notified().await;
        }
    }

    /// What the rest of the budget allows.
    #[must_use]
    pub fn level(&self) -> Level {
        let (used, process) = (self.used(), self.limits.process);
        match used {
            _ if used < process / 2 => Level::Ample,
            _ if used < process / 4 * 3 => Level::Tight,
            _ if used < process => Level::Short,
            _ => Level::Exhausted,
        }
    }

    /// Requests of one connection that may be in flight at the same time.
    #[must_use]
    pub fn requests(&self) -> u32 {
        match self.level() {
            Level::Ample => u32::MAX,
            Level::Tight => self.limits.streams_when_tight,
            Level::Short => 1,
            Level::Exhausted => 0,
        }
    }

    /// Bytes of a file to read at once for a connection that has `waiting` bytes of responses to send.
    #[must_use]
    pub fn piece(&self, waiting: usize) -> usize {
        let stream = self.limits.stream;
        match self.level() {
            Level::Ample => {
                let left = self.limits.connection.saturating_sub(waiting);
                (left / 2).clamp(stream, stream.saturating_mul(8))
            }
            Level::Tight => stream,
            Level::Short | Level::Exhausted => stream / 2,
        }
    }

    /// Whether a response of this size fits.
    #[must_use]
    pub fn has_room_for(&self, bytes: usize) -> bool {
        bytes <= self.limits.connection || self.level() < Level::Exhausted
    }

    /// What a response of this size is charged: a single very large one leaves room for others.
    #[must_use]
    pub fn share(&self, bytes: usize) -> usize {
        bytes.min(self.limits.process / 8)
    }

    /// The bytes to free when the level is [`Level::Short`]: half of the budget stays in use.
    #[must_use]
    pub fn excess(&self) -> usize {
        self.used().saturating_sub(self.limits.process / 2)
    }
}
