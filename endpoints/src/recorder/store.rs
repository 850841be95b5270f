//! A thread that masks and writes exchanges, so that nobody who is served waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

use recordings::masking::Exchange;
use recordings::recording::Recorder;

use super::decode::decode;

/// Exchanges that wait to be written.
const WAITING: usize = 256;

/// Takes exchanges; clones go to each connection.
#[derive(Debug, Clone)]
pub struct Store {
    sender: SyncSender<Exchange>,
    dropped: Arc<AtomicU64>,
}

/// What was stored.
#[derive(Debug, Default)]
pub struct Stored {
    /// Recordings written.
    pub written: u64,
    /// Exchanges that could not be written: the first reason.
    pub failed: Option<String>,
    /// Exchanges for which there was no room.
    pub dropped: u64,
    /// How many values of each kind were masked.
    pub masked: Vec<(String, u64)>,
}

impl Store {
    /// Starts the thread; it ends when the last clone of the store is dropped.
    #[must_use]
    pub fn start(mut recorder: Recorder) -> (Self, JoinHandle<Stored>) {
        let (sender, receiver) = sync_channel::<Exchange>(WAITING);
        let dropped = Arc::new(AtomicU64::new(0));
        let count = dropped.clone();
        let thread = std::thread::spawn(move || {
            let mut stored = Stored::default();
            for mut exchange in receiver {
                decode(&mut exchange);
                match recorder.record(exchange) {
                    Ok(_) => stored.written += 1,
                    Err(error) => {
                        stored.failed.get_or_insert_with(|| format!("{error:#}"));
                    }
                }
            }
            stored.masked = recorder.masked();
            stored.dropped = count.load(Ordering::Relaxed);
            stored
        });
        (Self { sender, dropped }, thread)
    }

    /// Hands an exchange to the thread; when too many wait, it is dropped and counted.
    pub fn offer(&self, exchange: Exchange) {
        if self.sender.try_send(exchange).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Hands an exchange to the thread, and waits while too many wait.
    pub fn put(&self, exchange: Exchange) {
        if self.sender.send(exchange).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}
