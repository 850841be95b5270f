//! Submissions that are kept: rows of `{prefix}oxipress_submissions`, written together with their mails and, on a
//! site with Flamingo, with that plugin's rows.
//!
//! Hardening R1 to R3: what was acknowledged is in the database. A form or a visitor that says `do_not_store` leaves
//! no row; the mails go their way all the same. Demo mode keeps nothing.
//!
//! Times are seconds since 1970; lists are JSON in ASCII, which passes through connections of any character set.

use tokio::sync::OnceCell;

use crate::binds;
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::mail::outbox::{Delivery, Outbox, OutboxError, OutboxId, Staged};
use crate::wordpress::mail::wp_mail::wp_mail;
use crate::wordpress::mail::{MailSite, PreparedMail};
use crate::wordpress::php::json::json_encode;
use crate::wordpress::php::{Array, Value};

use super::flamingo::{self, FlamingoContact, FlamingoMessage};
use super::mail::ComposedMail;
use super::submission::{Status, Submission};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_submissions (
  id bigint(20) unsigned NOT NULL auto_increment,
  created bigint(20) NOT NULL default 0,
  form_id bigint(20) unsigned NOT NULL default 0,
  form_title text NOT NULL,
  locale varchar(20) NOT NULL default '',
  status varchar(60) NOT NULL default '',
  unit_tag varchar(190) NOT NULL default '',
  container_post_id bigint(20) unsigned NOT NULL default 0,
  user_id bigint(20) unsigned NOT NULL default 0,
  remote_ip varchar(45) NOT NULL default '',
  user_agent text NOT NULL,
  url text NOT NULL,
  posted_data_hash varchar(64) NOT NULL default '',
  posted_data longtext NOT NULL,
  consent longtext NOT NULL,
  files longtext NOT NULL,
  spam_log longtext NOT NULL,
  flamingo_post bigint(20) unsigned NOT NULL default 0,
  PRIMARY KEY  (id),
  KEY form_created (form_id,created),
  KEY created (created)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// A submission as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionRecord {
    created: i64,
    form_id: i64,
    form_title: String,
    locale: String,
    status: String,
    unit_tag: String,
    container_post_id: i64,
    user_id: i64,
    remote_ip: String,
    user_agent: String,
    url: String,
    posted_data_hash: String,
    posted_data: String,
    consent: String,
    files: String,
    spam_log: String,
    flamingo: Option<FlamingoMessage>,
}

impl SubmissionRecord {
    /// What is kept of a submission that ended so; none when nothing may or needs to be kept.
    pub fn new(submission: &Submission<'_>, status: &Status, has_flamingo: bool) -> Option<Self> {
        let is_kept = matches!(status, Status::Spam | Status::MailSent | Status::MailFailed);
        let settings = submission.form.settings;
        if !is_kept || submission.do_not_store || settings.is_in_demo_mode() {
            return None;
        }
        let meta = &submission.meta;
        Some(Self {
            created: meta.timestamp,
            form_id: submission.form.id,
            form_title: submission.form.title.to_owned(),
            locale: cut(submission.form.locale_code, 20),
            status: status.as_str().to_owned(),
            unit_tag: cut(&meta.unit_tag, 190),
            container_post_id: meta.container_post_id.max(0),
            user_id: meta.current_user_id.max(0),
            remote_ip: meta.remote_ip.clone(),
            user_agent: meta.user_agent.clone(),
            url: meta.url.clone(),
            posted_data_hash: submission.posted_data_hash.clone(),
            posted_data: json(submission.kept_data().into()),
            consent: json(consent(submission)),
            files: json(files(submission)),
            spam_log: json(spam_log(submission)),
            flamingo: has_flamingo
                .then(|| FlamingoMessage::new(submission, status))
                .flatten(),
        })
    }
}

fn cut(text: &str, longest: usize) -> String {
    let end = text.floor_char_boundary(longest);
    text.get(..end).unwrap_or_default().to_owned()
}

fn json(value: Value) -> String {
    json_encode(&value, 0).unwrap_or_else(|| "null".to_owned())
}

fn consent(submission: &Submission<'_>) -> Value {
    let mut consent = Array::new();
    consent.extend(
        submission
            .consent
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    );
    consent.into()
}

/// Names of the taken files by field.
fn files(submission: &Submission<'_>) -> Value {
    let mut files = Array::new();
    for (field, paths) in submission.uploaded_files.iter() {
        let names = paths.iter().filter_map(|path| path.file_name());
        let names: Value = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        files.insert(field, names);
    }
    files.into()
}

fn spam_log(submission: &Submission<'_>) -> Value {
    let entries = submission.spam_log.iter();
    entries
        .map(|entry| {
            Value::array()
                .with("agent", entry.agent)
                .with("reason", entry.reason.as_str())
        })
        .collect()
}

/// What a transaction wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored {
    /// The row of the submission, when one was kept.
    pub submission: Option<i64>,
    /// Its mails in the outbox, in order.
    pub mails: Vec<OutboxId>,
    /// Flamingo's message.
    flamingo_post: Option<i64>,
}

/// The kept submissions of a site.
pub struct SubmissionStore {
    db: Db,
    made: OnceCell<()>,
}

impl SubmissionStore {
    /// The submissions in a database; the table is made with the first.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            made: OnceCell::new(),
        }
    }

    /// Writes a submission, Flamingo's rows and its mails: all of them, or nothing.
    ///
    /// # Errors
    /// When the database failed; then nothing is written.
    pub async fn store(
        &self,
        record: Option<SubmissionRecord>,
        mails: Vec<Staged>,
    ) -> Result<Stored, DbError> {
        if record.is_none() && mails.is_empty() {
            return Ok(Stored::default());
        }
        // Before the transaction: MySQL ends one that makes a table.
        let make = || create_tables(&self.db, TABLE);
        self.made.get_or_try_init(make).await?;
        let work = self.db.transaction(async move |tx| {
            let mut stored = Stored::default();
            if let Some(record) = &record {
                if let Some(message) = &record.flamingo {
                    stored.flamingo_post = Some(flamingo::store(&tx, message).await?);
                }
                stored.submission = Some(insert(&tx, record, stored.flamingo_post).await?);
            }
            for mail in &mails {
                stored.mails.push(mail.enqueue(&tx).await?);
            }
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
        way: &MailWay<'_>,
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
        let is_kept = record.is_some();
        let stored = self.store(record, staged).await?;
        let delivered = way.outbox.committed(&stored.mails, delivery).await;
        if delivery == Delivery::Queue || delivered.is_err() {
            return Ok(delivered.is_ok());
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

    /// Keeps a submission that has no mails, or none any more.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn keep(
        &self,
        submission: &Submission<'_>,
        status: &Status,
        has_flamingo: bool,
    ) -> Result<Stored, DbError> {
        let record = SubmissionRecord::new(submission, status, has_flamingo);
        self.store(record, Vec::new()).await
    }
}

/// The contact of a submission whose mail was sent.
fn contact_of(submission: &Submission<'_>, is_kept: bool) -> Option<FlamingoContact> {
    let message = is_kept.then(|| FlamingoMessage::new(submission, &Status::MailSent));
    message.flatten()?.contact
}

/// How the mails of a submission leave.
#[derive(Clone, Copy)]
pub struct MailWay<'a> {
    /// Where they are stored.
    pub outbox: &'a Outbox,
    /// What the visitor waits for.
    pub delivery: Delivery,
    /// What `wp_mail` takes from the site.
    pub site: &'a MailSite,
    /// Whether the site has Flamingo.
    pub has_flamingo: bool,
}

impl MailWay<'_> {
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

    /// The mails ready for the transaction; none when their files cannot be kept.
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

async fn insert(
    tx: &Transaction,
    record: &SubmissionRecord,
    flamingo_post: Option<i64>,
) -> Result<i64, DbError> {
    const INSERT: &str = "INSERT INTO {p}oxipress_submissions (created, form_id, form_title, locale, status, unit_tag, \
        container_post_id, user_id, remote_ip, user_agent, url, posted_data_hash, posted_data, consent, files, \
        spam_log, flamingo_post) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let row = binds![
        record.created,
        record.form_id,
        &record.form_title,
        &record.locale,
        &record.status,
        &record.unit_tag,
        record.container_post_id,
        record.user_id,
        &record.remote_ip,
        &record.user_agent,
        &record.url,
        &record.posted_data_hash,
        &record.posted_data,
        &record.consent,
        &record.files,
        &record.spam_log,
        flamingo_post.unwrap_or_default(),
    ];
    tx.execute(INSERT, row).await?;
    tx.last_insert_id().await
}
