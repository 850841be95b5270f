//! Delivers the outbox: at once when something was stored, and whenever a pause is over.
//!
//! Hardening R1, R3. While visitors crowd, mails leave more slowly, and follow when the crowd is gone. It stops between
//! two mails: what it has begun is finished or, when that takes too long, taken
//! up again by the next start.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use compat::wordpress::mail::Outbox;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How often it is looked for mails that another instance stored, or whose pause is over.
const POLL: Duration = Duration::from_secs(5);
/// How often leases of instances that are gone are given back.
const RELEASE: Duration = Duration::from_secs(60);
/// So many mails are stored while one is delivered: visitors crowd.
const BACKLOG: u64 = 10;
/// The pause of a deliverer between two mails of a crowd. Those who wait for an answer go first: what writes down a
/// delivery waits for the same disk.
const THROTTLE: Duration = Duration::from_millis(20);
/// Rounds of [`RELEASE`] between two sweeps.
const SWEEP: u32 = 60;

/// The running worker.
pub struct MailWorker {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl MailWorker {
    /// Starts to deliver, this many mails at the same time.
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

    /// Ends after the mails in hand, which may take this long.
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

/// Gives back what others left, and throws away what is old.
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
