//! The outbox: mails that are stored with what they are about, and delivered afterwards, at least once.
//!
//! Hardening R1 to R3. A mail is a row of `{prefix}oxipress_outbox`, written in the transaction of the comment, key or
//! submission it reports. SQLite commits with `synchronous = FULL`, MySQL and MariaDB by their
//! `innodb_flush_log_at_trx_commit`: acknowledged mails survive a killed process, and a power loss if the database
//! does. A delivery is recorded without waiting for SQLite's disk: after a power loss a mail may be delivered again.
//!
//! | state | meaning |
//! |---|---|
//! | `queued` | waits until `next_attempt` |
//! | `sending` | claimed by an instance until `lease_until`; after that any instance may claim it |
//! | `sent` | delivered; the text is deleted, the headers stay for the retention time |
//! | `dead` | refused too often, or during synchronous delivery; `oxipress mail retry` queues it again |
//!
//! A delivered mail whose row could not be updated is delivered again with the same Message-ID. A refused mail is
//! retried after one minute, then two, up to an hour. While the transport is unavailable all mails wait, so that they
//! are delivered in order. Attachments are in the [`spool`] until then.

mod claimed;
mod delivery_worker;
mod entries;
mod settle;
mod spool;
mod staged;
mod stored;
mod sweep;
mod table;
mod transaction_mails;
mod wait;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{Notify, OnceCell};

use super::arguments::Mail;
use super::delivery_error::DeliveryError;
use super::transport::Transport;
use super::wp_mail::{MailSite, WpMailError, wp_mail};
use crate::wordpress::clock::Clock;
use crate::wordpress::db::{Db, DbError};

pub use delivery_worker::{DeliveryWorker, Step};
pub use entries::{OutboxEntry, State};
pub use staged::{OutboxId, Staged};
pub use transaction_mails::TransactionMails;

use spool::Spool;

/// What a visitor waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Delivery {
    /// The mail is stored.
    #[default]
    Queue,
    /// Synchronous delivery: the visitor waits for the result, and a refused mail is not retried.
    Wait,
}

/// How an outbox works.
#[derive(Debug, Clone)]
pub struct OutboxSettings {
    /// Folder for attached files. Private: never below `wp-content`.
    pub spool: PathBuf,
    /// Times that a mail may be refused before it is dead.
    pub attempts: u32,
    /// Seconds for which the headers of delivered mails are stored.
    pub keep_sent: i64,
}

/// Mails counted since the start.
#[derive(Debug, Default)]
pub struct OutboxCounts {
    /// Stored.
    pub queued: AtomicU64,
    /// Delivered.
    pub sent: AtomicU64,
    /// Deliveries that failed.
    pub failed: AtomicU64,
    /// Dead letters.
    pub dead: AtomicU64,
}

impl OutboxCounts {
    fn add(counter: &AtomicU64, number: u64) {
        counter.fetch_add(number, Ordering::Relaxed);
    }
}

/// Why a mail was not queued.
#[derive(Debug, thiserror::Error)]
pub enum OutboxError {
    /// `wp_mail` would return false.
    #[error(transparent)]
    Mail(#[from] WpMailError),
    /// The attachments could not be stored.
    #[error("an attachment cannot be kept: {0}")]
    Spool(#[from] std::io::Error),
    /// The row could not be written.
    #[error(transparent)]
    Db(#[from] DbError),
    /// Refused while the visitor waited.
    #[error(transparent)]
    Delivery(#[from] DeliveryError),
}

/// The outbox of a site.
pub struct Outbox {
    db: Db,
    clock: Clock,
    transport: Arc<Transport>,
    settings: OutboxSettings,
    spool: Arc<Spool>,
    made: OnceCell<()>,
    wake: Notify,
    /// What happened since the start.
    pub counts: OutboxCounts,
}

impl Outbox {
    /// The outbox in a database; the table is made with the first mail.
    pub fn new(db: Db, clock: Clock, transport: Arc<Transport>, settings: OutboxSettings) -> Self {
        Self {
            spool: Arc::new(Spool::new(&settings.spool)),
            db,
            clock,
            transport,
            settings,
            made: OnceCell::new(),
            wake: Notify::new(),
            counts: OutboxCounts::default(),
        }
    }

    /// Where mails go.
    pub fn transport(&self) -> &Transport {
        &self.transport
    }

    /// `wp_mail`: settles a mail, stores it in a transaction of its own, and, in [`Delivery::Wait`], delivers it. For a mail
    /// about rows that are written: [`stage`](Self::stage), or [`for_transaction`](Self::for_transaction).
    ///
    /// # Errors
    /// Where `wp_mail` returns false, and when the mail could not be stored.
    pub async fn wp_mail(
        &self,
        mail: &Mail,
        site: &MailSite,
        delivery: Delivery,
    ) -> Result<(), OutboxError> {
        let mail = wp_mail(mail, site)?;
        self.send(&[mail], delivery).await
    }

    /// Wakes a waiting worker.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Waits until this process stored a mail.
    pub async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Makes the table where it is missing. Call it before a transaction: MySQL ends one that makes a table.
    async fn make(&self) -> Result<(), DbError> {
        let make = || table::make(&self.db);
        self.made.get_or_try_init(make).await.copied()
    }

    /// Whether there is a table.
    async fn is_made(&self) -> Result<bool, DbError> {
        if self.made.initialized() {
            return Ok(true);
        }
        match table::probe(&self.db).await {
            Ok(()) => {
                // Another worker may have claimed the row first.
                let _ = self.made.set(());
                Ok(true)
            }
            Err(error) if error.is_missing_table() => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    /// The end of a lease taken now.
    fn lease_until(&self) -> i64 {
        let timeout = self.transport.timeout().as_secs().saturating_add(60);
        let timeout = i64::try_from(timeout).unwrap_or(i64::MAX);
        self.now().saturating_add(timeout)
    }
}
