//! A stored submission: a row of `{prefix}oxipress_submissions`, and Flamingo's message.
//!
//! Lists are JSON in ASCII, which passes through connections of any character set.

use crate::binds;
use crate::wordpress::db::{Bind, DbError, SqlText, Transaction};
use crate::wordpress::php::json::json_encode;
use crate::wordpress::php::{Array, Value};

use super::flamingo::FlamingoMessage;
use super::submission::{Status, Submission};

const HEAD: &str = "INSERT INTO {p}oxipress_submissions (created, form_id, form_title, locale, status, unit_tag, \
    container_post_id, user_id, remote_ip, user_agent, url, posted_data_hash, posted_data, consent, files, \
    spam_log, flamingo_post) VALUES ";
const ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// A stored submission.
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
    /// Flamingo's message.
    pub(super) flamingo: Option<FlamingoMessage>,
}

impl SubmissionRecord {
    /// The record of a submission with this result; `None` when it must not or need not be stored.
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
            posted_data: json(submission.storable_data().into()),
            consent: json(consent(submission)),
            files: json(files(submission)),
            spam_log: json(spam_log(submission)),
            flamingo: has_flamingo
                .then(|| FlamingoMessage::new(submission, status))
                .flatten(),
        })
    }

    /// Writes the row; its id.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) async fn insert(
        &self,
        tx: &Transaction,
        flamingo_post: Option<i64>,
    ) -> Result<i64, DbError> {
        for insert in SqlText::inserts(HEAD, ROW, [self.row(flamingo_post)]) {
            tx.execute_built(insert).await?;
        }
        tx.last_insert_id().await
    }

    /// Writes the rows of several without Flamingo, in order.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(super) async fn insert_all(
        records: impl IntoIterator<Item = &Self>,
        tx: &Transaction,
    ) -> Result<(), DbError> {
        let rows = records.into_iter().map(|record| record.row(None));
        for insert in SqlText::inserts(HEAD, ROW, rows) {
            tx.execute_built(insert).await?;
        }
        Ok(())
    }

    /// About how many bytes the row has.
    pub(super) fn size(&self) -> usize {
        let long = [
            &self.posted_data,
            &self.consent,
            &self.files,
            &self.url,
            &self.user_agent,
        ];
        long.iter().map(|text| text.len()).sum::<usize>() + 500
    }

    fn row(&self, flamingo_post: Option<i64>) -> Vec<Bind> {
        binds![
            self.created,
            self.form_id,
            &self.form_title,
            &self.locale,
            &self.status,
            &self.unit_tag,
            self.container_post_id,
            self.user_id,
            &self.remote_ip,
            &self.user_agent,
            &self.url,
            &self.posted_data_hash,
            &self.posted_data,
            &self.consent,
            &self.files,
            &self.spam_log,
            flamingo_post.unwrap_or_default(),
        ]
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

/// Names of the uploaded files by field.
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
