//! The open connections and their timeouts. Each connection has a few atomic integers; one task scans all of them
//! several times a second and ends those that timed out. So a request needs no timer of its own, and a deliberately
//! slow client (hardening S1) costs one comparison. It also ends connections when places (S15) or the memory for
//! responses (S13, S14) are short.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::config::ServerConfig;
use super::connection_state::{Connection, Shared, millis};
use super::metrics::{Ended, Metrics};
use super::output_budget::Level;
use super::places::Places;

/// Number of unfinished heads that one search remembers.
const OLDEST_HEADS: usize = 64;

/// Number of readers that are woken when memory is free again.
const WOKEN: usize = 64;

/// The open connections.
#[derive(Debug)]
pub struct Connections {
    shared: Arc<Shared>,
    started: Instant,
    tick: Duration,
    next: AtomicU64,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    per_address: usize,
    places: Places,
    /// Unfinished heads with their start, the oldest last.
    oldest_heads: Mutex<Vec<(u64, Arc<Connection>)>>,
}

impl Connections {
    /// No connections yet.
    #[must_use]
    pub fn new(config: &ServerConfig, metrics: Arc<Metrics>) -> Arc<Self> {
        let timeouts = &config.timeouts;
        let shortest = timeouts
            .header
            .min(timeouts.idle)
            .min(timeouts.rate_grace)
            .min(timeouts.linger);
        Arc::new(Connections {
            shared: Arc::new(Shared::new(config, metrics)),
            started: Instant::now(),
            tick: (shortest / 8).clamp(Duration::from_millis(10), Duration::from_millis(250)),
            next: AtomicU64::new(0),
            open: Mutex::new(HashMap::new()),
            per_address: match config.limits.connections_per_address {
                0 => usize::MAX,
                limit => limit,
            },
            places: Places::default(),
            oldest_heads: Mutex::default(),
        })
    }

    /// Whether the address may have another place, which [`Connections::open`] then takes. The address of a trusted
    /// proxy is not given.
    #[must_use]
    pub fn admits(&self, address: Option<IpAddr>) -> bool {
        self.shared.metrics.accepted.one();
        let admits = address.is_none_or(|address| self.places.take(address, self.per_address));
        if !admits {
            self.shared.metrics.address_full.one();
        }
        admits
    }

    /// Adds a connection that was admitted.
    #[must_use]
    pub fn open(&self, address: Option<IpAddr>) -> Arc<Connection> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let connection = Arc::new(Connection::new(Arc::clone(&self.shared), id, address));
        self.shared.metrics.connections.up();
        self.list().insert(id, Arc::clone(&connection));
        connection
    }

    /// Removes a connection.
    pub fn close(&self, connection: &Connection) {
        if self.list().remove(&connection.id).is_some() {
            self.shared.metrics.connections.down();
            if let Some(address) = connection.address {
                self.places.give_back(address);
            }
        }
    }

    /// Ends the connection whose request has been without an end of its head for the longest time.
    pub fn make_room(&self) {
        let mut oldest = self
            .oldest_heads
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for is_searched in [false, true] {
            if is_searched {
                let heads = |c: &Arc<Connection>| Some((c.head_began()?, Arc::clone(c)));
                oldest.extend(self.list().values().filter_map(heads));
                oldest.sort_unstable_by_key(|(began, c)| Reverse((*began, c.id)));
                let younger = oldest.len().saturating_sub(OLDEST_HEADS);
                oldest.drain(..younger);
            }
            while let Some((began, connection)) = oldest.pop() {
                if connection.head_began() == Some(began) {
                    return connection.end(Ended::Displaced);
                }
            }
        }
    }

    /// Whether the server is stopping; responses then close their connections.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.shared.is_draining()
    }

    /// Starts to drain: responses close their connections, and idle ones are ended.
    pub fn drain(&self) {
        self.shared.draining.store(true, Ordering::Relaxed);
    }

    /// Ends all connections; returns how many had a request in flight.
    pub fn end_all(&self) -> usize {
        let all = self.all();
        let busy = all.iter().filter(|c| c.is_busy()).count();
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
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.shared.budget.room() => {
                    self.wake_held(&self.all(), WOKEN);
                    continue;
                }
            }
            let now = millis(self.started.elapsed()).saturating_add(1);
            self.shared.now.store(now, Ordering::Relaxed);
            let room_wanted = is_full();
            let all = self.all();
            for connection in &all {
                connection.watch_taken(now);
                if let Some(why) = connection.is_over(now, room_wanted) {
                    connection.end(why);
                }
            }
            self.free_memory(now, &all);
            self.wake_held(&all, usize::MAX);
        }
    }

    /// Wakes the readers whose requests wait for memory, those of addresses with few connections first.
    fn wake_held(&self, all: &[Arc<Connection>], number: usize) {
        let mut held: Vec<_> = all.iter().filter(|c| c.is_held()).collect();
        held.sort_by_cached_key(|c| c.address.map_or(0, |address| self.places.of(address)));
        for connection in held.into_iter().take(number) {
            connection.wake_held();
        }
        self.shared.budget.share_room();
    }

    /// When the memory for responses is short, ends connections that take nothing of their responses, the longest
    /// waiting first; when it is exhausted, also those that have the most.
    fn free_memory(&self, now: u64, all: &[Arc<Connection>]) {
        let level = self.shared.budget.level();
        if level < Level::Short {
            return;
        }
        let patience = self.shared.grace / if level == Level::Exhausted { 20 } else { 2 };
        let waiting = |c: &&Arc<Connection>| c.waits_for(now) > patience;
        let with_output = all.iter().filter(|c| c.has_output());
        let (mut ended, mut rest): (Vec<_>, Vec<_>) = with_output.partition(waiting);
        // Clients read meanwhile: a key that changed while it is compared would be a panic, and the end of this task.
        ended.sort_by_cached_key(|c| Reverse(c.waits_for(now)));
        if level == Level::Exhausted {
            rest.sort_by_cached_key(|c| Reverse(c.charged()));
            ended.append(&mut rest);
        }
        let mut excess = self.shared.budget.excess();
        for connection in ended {
            if excess == 0 || connection.charged() == 0 {
                break;
            }
            excess = excess.saturating_sub(connection.charged());
            connection.end(Ended::OutputShort);
        }
    }

    /// The memory of requests and of responses not yet sent.
    #[must_use]
    pub fn output_bytes(&self) -> usize {
        self.shared.budget.used()
    }

    fn all(&self) -> Vec<Arc<Connection>> {
        self.list().values().cloned().collect()
    }

    fn list(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// What connections hold changes while they are put in order: the task that does so goes on.
    #[test]
    fn clients_read_while_memory_is_freed() {
        let config = ServerConfig::default();
        let connections = Connections::new(&config, Arc::default());
        let all: Vec<_> = (0..1000).map(|_| connections.open(None)).collect();
        for connection in &all {
            connection.charge(1 << 20);
            connection.set_write_blocked(true);
        }
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for (number, connection) in all.iter().enumerate().cycle() {
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    connection.charge(number % 7 * 1000);
                    connection.release(number % 7 * 1000 / 2);
                }
            });
            for now in 0..200 {
                connections.free_memory(now, &all);
            }
            is_over.store(true, Ordering::Relaxed);
        });
        assert_eq!(connections.shared.budget.level(), Level::Exhausted);
    }
}
