//! Synchronous delivery (`mail.delivery = "wait"`): a refusal is returned to the caller and not retried.
//!
//! Contract "contact-form-7", sections 17.3 and 24 F17: the second mail is not sent when the first failed; the status is
//! `mail_failed`.

use super::super::delivery_error::DeliveryError;
use super::claimed::{ClaimRow, Claimed};
use super::settle::Settled;
use super::{Outbox, OutboxId};
use crate::binds;
use crate::wordpress::db::DbError;

impl Outbox {
    pub(super) async fn deliver_now(&self, ids: &[OutboxId]) -> Result<(), DeliveryError> {
        let mut outcome = Ok(());
        let mut settled = Vec::with_capacity(ids.len());
        for id in ids {
            let claimed = match self.own_row(*id).await {
                Ok(Some(claimed)) => claimed,
                // The lease has expired: another instance delivers it.
                Ok(None) => continue,
                // It stays ours until the lease is over, and is delivered then.
                Err(error) => {
                    tracing::error!(%error, mail.id = id.0, "a mail is delivered later: its row cannot be read");
                    continue;
                }
            };
            let result = match &outcome {
                Ok(()) => self.deliver(&claimed).await,
                Err(_) => Err(DeliveryError::refused(
                    "not sent: the mail before it failed",
                )),
            };
            settled.push(self.settled(&claimed, &result, true));
            if outcome.is_ok() {
                outcome = result;
            }
        }
        if let Err(error) = self.write_settled(settled).await {
            tracing::error!(%error, "delivered mails cannot be written down: they may be delivered again");
        }
        outcome
    }

    async fn own_row(&self, id: OutboxId) -> Result<Option<Claimed>, DbError> {
        const OWN: &str = "SELECT id, message_id, attempts, refusals, created, mail FROM {p}oxipress_outbox \
            WHERE id = ? AND state = 'sending' AND lease = ?";
        let lease = self.spool.token();
        let row: Option<ClaimRow> = self.db.load_first(OWN, binds![id.0, lease]).await?;
        Ok(row.map(|row| Claimed::new(row, lease)))
    }

    async fn write_settled(&self, settled: Vec<Settled>) -> Result<(), DbError> {
        let work = self.db.transaction(async move |tx| {
            for one in &settled {
                one.write(&tx).await?;
            }
            Ok(settled)
        });
        let settled = work.await?;
        self.after_settling(settled).await;
        Ok(())
    }
}
