//! The open connections and their timeouts. Each connection has a few atomic integers; one task scans all of them
//! several times a second and ends those that timed out. So a request needs no timer of its own, and a deliberately
//! slow client (hardening S1) costs one comparison.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::config::{Http2Limits, Timeouts};
use super::metrics::{Ended, Metrics};

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

/// The open connections.
#[derive(Debug)]
pub struct Connections {
    metrics: Arc<Metrics>,
    started: Instant,
    now: AtomicU64,
    header: u64,
    idle: u64,
    linger: u64,
    grace: u64,
    rate: u64,
    tick: Duration,
    abandoned_limit: u32,
    draining: AtomicBool,
    next: AtomicU64,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
}

/// The times and counts of one connection.
#[derive(Debug)]
pub struct Connection {
    all: Arc<Connections>,
    id: u64,
    phase: AtomicU8,
    /// Deadline in milliseconds of [`Connections::now`]; 0: none.
    deadline: AtomicU64,
    idle_since: AtomicU64,
    in_flight: AtomicU32,
    /// Responses whose bytes are all available, so that sending depends only on the client.
    sending: AtomicU32,
    write_blocked: AtomicBool,
    sent: AtomicU64,
    /// Start of the current period for the minimum read rate, in milliseconds; 0: not measured.
    watched_since: AtomicU64,
    watched_from: AtomicU64,
    completed: AtomicU32,
    abandoned: AtomicU32,
    end: Notify,
}

impl Connections {
    /// No connections yet.
    #[must_use]
    pub fn new(timeouts: &Timeouts, http2: &Http2Limits, metrics: Arc<Metrics>) -> Arc<Self> {
        let shortest = timeouts
            .header
            .min(timeouts.idle)
            .min(timeouts.rate_grace)
            .min(timeouts.linger);
        Arc::new(Connections {
            metrics,
            started: Instant::now(),
            now: AtomicU64::new(1),
            header: millis(timeouts.header),
            idle: millis(timeouts.idle),
            linger: millis(timeouts.linger),
            grace: millis(timeouts.rate_grace),
            rate: u64::from(timeouts.minimum_rate),
            tick: (shortest / 8).clamp(Duration::from_millis(10), Duration::from_millis(250)),
            abandoned_limit: http2.abandoned_requests,
            draining: AtomicBool::new(false),
            next: AtomicU64::new(0),
            open: Mutex::new(HashMap::new()),
        })
    }

    /// Adds a connection; [`Connection::close`] removes it.
    #[must_use]
    pub fn open(self: &Arc<Self>) -> Arc<Connection> {
        let now = self.now();
        let connection = Arc::new(Connection {
            all: Arc::clone(self),
            id: self.next.fetch_add(1, Ordering::Relaxed),
            phase: AtomicU8::new(OPENING),
            deadline: AtomicU64::new(now.saturating_add(self.header)),
            idle_since: AtomicU64::new(now),
            in_flight: AtomicU32::new(0),
            sending: AtomicU32::new(0),
            write_blocked: AtomicBool::new(false),
            sent: AtomicU64::new(0),
            watched_since: AtomicU64::new(0),
            watched_from: AtomicU64::new(0),
            completed: AtomicU32::new(0),
            abandoned: AtomicU32::new(0),
            end: Notify::new(),
        });
        self.metrics.accepted.one();
        self.metrics.connections.up();
        self.list().insert(connection.id, Arc::clone(&connection));
        connection
    }

    /// Whether the server is stopping; responses then close their connections.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Starts to drain: responses close their connections, and idle ones are ended.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Ends all connections; returns how many had a request in flight.
    pub fn end_all(&self) -> usize {
        let all: Vec<_> = self.list().values().cloned().collect();
        let busy = all
            .iter()
            .filter(|c| c.in_flight.load(Ordering::Relaxed) > 0)
            .count();
        for connection in all {
            connection.end(Ended::Stopped);
        }
        busy
    }

    /// Enforces the timeouts until the server stops. When `is_full` returns true, idle connections are ended to make
    /// room for new ones.
    pub async fn enforce_timeouts(self: Arc<Self>, is_full: impl Fn() -> bool) {
        let mut ticks = tokio::time::interval(self.tick);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            let now = millis(self.started.elapsed()).saturating_add(1);
            self.now.store(now, Ordering::Relaxed);
            let room_wanted = is_full();
            let all: Vec<_> = self.list().values().cloned().collect();
            for connection in all {
                if let Some(why) = connection.is_over(now, room_wanted) {
                    connection.end(why);
                }
            }
        }
    }

    /// Milliseconds since the server started, with coarse resolution.
    fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    fn list(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// The server's metrics.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.all.metrics
    }

    /// Whether responses must close this connection.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.all.is_draining()
    }

    /// Waits until the connection times out.
    pub async fn ended(&self) {
        self.end.notified().await;
    }

    /// Removes the connection from the list.
    pub fn close(&self) {
        if self.all.list().remove(&self.id).is_some() {
            self.all.metrics.connections.down();
        }
    }

    /// Called at the first byte of a request.
    pub fn head_begins(&self) {
        // The timeout of the first request head starts with the connection.
        if self.phase.swap(HEAD, Ordering::Relaxed) != OPENING {
            self.deadline.store(
                self.all.now().saturating_add(self.all.header),
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
            self.all.now().saturating_add(self.all.linger),
            Ordering::Relaxed,
        );
    }

    /// Called when a request is passed to the service.
    pub fn exchange_begins(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        self.all.metrics.in_flight.up();
        self.head_ends();
    }

    /// Called when the response is sent completely or aborted.
    pub fn exchange_ends(&self, is_complete: bool) {
        self.all.metrics.in_flight.down();
        if is_complete {
            self.completed.fetch_add(1, Ordering::Relaxed);
        } else {
            let abandoned = self.abandoned.fetch_add(1, Ordering::Relaxed);
            if abandoned
                > self
                    .all
                    .abandoned_limit
                    .saturating_add(self.completed.load(Ordering::Relaxed))
            {
                self.end(Ended::Abandoning);
            }
        }
        if self.in_flight.fetch_sub(1, Ordering::Relaxed) == 1 {
            let now = self.all.now();
            self.idle_since.store(now, Ordering::Relaxed);
            self.phase.store(IDLE, Ordering::Relaxed);
            self.deadline
                .store(now.saturating_add(self.all.idle), Ordering::Relaxed);
        }
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
        self.sent.fetch_add(bytes, Ordering::Relaxed);
        self.all.metrics.sent.add(bytes);
        if self.write_blocked.load(Ordering::Relaxed) {
            self.write_blocked.store(false, Ordering::Relaxed);
        }
    }

    /// Called when a write blocks.
    pub fn is_write_blocked(&self) {
        self.write_blocked.store(true, Ordering::Relaxed);
    }

    fn end(&self, why: Ended) {
        self.all.metrics.ended(why);
        self.end.notify_one();
    }

    fn is_over(&self, now: u64, room_wanted: bool) -> Option<Ended> {
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

    /// Whether the client reads its response more slowly than the minimum rate.
    fn reads_too_slowly(&self, now: u64) -> bool {
        let waits =
            self.write_blocked.load(Ordering::Relaxed) || self.sending.load(Ordering::Relaxed) > 0;
        if !waits {
            self.watched_since.store(0, Ordering::Relaxed);
            return false;
        }
        let sent = self.sent.load(Ordering::Relaxed);
        let since = self.watched_since.load(Ordering::Relaxed);
        if since == 0 {
            self.watched_since.store(now, Ordering::Relaxed);
            self.watched_from.store(sent, Ordering::Relaxed);
            return false;
        }
        let watched_for = now.saturating_sub(since);
        if watched_for < self.all.grace {
            return false;
        }
        // Checked once per period, so that bytes buffered by the kernel do not make up for later periods.
        let taken = sent.saturating_sub(self.watched_from.load(Ordering::Relaxed));
        self.watched_since.store(now, Ordering::Relaxed);
        self.watched_from.store(sent, Ordering::Relaxed);
        taken.saturating_mul(1000) < self.all.rate.saturating_mul(watched_for)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
