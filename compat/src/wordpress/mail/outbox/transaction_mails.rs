//! Mails whose text is known within a transaction only, because it names what the transaction wrote.

use std::sync::Arc;

use super::super::arguments::Mail;
use super::super::delivery_error::DeliveryError;
use super::super::wp_mail::{MailSite, wp_mail};
use super::{Delivery, Outbox, OutboxError, OutboxId};
use crate::wordpress::db::{DbError, Transaction};

/// Stores mails in the caller's transaction. A transaction that is run again writes them again.
#[derive(Clone)]
pub struct TransactionMails {
    outbox: Arc<Outbox>,
    site: MailSite,
    delivery: Delivery,
}

impl Outbox {
    /// To be called before the transaction: makes the table.
    ///
    /// # Errors
    /// When the table cannot be made.
    pub async fn for_transaction(
        self: &Arc<Self>,
        site: MailSite,
        delivery: Delivery,
    ) -> Result<TransactionMails, DbError> {
        self.make().await?;
        Ok(TransactionMails {
            outbox: Arc::clone(self),
            site,
            delivery,
        })
    }
}

impl TransactionMails {
    /// Settles a mail and writes its row. `None`: `wp_mail` returns false, which is logged; or it has attachments, which
    /// would have to be copied before the transaction ([`Outbox::stage`]).
    ///
    /// # Errors
    /// When the row cannot be written.
    pub async fn wp_mail(
        &self,
        tx: &Transaction,
        mail: &Mail,
    ) -> Result<Option<OutboxId>, DbError> {
        let staged = match wp_mail(mail, &self.site) {
            Ok(mail) => self.outbox.stage_text(mail, self.delivery),
            Err(error) => Err(OutboxError::from(error)),
        };
        match staged {
            Ok(staged) => staged.enqueue(tx).await.map(Some),
            Err(error) => {
                tracing::error!(%error, mail.subject = mail.subject, "a mail is not sent");
                Ok(None)
            }
        }
    }

    /// To be called after the commit, as [`Outbox::committed`].
    ///
    /// # Errors
    /// In [`Delivery::Wait`], when a mail was refused.
    pub async fn committed(&self, ids: &[OutboxId]) -> Result<(), DeliveryError> {
        self.outbox.committed(ids, self.delivery).await
    }
}
