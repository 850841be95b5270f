//! Stores submissions: rows of `{prefix}oxipress_submissions`, written together with their mails and, on a site with
//! Flamingo, with that plugin's rows.
//!
//! Hardening R1 to R3: an acknowledged submission is in the database. With `do_not_store`, or without the visitor's
//! consent to storing, no row is written, but the mails are sent. Demo mode stores nothing.
//!
//! Concurrent submissions share a transaction ([`GroupCommit`]); each is acknowledged after its commit.
//!
//! Times are seconds since 1970.

use std::sync::Arc;

use tokio::sync::OnceCell;

use crate::binds;
use crate::wordpress::db::group_commit::{GroupCommit, GroupMember, Writing};
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::mail::outbox::{Delivery, Outbox, OutboxError, OutboxId, Staged};
use crate::wordpress::mail::wp_mail::wp_mail;
use crate::wordpress::mail::{MailSite, PreparedMail};
use crate::wordpress::submissions::make_table;

use super::flamingo::{self, FlamingoContact, FlamingoMessage};
use super::mail::ComposedMail;
use super::submission::{Status, Submission};
use super::submission_record::SubmissionRecord;

/// What a transaction wrote.
#[derive(Debug, Default)]
struct Stored {
    /// The row of the submission, if one was stored.
    submission: Option<i64>,
    /// Its mails in the outbox, in order.
    mails: Vec<OutboxId>,
    /// Flamingo's message.
    flamingo_post: Option<i64>,
}

/// Rows whose insert ids are not needed.
struct GroupedRows {
    record: Option<SubmissionRecord>,
    mails: Vec<Staged>,
}

impl GroupMember for GroupedRows {
    fn size(&self) -> usize {
        let record = self.record.as_ref().map_or(0, SubmissionRecord::size);
        record + self.mails.iter().map(Staged::size).sum::<usize>()
    }

    fn write(members: Vec<Arc<Self>>, tx: Transaction) -> Writing {
        Box::pin(async move {
            let records = members.iter().filter_map(|one| one.record.as_ref());
            SubmissionRecord::insert_all(records, &tx).await?;
            Staged::enqueue_all(members.iter().flat_map(|one| &one.mails), &tx).await
        })
    }
}

/// The stored submissions of a site.
pub struct SubmissionStore {
    db: Db,
    made: OnceCell<()>,
    group: Arc<GroupCommit<GroupedRows>>,
}

impl SubmissionStore {
    /// The submissions in a database; the table is made with the first.
    pub fn new(db: Db) -> Self {
        Self {
            group: GroupCommit::new(db.clone()),
            db,
            made: OnceCell::new(),
        }
    }

    /// Writes a submission and the mails that the worker delivers: all of them, or nothing.
    ///
    /// # Errors
    /// When the database failed; then nothing is written.
    async fn store_queued(
        &self,
        record: Option<SubmissionRecord>,
        mails: Vec<Staged>,
    ) -> Result<(), DbError> {
        if record
            .as_ref()
            .is_some_and(|record| record.flamingo.is_some())
        {
            return self.store(record, mails).await.map(drop);
        }
        if record.is_none() && mails.is_empty() {
            return Ok(());
        }
        self.make().await?;
        self.group.commit(GroupedRows { record, mails }).await
    }

    /// Before a transaction: MySQL ends one that makes a table.
    async fn make(&self) -> Result<(), DbError> {
        let make = || make_table(&self.db);
        self.made.get_or_try_init(make).await.copied()
    }

    /// Writes a submission, Flamingo's rows and its mails: all of them, or nothing.
    ///
    /// # Errors
    /// When the database failed; then nothing is written.
    async fn store(
        &self,
        record: Option<SubmissionRecord>,
        mails: Vec<Staged>,
    ) -> Result<Stored, DbError> {
        if record.is_none() && mails.is_empty() {
            return Ok(Stored::default());
        }
        self.make().await?;
        let work = self.db.transaction(async move |tx| {
            let mut stored = Stored::default();
            if let Some(record) = &record {
                if let Some(message) = &record.flamingo {
                    stored.flamingo_post = Some(flamingo::store(&tx, message).await?);
                }
                stored.submission = Some(record.insert(&tx, stored.flamingo_post).await?);
            }
            stored.mails = Staged::enqueue_each(&mails, &tx).await?;
            Ok(stored)
        });
        work.await
    }

    /// Writes down that the mail was sent after all: it was stored as failed while the visitor waited.
    ///
    /// # Errors
    /// When the database failed.
    async fn settle(
        &self,
        stored: Stored,
        contact: Option<FlamingoContact>,
    ) -> Result<(), DbError> {
        const ROW: &str = "UPDATE {p}oxipress_submissions SET status = 'mail_sent' WHERE id = ?";
        const FLAMINGO: &str = "UPDATE {p}postmeta SET meta_value = 'mail_sent' WHERE post_id = ? AND meta_key = '_submission_status'";
        let work = self.db.transaction(async move |tx| {
            if let Some(id) = stored.submission {
                tx.execute(ROW, binds![id]).await?;
            }
            if let Some(post) = stored.flamingo_post {
                tx.execute(FLAMINGO, binds![post]).await?;
            }
            if let Some(contact) = &contact {
                flamingo::add_contact(&tx, contact).await?;
            }
            Ok(())
        });
        work.await
    }

    /// The step `mail` of a submission: settles its mails and stores everything together. True once the first mail
    /// cannot be lost ([`Delivery::Queue`]), or was delivered ([`Delivery::Wait`]).
    ///
    /// # Errors
    /// When the database failed; then nothing is stored.
    pub async fn mail(
        &self,
        submission: &Submission<'_>,
        mails: Vec<ComposedMail>,
        way: &DeliveryOptions<'_>,
    ) -> Result<bool, DbError> {
        let delivery = way.delivery;
        let mut settled = way.settled(mails, submission.form.id);
        // While the visitor waits, the second mail follows the first one's delivery.
        let later = match delivery {
            Delivery::Queue => Vec::new(),
            Delivery::Wait => settled.split_off(settled.len().min(1)),
        };
        let staged = way.staged(&settled, submission.form.id).await?;
        if staged.is_empty() {
            self.keep(submission, &Status::MailFailed, way.has_flamingo)
                .await?;
            return Ok(false);
        }
        let status = match delivery {
            Delivery::Queue => Status::MailSent,
            Delivery::Wait => Status::MailFailed,
        };
        let record = SubmissionRecord::new(submission, &status, way.has_flamingo);
        if delivery == Delivery::Queue {
            let number = staged.len();
            self.store_queued(record, staged).await?;
            way.outbox.queued(number);
            return Ok(true);
        }
        let is_kept = record.is_some();
        let stored = self.store(record, staged).await?;
        let delivered = way.outbox.committed(&stored.mails, delivery).await;
        if delivered.is_err() {
            return Ok(false);
        }
        let contact = contact_of(submission, is_kept && way.has_flamingo);
        self.settle(stored, contact).await?;
        if !later.is_empty()
            && let Err(error) = way.outbox.send(&later, delivery).await
        {
            tracing::warn!(%error, form.id = submission.form.id, "the second mail of a contact form was refused");
        }
        Ok(true)
    }

    /// Stores a submission without mails.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn keep(
        &self,
        submission: &Submission<'_>,
        status: &Status,
        has_flamingo: bool,
    ) -> Result<(), DbError> {
        let record = SubmissionRecord::new(submission, status, has_flamingo);
        self.store_queued(record, Vec::new()).await
    }
}

/// The contact of a submission whose mail was sent.
fn contact_of(submission: &Submission<'_>, is_kept: bool) -> Option<FlamingoContact> {
    let message = is_kept.then(|| FlamingoMessage::new(submission, &Status::MailSent));
    message.flatten()?.contact
}

/// How the mails of a submission leave.
#[derive(Clone, Copy)]
pub struct DeliveryOptions<'a> {
    /// Where they are stored.
    pub outbox: &'a Outbox,
    /// What the visitor waits for.
    pub delivery: Delivery,
    /// The site data used by `wp_mail`.
    pub site: &'a MailSite,
    /// Whether the site has Flamingo.
    pub has_flamingo: bool,
}

impl DeliveryOptions<'_> {
    /// The mails as `wp_mail` sends them; none when it would refuse the first. A second one that it refuses is left
    /// out.
    fn settled(&self, mails: Vec<ComposedMail>, form: i64) -> Vec<PreparedMail> {
        let mut settled = Vec::new();
        for (number, mail) in mails.into_iter().enumerate() {
            match wp_mail(&mail.into_mail(), self.site) {
                Ok(mail) => settled.push(mail),
                Err(error) => {
                    tracing::warn!(%error, form.id = form, number, "a contact form's mail cannot be sent");
                    if number == 0 {
                        break;
                    }
                }
            }
        }
        settled
    }

    /// The mails prepared for the transaction; `None` when their attachments cannot be stored.
    async fn staged(&self, mails: &[PreparedMail], form: i64) -> Result<Vec<Staged>, DbError> {
        let mut staged = Vec::with_capacity(mails.len());
        for mail in mails {
            match self.outbox.stage(mail, self.delivery).await {
                Ok(mail) => staged.push(mail),
                Err(OutboxError::Db(error)) => return Err(error),
                Err(error) => {
                    tracing::error!(%error, form.id = form, "a contact form's mail cannot be kept");
                    return Ok(Vec::new());
                }
            }
        }
        Ok(staged)
    }
}
