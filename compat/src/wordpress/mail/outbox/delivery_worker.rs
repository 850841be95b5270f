//! The delivery worker: claims mails of the outbox in order, delivers them, and records the results.

use std::sync::Arc;

use super::super::delivery_error::{DeliveryError, DeliveryErrorKind};
use super::super::message::Outgoing;
use super::Outbox;
use super::claimed::{ClaimRow, Claimed};
use super::settle::{LONGEST_PAUSE, Settled, Verdict};
use crate::binds;
use crate::wordpress::db::DbError;

/// Mails claimed at once, if a duplicate delivery has no effect; else one, so that a killed process duplicates at most
/// one mail.
const BATCH: i64 = 50;

/// What a step of a [`DeliveryWorker`] did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Step {
    /// Mails delivered.
    pub sent: usize,
    /// Deliveries that failed and will be tried again.
    pub failed: usize,
    /// Mails that became dead letters.
    pub dead: usize,
}

/// One deliverer. Several may run at the same time; then mails start in order, but may arrive out of it.
pub struct DeliveryWorker {
    outbox: Arc<Outbox>,
    /// Deliveries not yet recorded in the table.
    settled: Vec<Settled>,
}

impl Outbox {
    /// A deliverer.
    pub fn lane(self: &Arc<Self>) -> DeliveryWorker {
        DeliveryWorker {
            outbox: Arc::clone(self),
            settled: Vec::new(),
        }
    }

    /// Delivers until nothing is due: for tests and tools. A worker keeps a [`DeliveryWorker`], which survives a database that
    /// fails.
    ///
    /// # Errors
    /// When the database fails. What was just delivered may then be delivered again.
    pub async fn drain(self: &Arc<Self>) -> Result<Step, DbError> {
        let mut lane = self.lane();
        let mut total = Step::default();
        while let Some(step) = lane.step().await? {
            total.sent += step.sent;
            total.failed += step.failed;
            total.dead += step.dead;
        }
        Ok(total)
    }

    /// Releases the leases of instances that no longer run, and what waits for longer than any pause or lease because the
    /// clock was set back; returns the number of mails. Called at start and periodically.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reclaim_leases(&self) -> Result<u64, DbError> {
        const LEASES: &str =
            "SELECT DISTINCT lease FROM {p}oxipress_outbox WHERE state = 'sending'";
        const RELEASE: &str = "UPDATE {p}oxipress_outbox SET state = 'queued', lease = '' \
            WHERE state = 'sending' AND lease = ?";
        const EARLIER: &str = "UPDATE {p}oxipress_outbox SET next_attempt = ? \
            WHERE state = 'queued' AND next_attempt > ?";
        const FREE: &str = "UPDATE {p}oxipress_outbox SET state = 'queued', lease = '' \
            WHERE state = 'sending' AND lease_until > ?";
        if !self.is_made().await? {
            return Ok(0);
        }
        let now = self.now();
        let latest = now.saturating_add(LONGEST_PAUSE).saturating_add(60);
        let lease = self.lease_until().saturating_add(LONGEST_PAUSE);
        let mut number = self.db.execute(EARLIER, binds![now, latest]).await?;
        number += self.db.execute(FREE, binds![lease]).await?;
        for (lease,) in self.db.load::<(String,)>(LEASES, binds![]).await? {
            if self.spool.is_gone(&lease) {
                number += self.db.execute(RELEASE, binds![lease]).await?;
            }
        }
        Ok(number)
    }

    /// Rows that are due, oldest first.
    async fn due(&self) -> Result<Vec<ClaimRow>, DbError> {
        const CLOSED: &str = "SELECT id FROM {p}oxipress_outbox \
            WHERE state = 'queued' AND outage = 1 AND next_attempt > ? LIMIT 1";
        const EXPIRED: &str = "SELECT id, message_id, attempts, refusals, created, mail FROM {p}oxipress_outbox \
            WHERE state = 'sending' AND lease_until <= ? AND (spool = '' OR spool = ?) ORDER BY id LIMIT ?";
        const QUEUED: &str = "SELECT id, message_id, attempts, refusals, created, mail FROM {p}oxipress_outbox \
            WHERE state = 'queued' AND next_attempt <= ? AND (spool = '' OR spool = ?) ORDER BY id LIMIT ?";
        if !self.is_made().await? {
            return Ok(Vec::new());
        }
        let now = self.now();
        let closed: Option<(i64,)> = self.db.load_first(CLOSED, binds![now]).await?;
        if closed.is_some() {
            return Ok(Vec::new());
        }
        let batch = if self.transport.is_idempotent() {
            BATCH
        } else {
            1
        };
        let own = self.spool.id();
        let mut rows: Vec<ClaimRow> = self.db.load(EXPIRED, binds![now, own, batch]).await?;
        if rows.is_empty() {
            rows = self.db.load(QUEUED, binds![now, own, batch]).await?;
        }
        Ok(rows)
    }

    /// Reads the attachments of a mail and passes it to the transport.
    pub(super) async fn deliver(&self, claimed: &Claimed) -> Result<(), DeliveryError> {
        let stored = claimed.stored().map_err(DeliveryError::refused)?;
        let mut outgoing = Outgoing {
            message_id: claimed.message_id.clone(),
            date: claimed.created,
            recipients: stored.recipients,
            mail: stored.mail,
            files: Vec::new(),
        };
        let (spool, transport) = (self.spool.clone(), self.transport.clone());
        // A task of its own: a panic is a failed delivery, not the end of the worker.
        let task = tokio::spawn(async move {
            if !outgoing.mail.attachments.is_empty() {
                let (id, files) = (
                    outgoing.message_id.clone(),
                    outgoing.mail.attachments.clone(),
                );
                let reading = tokio::task::spawn_blocking(move || spool.read(&id, &files));
                let read = reading.await.map_err(DeliveryError::refused)?;
                let lost = |e| DeliveryError::refused(format!("an attachment is lost: {e}"));
                outgoing.files = read.map_err(lost)?;
            }
            transport.deliver(&outgoing).await
        });
        task.await
            .unwrap_or_else(|e| Err(DeliveryError::refused(e)))
    }
}

impl DeliveryWorker {
    /// Claims due mails, delivers them, and stores the results for the next step. `None`: nothing is due.
    ///
    /// # Errors
    /// When the database fails. What was delivered is written down at a later step.
    pub async fn step(&mut self) -> Result<Option<Step>, DbError> {
        let due = self.outbox.due().await;
        let due = match due {
            Ok(rows) => rows,
            Err(error) if self.settled.is_empty() => return Err(error),
            // Perhaps only reading failed: what was delivered goes first.
            Err(_) => Vec::new(),
        };
        if due.is_empty() && self.settled.is_empty() {
            return Ok(None);
        }
        let claimed = self.write(due).await?;
        if claimed.is_empty() {
            return Ok(None);
        }
        let mut step = Step::default();
        let mut is_closed = false;
        for one in &claimed {
            if is_closed {
                self.settled.push(self.outbox.released(one));
                continue;
            }
            let result = self.outbox.deliver(one).await;
            is_closed =
                matches!(&result, Err(error) if error.kind == DeliveryErrorKind::Unreachable);
            let settled = self.outbox.settled(one, &result, false);
            match settled.verdict {
                Verdict::Sent => step.sent += 1,
                Verdict::Failed => step.failed += 1,
                Verdict::Dead => step.dead += 1,
                Verdict::Released => {}
            }
            self.settled.push(settled);
        }
        if is_closed || step.sent == 0 {
            // Recorded at once, so that other workers wait too.
            self.write(Vec::new()).await?;
        }
        Ok(Some(step))
    }

    /// Writes down what was delivered. The worker calls it before it stops.
    ///
    /// # Errors
    /// When the database fails; what was delivered may then be delivered again.
    pub async fn finish(&mut self) -> Result<(), DbError> {
        if self.settled.is_empty() {
            return Ok(());
        }
        self.write(Vec::new()).await.map(drop)
    }

    /// In one transaction: records deliveries and claims further rows. Rows that another instance claimed meanwhile are
    /// skipped.
    async fn write(&mut self, due: Vec<ClaimRow>) -> Result<Vec<Claimed>, DbError> {
        const CLAIM: &str = "UPDATE {p}oxipress_outbox SET state = 'sending', lease = ?, lease_until = ? \
            WHERE id = ? AND (state = 'queued' OR (state = 'sending' AND lease_until <= ?))";
        let outbox = &self.outbox;
        let lease = outbox.spool.token().to_owned();
        let (now, until) = (outbox.now(), outbox.lease_until());
        let settled = Arc::new(std::mem::take(&mut self.settled));
        let written = Arc::clone(&settled);
        // After a power cut, what was delivered last is delivered once more.
        let work = outbox.db.transaction_without_sync(async move |tx| {
            for one in written.iter() {
                one.write(&tx).await?;
            }
            let mut claimed = Vec::with_capacity(due.len());
            for row in due {
                let claim = binds![lease.as_str(), until, row.0, now];
                if tx.execute(CLAIM, claim).await? == 1 {
                    claimed.push(Claimed::new(row, &lease));
                }
            }
            Ok(claimed)
        });
        let result = work.await;
        let settled = Arc::unwrap_or_clone(settled);
        match result {
            Ok(claimed) => {
                self.outbox.after_settling(settled).await;
                Ok(claimed)
            }
            Err(error) => {
                self.settled = settled;
                Err(error)
            }
        }
    }
}
