//! Delivers the outbox: immediately when a mail is stored, and when a retry is due.
//!
//! Hardening R1, R3. Under load, deliveries are throttled and the backlog is delivered later. On stop, the delivery in
//! progress is finished; if that takes too long, the next start repeats it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use compat::wordpress::mail::Outbox;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Poll interval for mails stored by other instances and for due retries.
const POLL: Duration = Duration::from_secs(5);
/// Interval for reclaiming leases of instances that ended.
const RELEASE: Duration = Duration::from_secs(60);
/// Mails stored during one delivery from which on deliveries are throttled.
const BACKLOG: u64 = 10;
/// Pause of a delivery worker between two mails under load, because recording a delivery competes with requests for
/// the database.
const THROTTLE: Duration = Duration::from_millis(20);
/// Intervals of [`RELEASE`] between two clean-ups.
const SWEEP: u32 = 60;

/// The running worker.
pub struct MailWorker {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl MailWorker {
    /// Starts `concurrency` delivery workers.
    pub fn start(outbox: &Arc<Outbox>, concurrency: u64) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        let lanes = concurrency.clamp(1, 16);
        tasks.spawn(maintenance(Arc::clone(outbox), stopped.clone()));
        for _ in 0..lanes {
            tasks.spawn(deliver(Arc::clone(outbox), lanes > 1, stopped.clone()));
        }
        Self { stop, tasks }
    }

    /// Stops after the deliveries in progress, waiting at most `timeout`.
    pub async fn stop(mut self, timeout: Duration) {
        self.stop.send_replace(true);
        let ended = tokio::time::timeout(timeout, async {
            while self.tasks.join_next().await.is_some() {}
        });
        if ended.await.is_err() {
            tracing::warn!("a mail is still being delivered: the next start delivers it again");
        }
    }
}

async fn deliver(outbox: Arc<Outbox>, has_others: bool, mut stopped: watch::Receiver<bool>) {
    let mut lane = outbox.lane();
    let queued = || outbox.counts.queued.load(Ordering::Relaxed);
    let mut before = queued();
    while !*stopped.borrow() {
        match lane.step().await {
            Ok(Some(_)) => {
                if has_others {
                    outbox.wake();
                }
                let after = queued();
                if after.saturating_sub(before) >= BACKLOG {
                    tokio::time::sleep(THROTTLE).await;
                }
                before = after;
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "the outbox cannot be read; tried again"),
        }
        tokio::select! {
            () = outbox.woken() => {}
            () = tokio::time::sleep(POLL) => {}
            _ = stopped.changed() => {}
        }
    }
    if let Err(error) = lane.finish().await {
        tracing::error!(%error, "delivered mails cannot be written down: the next start delivers them again");
    }
}

/// Reclaims leases and deletes old entries, periodically.
async fn maintenance(outbox: Arc<Outbox>, mut stopped: watch::Receiver<bool>) {
    let mut round = 0_u32;
    while !*stopped.borrow() {
        match outbox.reclaim_leases().await {
            Ok(0) => {}
            Ok(number) => {
                tracing::info!(number, "mails of an instance that is gone are taken over");
                outbox.wake();
            }
            Err(error) => tracing::warn!(%error, "leases cannot be read"),
        }
        if round.is_multiple_of(SWEEP)
            && let Err(error) = outbox.sweep().await
        {
            tracing::warn!(%error, "the outbox cannot be swept");
        }
        round = round.wrapping_add(1);
        tokio::select! {
            () = tokio::time::sleep(RELEASE) => {}
            _ = stopped.changed() => {}
        }
    }
}
