//! From a settled mail to a row.

use super::super::delivery_error::DeliveryError;
use super::super::wp_mail::PreparedMail;
use super::stored::Stored;
use super::{Delivery, Outbox, OutboxCounts, OutboxError};
use crate::binds;
use crate::wordpress::db::{Bind, DbError, SqlText, Transaction};
use crate::wordpress::password::wp_generate_password;

/// The number of a mail in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutboxId(pub i64);

/// A mail whose attachments are stored but whose row is not written. Attachments without a row are deleted after an
/// hour.
#[derive(Debug, Clone)]
pub struct Staged {
    message_id: String,
    created: i64,
    spool: String,
    /// The lease of a synchronous delivery: instance and end.
    lease: Option<(String, i64)>,
    json: String,
}

impl Outbox {
    /// Prepares a mail for [`Staged::enqueue`]: creates the table, generates the Message-ID, copies the attachments.
    ///
    /// # Errors
    /// When the table or the copies cannot be made.
    pub async fn stage(
        &self,
        mail: &PreparedMail,
        delivery: Delivery,
    ) -> Result<Staged, OutboxError> {
        self.make().await?;
        let mut mail = mail.clone();
        let message_id = new_message_id(&mail.host);
        if !mail.attachments.is_empty() {
            let (spool, id) = (self.spool.clone(), message_id.clone());
            let files = std::mem::take(&mut mail.attachments);
            let copying = tokio::task::spawn_blocking(move || spool.take(&id, &files));
            mail.attachments = copying.await.map_err(std::io::Error::other)??;
        }
        self.staged(message_id, mail, delivery)
    }

    /// Prepares a mail without attachments, where the table is made already.
    ///
    /// # Errors
    /// When it has attachments.
    pub(super) fn stage_text(
        &self,
        mail: PreparedMail,
        delivery: Delivery,
    ) -> Result<Staged, OutboxError> {
        if !mail.attachments.is_empty() {
            let error =
                std::io::Error::other("attachments of a mail that is made in a transaction");
            return Err(error.into());
        }
        self.staged(new_message_id(&mail.host), mail, delivery)
    }

    fn staged(
        &self,
        message_id: String,
        mail: PreparedMail,
        delivery: Delivery,
    ) -> Result<Staged, OutboxError> {
        let has_files = !mail.attachments.is_empty();
        let waits = delivery == Delivery::Wait;
        Ok(Staged {
            message_id,
            created: self.now(),
            spool: if has_files {
                self.spool.id().to_owned()
            } else {
                String::new()
            },
            lease: waits.then(|| (self.spool.token().to_owned(), self.lease_until())),
            json: Stored::new(mail).to_json()?,
        })
    }

    /// Stores mails in a transaction of their own, and, in [`Delivery::Wait`], delivers them.
    ///
    /// # Errors
    /// When they could not be stored, or were refused while the visitor waited.
    pub async fn send(
        &self,
        mails: &[PreparedMail],
        delivery: Delivery,
    ) -> Result<(), OutboxError> {
        if mails.is_empty() {
            return Ok(());
        }
        let mut staged = Vec::with_capacity(mails.len());
        for mail in mails {
            staged.push(self.stage(mail, delivery).await?);
        }
        let stored = self
            .db
            .transaction(async move |tx| Staged::enqueue_each(&staged, &tx).await);
        let ids = stored.await?;
        Ok(self.committed(&ids, delivery).await?)
    }

    /// Wakes the workers: so many mails staged for [`Delivery::Queue`] are committed.
    pub fn queued(&self, number: usize) {
        OutboxCounts::add(&self.counts.queued, u64::try_from(number).unwrap_or(0));
        if number > 0 {
            self.wake.notify_one();
        }
    }

    /// To be called after the commit of the transaction of these mails. With [`Delivery::Wait`] they are delivered now,
    /// in order; delivery ends at the first refusal, and the mails after it are not sent.
    ///
    /// # Errors
    /// In [`Delivery::Wait`], when a mail was refused.
    pub async fn committed(
        &self,
        ids: &[OutboxId],
        delivery: Delivery,
    ) -> Result<(), DeliveryError> {
        self.queued(ids.len());
        match delivery {
            Delivery::Queue => Ok(()),
            Delivery::Wait => self.deliver_now(ids).await,
        }
    }
}

impl Staged {
    /// The Message-ID, with `<` and `>`.
    pub fn message_id(&self) -> &str {
        &self.message_id
    }

    /// Writes the row in the caller's transaction. Afterwards call [`Outbox::committed`].
    ///
    /// # Errors
    /// When the row cannot be written.
    pub async fn enqueue(&self, tx: &Transaction) -> Result<OutboxId, DbError> {
        const INSERT: &str = "INSERT INTO {p}oxipress_outbox \
            (message_id, state, created, next_attempt, lease, lease_until, spool, last_error, mail) \
            VALUES (?, ?, ?, ?, ?, ?, ?, '', ?)";
        tx.execute(INSERT, self.row()).await?;
        tx.last_insert_id().await.map(OutboxId)
    }

    /// Writes the rows of several mails, in order.
    ///
    /// # Errors
    /// When a row cannot be written.
    pub async fn enqueue_each(mails: &[Self], tx: &Transaction) -> Result<Vec<OutboxId>, DbError> {
        let mut ids = Vec::with_capacity(mails.len());
        for mail in mails {
            ids.push(mail.enqueue(tx).await?);
        }
        Ok(ids)
    }

    /// Inserts the rows of several mails, in order, without returning their ids.
    ///
    /// # Errors
    /// When the rows cannot be written.
    pub async fn enqueue_all(
        mails: impl IntoIterator<Item = &Self>,
        tx: &Transaction,
    ) -> Result<(), DbError> {
        const HEAD: &str = "INSERT INTO {p}oxipress_outbox \
            (message_id, state, created, next_attempt, lease, lease_until, spool, last_error, mail) VALUES ";
        const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, '', ?)";
        for insert in SqlText::inserts(HEAD, ROW, mails.into_iter().map(Self::row)) {
            tx.execute_built(insert).await?;
        }
        Ok(())
    }

    /// About how many bytes the row has.
    pub fn size(&self) -> usize {
        self.json.len() + 200
    }

    fn row(&self) -> Vec<Bind> {
        let (state, lease, until) = match &self.lease {
            Some((lease, until)) => ("sending", lease.as_str(), *until),
            None => ("queued", "", 0),
        };
        binds![
            self.message_id.as_str(),
            state,
            self.created,
            self.created,
            lease,
            until,
            self.spool.as_str(),
            self.json.as_str(),
        ]
    }
}

fn new_message_id(host: &str) -> String {
    let random = wp_generate_password(32, false, false);
    format!("<{random}@{}>", message_host(host))
}

/// The host after the `@` of a Message-ID.
fn message_host(host: &str) -> &str {
    let is_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
    if !host.is_empty() && host.len() < 150 && host.bytes().all(is_name) {
        host
    } else {
        "localhost"
    }
}
