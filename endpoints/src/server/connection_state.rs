//! The times and counts of one connection: a few atomic integers, so that a request takes no lock and no timer.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::task::{Poll, Waker};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use tokio::sync::Notify;

use super::config::ServerConfig;
use super::metrics::{Ended, Metrics};
use super::output_budget::{Level, OutputBudget};

/// Opened, nothing received.
const OPENING: u8 = 0;
/// Between two requests.
const IDLE: u8 = 1;
/// In the head of a request.
const HEAD: u8 = 2;
/// A request is being handled or its response sent.
const BUSY: u8 = 3;
/// The rest of a refused request is being discarded.
const LINGERING: u8 = 4;
/// The server ended it.
const ENDED: u8 = 5;

/// What all connections share.
#[derive(Debug)]
pub struct Shared {
    pub(super) metrics: Arc<Metrics>,
    pub(super) now: AtomicU64,
    pub(super) header: u64,
    pub(super) idle: u64,
    pub(super) linger: u64,
    pub(super) grace: u64,
    pub(super) rate: u64,
    pub(super) abandoned_limit: u32,
    pub(super) draining: AtomicBool,
    pub(super) budget: OutputBudget,
}

impl Shared {
    pub(super) fn new(config: &ServerConfig, metrics: Arc<Metrics>) -> Self {
        let timeouts = &config.timeouts;
        Shared {
            metrics,
            now: AtomicU64::new(1),
            header: millis(timeouts.header),
            idle: millis(timeouts.idle),
            linger: millis(timeouts.linger),
            grace: millis(timeouts.rate_grace),
            rate: u64::from(timeouts.minimum_rate),
            abandoned_limit: config.http2.abandoned_requests,
            draining: AtomicBool::new(false),
            budget: OutputBudget::new(config.output.clone()),
        }
    }

    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Milliseconds since the server started, with coarse resolution.
    fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }
}

/// The times and counts of one connection.
#[derive(Debug)]
pub struct Connection {
    shared: Arc<Shared>,
    pub(super) id: u64,
    /// Whose place it takes; `None`: places of this address are not counted.
    pub(super) address: Option<IpAddr>,
    phase: AtomicU8,
    /// Deadline in milliseconds of [`Connections::now`]; 0: none.
    deadline: AtomicU64,
    idle_since: AtomicU64,
    in_flight: AtomicU32,
    /// Responses whose bytes are all available, so that sending depends only on the client.
    sending: AtomicU32,
    write_blocked: AtomicBool,
    /// Start of the current period for the minimum read rate, in milliseconds; 0: not measured.
    watched_since: AtomicU64,
    watched_from: AtomicU64,
    completed: AtomicU32,
    abandoned: AtomicU32,
    /// Bytes charged to the output budget.
    charged: AtomicUsize,
    /// Bytes of responses that the connection took.
    taken: AtomicU64,
    /// `taken` at the last tick that saw it change, and the time of that tick.
    seen_taken: AtomicU64,
    taken_at: AtomicU64,
    /// The reader that waits until its next request may begin.
    held: AtomicWaker,
    is_held: AtomicBool,
    end: Notify,
}

impl Connection {
    pub(super) fn new(shared: Arc<Shared>, id: u64, address: Option<IpAddr>) -> Self {
        let now = shared.now();
        Connection {
            id,
            address,
            phase: AtomicU8::new(OPENING),
            deadline: AtomicU64::new(now.saturating_add(shared.header)),
            idle_since: AtomicU64::new(now),
            in_flight: AtomicU32::new(0),
            sending: AtomicU32::new(0),
            write_blocked: AtomicBool::new(false),
            watched_since: AtomicU64::new(0),
            watched_from: AtomicU64::new(0),
            completed: AtomicU32::new(0),
            abandoned: AtomicU32::new(0),
            charged: AtomicUsize::new(0),
            taken: AtomicU64::new(0),
            seen_taken: AtomicU64::new(0),
            taken_at: AtomicU64::new(now),
            held: AtomicWaker::new(),
            is_held: AtomicBool::new(false),
            end: Notify::new(),
            shared,
        }
    }

    /// The server's metrics.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Whether responses must close this connection.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.shared.is_draining()
    }

    /// Waits until the connection times out.
    pub async fn ended(&self) {
        self.end.notified().await;
    }

    /// Charges bytes to the output budget.
    pub fn charge(&self, bytes: usize) {
        self.charged.fetch_add(bytes, Ordering::Relaxed);
        self.shared.budget.charge(bytes);
    }

    /// Bytes charged.
    pub(super) fn charged(&self) -> usize {
        self.charged.load(Ordering::Relaxed)
    }

    /// Whether a request is in flight.
    pub(super) fn is_busy(&self) -> bool {
        self.in_flight.load(Ordering::Relaxed) > 0
    }

    /// Releases charged bytes.
    pub fn release(&self, bytes: usize) {
        self.charged.fetch_sub(bytes, Ordering::Relaxed);
        self.shared.budget.release(bytes);
    }

    /// Bytes of a file to read at once.
    #[must_use]
    pub fn piece(&self) -> usize {
        self.shared.budget.piece(self.charged())
    }

    /// What a response of this size is charged.
    #[must_use]
    pub fn share(&self, bytes: usize) -> usize {
        self.shared.budget.share(bytes)
    }

    /// Waits while there is no memory for a response.
    pub async fn wait_for_room(&self) {
        self.shared.budget.wait().await;
    }

    /// Whether the process's output budget is exhausted.
    pub(super) fn is_budget_exhausted(&self) -> bool {
        self.shared.budget.level() == Level::Exhausted
    }

    /// Whether a response of this size fits into the process's budget.
    #[must_use]
    pub fn has_room_for(&self, bytes: usize) -> bool {
        self.shared.budget.has_room_for(bytes)
    }

    /// Whether the output budget sets no limit to requests.
    #[must_use]
    pub fn may_begin_all(&self) -> bool {
        self.shared.budget.requests() == u32::MAX
    }

    /// Whether another request may begin beside those in flight and `begun` that hyper has not yet passed on.
    #[must_use]
    pub fn may_begin(&self, begun: u32) -> bool {
        let number = self.in_flight.load(Ordering::Relaxed).saturating_add(begun);
        number < self.shared.budget.requests()
    }

    /// Wakes the reader when a request may begin.
    pub fn hold(&self, reader: &Waker) {
        self.held.register(reader);
        self.is_held.store(true, Ordering::Release);
    }

    /// Waits until a request may begin, so that no state of HTTP/2 (about 24 KiB) is allocated for a connection whose
    /// first request would be held.
    pub async fn may_begin_first(&self) {
        std::future::poll_fn(|cx| {
            if self.may_begin(0) {
                return Poll::Ready(());
            }
            self.hold(cx.waker());
            Poll::Pending
        })
        .await;
    }

    pub(super) fn is_held(&self) -> bool {
        self.is_held.load(Ordering::Acquire)
    }

    pub(super) fn wake_held(&self) {
        if self.is_held() && self.may_begin(0) {
            self.is_held.store(false, Ordering::Relaxed);
            self.held.wake();
        }
    }

    /// Called at the first byte of a request.
    pub fn head_begins(&self) {
        // The timeout of the first request head starts with the connection.
        if self.phase.swap(HEAD, Ordering::Relaxed) != OPENING {
            self.deadline.store(
                self.shared.now().saturating_add(self.shared.header),
                Ordering::Relaxed,
            );
        }
    }

    /// Called when the head of a request is complete.
    pub fn head_ends(&self) {
        self.phase.store(BUSY, Ordering::Relaxed);
        self.deadline.store(0, Ordering::Relaxed);
    }

    /// Called when a request is refused or its response ended first: the rest is discarded for the linger time.
    pub fn lingers(&self) {
        self.phase.store(LINGERING, Ordering::Relaxed);
        self.deadline.store(
            self.shared.now().saturating_add(self.shared.linger),
            Ordering::Relaxed,
        );
    }

    /// Called when a request is passed to the service.
    pub fn exchange_begins(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        self.shared.metrics.in_flight.up();
        self.head_ends();
    }

    /// Called when the response is sent completely or aborted.
    pub fn exchange_ends(&self, is_complete: bool) {
        self.shared.metrics.in_flight.down();
        if is_complete {
            self.completed.fetch_add(1, Ordering::Relaxed);
        } else {
            let abandoned = self.abandoned.fetch_add(1, Ordering::Relaxed);
            if abandoned
                > self
                    .shared
                    .abandoned_limit
                    .saturating_add(self.completed.load(Ordering::Relaxed))
            {
                self.end(Ended::Abandoning);
            }
        }
        if self.in_flight.fetch_sub(1, Ordering::Relaxed) == 1 {
            let now = self.shared.now();
            self.idle_since.store(now, Ordering::Relaxed);
            self.phase.store(IDLE, Ordering::Relaxed);
            self.deadline
                .store(now.saturating_add(self.shared.idle), Ordering::Relaxed);
        }
        self.wake_held();
    }

    /// Called when a response whose bytes are all available starts to be sent.
    pub fn sending_begins(&self) {
        self.sending.fetch_add(1, Ordering::Relaxed);
    }

    /// Called when it is sent.
    pub fn sending_ends(&self) {
        self.sending.fetch_sub(1, Ordering::Relaxed);
    }

    /// Called when bytes were sent.
    pub fn has_sent(&self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(0);
        self.shared.metrics.sent.add(bytes);
    }

    /// Called when bytes of a response were sent.
    pub fn has_taken(&self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(0);
        self.taken.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Called when a write blocks, and when all bytes are written.
    pub fn set_write_blocked(&self, is_blocked: bool) {
        self.write_blocked.store(is_blocked, Ordering::Relaxed);
    }

    pub(super) fn end(&self, why: Ended) {
        self.phase.store(ENDED, Ordering::Relaxed);
        self.deadline.store(0, Ordering::Relaxed);
        self.shared.metrics.ended(why);
        self.end.notify_one();
    }

    pub(super) fn is_over(&self, now: u64, room_wanted: bool) -> Option<Ended> {
        let phase = self.phase.load(Ordering::Relaxed);
        let deadline = self.deadline.load(Ordering::Relaxed);
        if deadline != 0 && now >= deadline {
            return Some(match phase {
                IDLE => Ended::Idle,
                LINGERING => Ended::Linger,
                _ => Ended::HeaderTimeout,
            });
        }
        let idle_for = now.saturating_sub(self.idle_since.load(Ordering::Relaxed));
        // A client that has just received a response may be about to send: only connections idle for 1 s are ended.
        if matches!(phase, IDLE | OPENING) && idle_for > 1000 && (room_wanted || self.is_draining())
        {
            return Some(Ended::Idle);
        }
        self.reads_too_slowly(now).then_some(Ended::SlowRead)
    }

    /// When the head of a request began that has not ended; `None`: there is none.
    pub(super) fn head_began(&self) -> Option<u64> {
        let is_head = matches!(self.phase.load(Ordering::Relaxed), OPENING | HEAD);
        is_head.then(|| self.deadline.load(Ordering::Relaxed))
    }

    /// Whether a response waits for the client.
    pub(super) fn has_output(&self) -> bool {
        self.write_blocked.load(Ordering::Relaxed) || self.sending.load(Ordering::Relaxed) > 0
    }

    pub(super) fn watch_taken(&self, now: u64) {
        let taken = self.taken.load(Ordering::Relaxed);
        if self.seen_taken.swap(taken, Ordering::Relaxed) != taken || !self.has_output() {
            self.taken_at.store(now, Ordering::Relaxed);
        }
    }

    /// For how many milliseconds the client took nothing of its responses.
    pub(super) fn waits_for(&self, now: u64) -> u64 {
        now.saturating_sub(self.taken_at.load(Ordering::Relaxed))
    }

    /// Whether the client reads its response more slowly than the minimum rate.
    fn reads_too_slowly(&self, now: u64) -> bool {
        if !self.has_output() {
            self.watched_since.store(0, Ordering::Relaxed);
            return false;
        }
        // Frames without a response, as acknowledgements, do not count.
        let taken = self.taken.load(Ordering::Relaxed);
        let since = self.watched_since.load(Ordering::Relaxed);
        if since == 0 {
            self.watched_since.store(now, Ordering::Relaxed);
            self.watched_from.store(taken, Ordering::Relaxed);
            return false;
        }
        let watched_for = now.saturating_sub(since);
        if watched_for < self.shared.grace {
            return false;
        }
        // Checked once per period, so that bytes buffered by the kernel do not make up for later periods.
        let read = taken.saturating_sub(self.watched_from.load(Ordering::Relaxed));
        self.watched_since.store(now, Ordering::Relaxed);
        self.watched_from.store(taken, Ordering::Relaxed);
        read.saturating_mul(1000) < self.shared.rate.saturating_mul(watched_for)
    }
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
