//! Submitted forms of every column: rows of `{prefix}oxipress_submissions`, written together with their mails.
//!
//! Hardening R1 to R3: what was acknowledged is in the database. Times are seconds since 1970; lists are JSON in ASCII,
//! which passes through connections of any character set.

use tokio::sync::OnceCell;

use crate::binds;
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::mail::outbox::{OutboxId, Staged};

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

/// Makes the table where it is missing. Before a transaction: MySQL ends one that makes a table.
///
/// # Errors
/// When the database failed.
pub async fn make_table(db: &Db) -> Result<(), DbError> {
    create_tables(db, TABLE).await
}

/// A stored submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionRow {
    /// The time it was received.
    pub created: i64,
    /// The form's post; 0 for a form that is part of a page.
    pub form_id: i64,
    /// The form's title.
    pub form_title: String,
    /// The language in which it was sent.
    pub locale: String,
    /// How it ended: `mail_sent`, `mail_failed`, `spam`.
    pub status: String,
    /// The form's number on its page.
    pub unit_tag: String,
    /// The post that contains the form.
    pub container_post_id: i64,
    /// The account that sent it; 0 for a visitor.
    pub user_id: i64,
    /// The visitor's address.
    pub remote_ip: String,
    /// The visitor's program.
    pub user_agent: String,
    /// The page.
    pub url: String,
    /// A hash of what was posted.
    pub posted_data_hash: String,
    /// What was posted: an object.
    pub posted_data: String,
    /// What was consented to: an object.
    pub consent: String,
    /// Names of files by field: an object.
    pub files: String,
    /// Why it is spam: a list.
    pub spam_log: String,
    /// The row of the plugin Flamingo; 0 for none.
    pub flamingo_post: i64,
}

impl Default for SubmissionRow {
    fn default() -> Self {
        let none = || "[]".to_owned();
        Self {
            created: 0,
            form_id: 0,
            form_title: String::new(),
            locale: String::new(),
            status: String::new(),
            unit_tag: String::new(),
            container_post_id: 0,
            user_id: 0,
            remote_ip: String::new(),
            user_agent: String::new(),
            url: String::new(),
            posted_data_hash: String::new(),
            posted_data: none(),
            consent: none(),
            files: none(),
            spam_log: none(),
            flamingo_post: 0,
        }
    }
}

impl SubmissionRow {
    /// Writes the row in the caller's transaction; its id.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn insert(&self, tx: &Transaction) -> Result<i64, DbError> {
        const INSERT: &str = "INSERT INTO {p}oxipress_submissions (created, form_id, form_title, locale, status, unit_tag, \
            container_post_id, user_id, remote_ip, user_agent, url, posted_data_hash, posted_data, consent, files, \
            spam_log, flamingo_post) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let row = binds![
            self.created,
            self.form_id.max(0),
            &self.form_title,
            cut(&self.locale, 20),
            cut(&self.status, 60),
            cut(&self.unit_tag, 190),
            self.container_post_id.max(0),
            self.user_id.max(0),
            cut(&self.remote_ip, 45),
            &self.user_agent,
            &self.url,
            &self.posted_data_hash,
            &self.posted_data,
            &self.consent,
            &self.files,
            &self.spam_log,
            self.flamingo_post,
        ];
        tx.execute(INSERT, row).await?;
        tx.last_insert_id().await
    }
}

/// What fits into a column.
fn cut(text: &str, longest: usize) -> &str {
    let end = text.floor_char_boundary(longest);
    text.get(..end).unwrap_or_default()
}

/// What a stored submission says about how it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubmissionOutcome {
    /// The row.
    pub id: i64,
    /// The time it was received.
    pub created: i64,
    /// The form's post; 0 for a form that is part of a page.
    pub form_id: i64,
    /// The form's title.
    pub form_title: String,
    /// How it ended: `mail_sent`, `mail_failed`, `spam`.
    pub status: String,
    /// The visitor's address.
    pub remote_ip: String,
    /// The page.
    pub url: String,
    /// Who called it spam and why, in order.
    pub spam_log: Vec<(String, String)>,
    /// The row of the plugin Flamingo; 0 for none.
    pub flamingo_post: i64,
}

/// A submission by its number, or by that of its message in the dashboard; `None` when there is none.
///
/// # Errors
/// When the database failed.
pub async fn outcome(db: &Db, id: i64) -> Result<Option<SubmissionOutcome>, DbError> {
    const SQL: &str = "SELECT id, created, form_id, form_title, status, remote_ip, url, spam_log, flamingo_post \
        FROM {p}oxipress_submissions WHERE id = ? OR (flamingo_post = ? AND flamingo_post > 0) \
        ORDER BY CASE WHEN id = ? THEN 0 ELSE 1 END LIMIT 1";
    let rows: Result<Vec<OutcomeRow>, DbError> = db.load(SQL, binds![id, id, id]).await;
    let rows = match rows {
        Err(error) if error.is_missing_table() => return Ok(None),
        rows => rows?,
    };
    Ok(rows.into_iter().next().map(|row| SubmissionOutcome {
        id: row.id,
        created: row.created,
        form_id: row.form_id,
        form_title: row.form_title,
        status: row.status,
        remote_ip: row.remote_ip,
        url: row.url,
        spam_log: spam_log(&row.spam_log),
        flamingo_post: row.flamingo_post,
    }))
}

crate::row! {
    struct OutcomeRow {
        id: i64,
        created: i64,
        form_id: i64,
        form_title: String,
        status: String,
        remote_ip: String,
        url: String,
        spam_log: String,
        flamingo_post: i64,
    }
}

/// The entries of a stored spam log; what is no entry is left out.
fn spam_log(json: &str) -> Vec<(String, String)> {
    let entries: Vec<serde_json::Value> = serde_json::from_str(json).unwrap_or_default();
    let text = |entry: &serde_json::Value, key: &str| {
        let text = entry.get(key).and_then(serde_json::Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    entries
        .iter()
        .map(|e| (text(e, "agent"), text(e, "reason")))
        .collect()
}

/// What a transaction wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredSubmission {
    /// The row.
    pub id: i64,
    /// Its mails in the outbox, in order.
    pub mails: Vec<OutboxId>,
}

/// The stored submissions of a site.
pub struct Submissions {
    db: Db,
    made: OnceCell<()>,
}

impl Submissions {
    /// The submissions in a database; the table is made with the first.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            made: OnceCell::new(),
        }
    }

    /// Writes a submission and its mails: all of them, or nothing.
    ///
    /// # Errors
    /// When the database failed; then nothing is written.
    pub async fn store(
        &self,
        row: SubmissionRow,
        mails: Vec<Staged>,
    ) -> Result<StoredSubmission, DbError> {
        self.made.get_or_try_init(|| make_table(&self.db)).await?;
        let work = self.db.transaction(async move |tx| {
            Ok(StoredSubmission {
                id: row.insert(&tx).await?,
                mails: Staged::enqueue_each(&mails, &tx).await?,
            })
        });
        work.await
    }
}
