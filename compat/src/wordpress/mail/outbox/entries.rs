//! What the command line shows of the outbox, and what it may change.

use std::fmt;
use std::str::FromStr;

use super::super::message::{Form, Outgoing};
use super::super::wp_mail::MailAddress;
use super::stored::Stored;
use super::{Outbox, OutboxId};
use crate::binds;
use crate::wordpress::db::{DbError, FromRow, Row, SqlText};

/// The state of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Waits.
    Queued,
    /// An instance has it.
    Sending,
    /// Delivered.
    Sent,
    /// Dead letter: no further attempts.
    Dead,
}

impl State {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Queued, Self::Sending, Self::Sent, Self::Dead];

    /// As the table writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Dead => "dead",
        }
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == text);
        found.ok_or_else(|| format!("{text:?} is none of queued, sending, sent, dead"))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A mail in the outbox, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    /// Its number.
    pub id: OutboxId,
    /// With `<` and `>`.
    pub message_id: String,
    /// Its state.
    pub state: State,
    /// Deliveries begun.
    pub attempts: i64,
    /// When it was stored, seconds since 1970.
    pub created: i64,
    /// When it is tried next.
    pub next_attempt: i64,
    /// Unix time of delivery or of the last failed attempt; 0: none.
    pub finished: i64,
    /// What went wrong last.
    pub last_error: String,
    /// Addresses of the recipients.
    pub recipients: Vec<String>,
    /// `Subject`.
    pub subject: String,
    /// The sender.
    pub from: MailAddress,
}

struct Full {
    entry: OutboxEntry,
    stored: Stored,
}

impl FromRow for Full {
    fn from_row(row: Row) -> Result<Self, DbError> {
        let json: String = row.at(8)?;
        // An unreadable mail is listed all the same, with nothing in it.
        let stored = Stored::from_json(&json).unwrap_or_else(|error| {
            tracing::warn!(error, "a row of the outbox is unreadable");
            Stored::default()
        });
        let state: String = row.at(2)?;
        let entry = OutboxEntry {
            id: OutboxId(row.at(0)?),
            message_id: row.at(1)?,
            state: state.parse().unwrap_or(State::Dead),
            attempts: row.at(3)?,
            created: row.at(4)?,
            next_attempt: row.at(5)?,
            finished: row.at(6)?,
            last_error: row.at(7)?,
            recipients: stored.mail.recipients().map(|a| a.email.clone()).collect(),
            subject: stored.mail.subject.clone(),
            from: stored.mail.from.clone(),
        };
        Ok(Self { entry, stored })
    }
}

const COLUMNS: &str = "SELECT id, message_id, state, attempts, created, next_attempt, finished, last_error, mail \
    FROM {p}oxipress_outbox";

impl Outbox {
    /// The newest mails, on wish those in one state.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn list(
        &self,
        state: Option<State>,
        limit: i64,
    ) -> Result<Vec<OutboxEntry>, DbError> {
        if !self.is_made().await? {
            return Ok(Vec::new());
        }
        let mut sql = SqlText::new(COLUMNS);
        if let Some(state) = state {
            sql.push_with(" WHERE state = ?", binds![state.as_str()]);
        }
        sql.push_with(" ORDER BY id DESC LIMIT ?", binds![limit]);
        let rows: Vec<Full> = self.db.load_built(sql).await?;
        Ok(rows.into_iter().map(|row| row.entry).collect())
    }

    /// A mail and its message; of a delivered one only the headers are stored. Attachments that are not on this machine are
    /// empty.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn show(&self, id: OutboxId) -> Result<Option<(OutboxEntry, Vec<u8>)>, DbError> {
        if !self.is_made().await? {
            return Ok(None);
        }
        let mut sql = SqlText::new(COLUMNS);
        sql.push_with(" WHERE id = ?", binds![id.0]);
        let Some(Full { entry, stored }) = self.db.load_built(sql).await?.into_iter().next() else {
            return Ok(None);
        };
        let files = &stored.mail.attachments;
        let read = self.spool.read(&entry.message_id, files);
        let outgoing = Outgoing {
            message_id: entry.message_id.clone(),
            date: entry.created,
            recipients: stored.recipients,
            files: read.unwrap_or_else(|_| vec![Vec::new(); files.len()]),
            mail: stored.mail,
        };
        let text = outgoing.render(Form {
            keep_bcc: true,
            ..Form::default()
        });
        Ok(Some((entry, text)))
    }

    /// Tries mails again at once: those named, or all that are dead or wait. How many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn retry(&self, ids: Option<&[OutboxId]>) -> Result<u64, DbError> {
        if !self.is_made().await? {
            return Ok(0);
        }
        let mut sql = SqlText::new(
            "UPDATE {p}oxipress_outbox SET state = 'queued', refusals = 0, next_attempt = 0, outage = 0, finished = 0 \
             WHERE state IN ('queued', 'dead')",
        );
        if let Some(ids) = ids {
            sql.push_list(" AND id IN (?*)", ids.iter().map(|id| id.0));
        }
        let number = self.db.execute_built(sql).await?;
        self.wake.notify_one();
        Ok(number)
    }

    /// Removes dead mails and their files for good: those named, or all. How many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn purge(&self, ids: Option<&[OutboxId]>) -> Result<u64, DbError> {
        if !self.is_made().await? {
            return Ok(0);
        }
        let mut sql =
            SqlText::new("SELECT id, message_id FROM {p}oxipress_outbox WHERE state = 'dead'");
        if let Some(ids) = ids {
            sql.push_list(" AND id IN (?*)", ids.iter().map(|id| id.0));
        }
        let mut number = 0;
        for (id, message_id) in self.db.load_built::<(i64, String)>(sql).await? {
            const DELETE: &str = "DELETE FROM {p}oxipress_outbox WHERE id = ? AND state = 'dead'";
            number += self.db.execute(DELETE, binds![id]).await?;
            self.spool.remove(&message_id);
        }
        Ok(number)
    }

    /// How many mails are in each state.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn count_by_state(&self) -> Result<Vec<(State, i64)>, DbError> {
        if !self.is_made().await? {
            return Ok(Vec::new());
        }
        const CENSUS: &str = "SELECT state, COUNT(*) FROM {p}oxipress_outbox GROUP BY state";
        let rows: Vec<(String, i64)> = self.db.load(CENSUS, binds![]).await?;
        let known = |(state, n): (String, i64)| Some((state.parse().ok()?, n));
        Ok(rows.into_iter().filter_map(known).collect())
    }
}
