//! `{prefix}oxipress_subscribers`: the site's own list, and subscriptions that wait for a service to respond.
//!
//! | state | meaning |
//! |---|---|
//! | `pending` | own list: not confirmed yet |
//! | `subscribed` | own list |
//! | `queued` | a service did not respond: retried at `next_attempt` |
//! | `refused` | the service refused it on a retry, or never responded |
//! | `kept` | the service is not implemented |
//!
//! An address is on a list once: subscribing again changes only the names and fields of a waiting subscription. Rows that
//! a service accepted are deleted.

use tokio::sync::OnceCell;

use super::{LOCAL, Subscriber};
use crate::binds;
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Db, DbError, FromRow, Row};
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::password::wp_generate_password;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_subscribers (
  id bigint(20) unsigned NOT NULL auto_increment,
  created bigint(20) NOT NULL default 0,
  provider varchar(40) NOT NULL default '',
  account varchar(190) NOT NULL default '',
  list_id varchar(80) NOT NULL default '',
  email varchar(100) NOT NULL default '',
  first_name varchar(190) NOT NULL default '',
  last_name varchar(190) NOT NULL default '',
  ip_address varchar(45) NOT NULL default '',
  fields longtext NOT NULL,
  state varchar(20) NOT NULL default '',
  token varchar(64) NOT NULL default '',
  confirmed bigint(20) NOT NULL default 0,
  attempts int(11) NOT NULL default 0,
  next_attempt bigint(20) NOT NULL default 0,
  last_error text NOT NULL,
  PRIMARY KEY  (id),
  UNIQUE KEY person (email,list_id,provider),
  KEY state (state,next_attempt),
  KEY token (token)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// A list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListName {
    /// The provider's slug.
    pub provider: String,
    /// The account's name.
    pub account: String,
    /// The list's id.
    pub list_id: String,
}

/// The state of a new row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// Own list, unconfirmed.
    Pending,
    /// Own list.
    Subscribed,
    /// To be sent to a service again.
    Queued {
        /// Unix time of the next attempt.
        at: i64,
    },
    /// The service is not implemented.
    Kept,
}

impl Entry {
    fn state(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Subscribed => "subscribed",
            Self::Queued { .. } => "queued",
            Self::Kept => "kept",
        }
    }
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriberRow {
    /// Its id.
    pub id: i64,
    /// Unix time of its creation.
    pub created: i64,
    /// The list.
    pub list: ListName,
    /// The subscriber.
    pub subscriber: Subscriber,
    /// Its state.
    pub state: String,
    /// Unix time of the confirmation; 0 for none.
    pub confirmed: i64,
    /// The number of attempts.
    pub attempts: i64,
    /// The last error.
    pub last_error: String,
}

/// The result of adding a subscriber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// Whether the address is new on the list.
    pub is_new: bool,
    /// The outbox id of the confirmation mail.
    pub mail: Option<OutboxId>,
}

/// The table.
pub struct Subscribers {
    db: Db,
    made: OnceCell<()>,
}

/// Text cut to the length of a column.
fn cut(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

impl Subscribers {
    /// The table in a database; created with the first row.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            made: OnceCell::new(),
        }
    }

    /// A token for a confirmation.
    pub fn token() -> String {
        wp_generate_password(40, false, false)
    }

    /// Adds a subscriber once, with the mail for a new one.
    ///
    /// # Errors
    /// When the database failed; then nothing is written.
    pub async fn add(
        &self,
        (list, subscriber): (&ListName, &Subscriber),
        (entry, token): (Entry, &str),
        confirmation_mail: Option<Staged>,
        now: i64,
    ) -> Result<Added, DbError> {
        const INSERT: &str = "INSERT {ignore} INTO {p}oxipress_subscribers (created, provider, account, list_id, email, \
            first_name, last_name, ip_address, fields, state, token, next_attempt, last_error) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')";
        const AGAIN: &str = "UPDATE {p}oxipress_subscribers SET first_name = ?, last_name = ?, \
            fields = CASE WHEN ? = '[]' THEN fields ELSE ? END \
            WHERE email = ? AND list_id = ? AND provider = ? AND state IN ('pending', 'queued', 'kept')";
        self.made
            .get_or_try_init(|| create_tables(&self.db, TABLE))
            .await?;
        let (list, person) = (list.clone(), subscriber.clone());
        let (state, token) = (entry.state(), token.to_owned());
        let next_attempt = match entry {
            Entry::Queued { at } => at,
            _ => now,
        };
        let work = self.db.transaction(async move |tx| {
            let email = cut(&person.email.to_lowercase(), 100);
            let list_id = cut(&list.list_id, 80);
            let names = (cut(&person.first_name, 190), cut(&person.last_name, 190));
            let fields = person.fields_json();
            let row = binds![
                now,
                list.provider.as_str(),
                cut(&list.account, 190),
                list_id.as_str(),
                email.as_str(),
                names.0.as_str(),
                names.1.as_str(),
                cut(&person.ip_address, 45),
                fields.as_str(),
                state,
                token,
                next_attempt,
            ];
            let is_new = tx.execute(INSERT, row).await? > 0;
            let mut mail = None;
            if is_new {
                if let Some(confirmation_mail) = &confirmation_mail {
                    mail = Some(confirmation_mail.enqueue(&tx).await?);
                }
            } else {
                let row = binds![
                    names.0,
                    names.1,
                    fields.as_str(),
                    fields.as_str(),
                    email,
                    list_id,
                    list.provider
                ];
                tx.execute(AGAIN, row).await?;
            }
            Ok(Added { is_new, mail })
        });
        work.await
    }

    /// Confirms the subscriber with a token; returns whether there is one.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn confirm(&self, token: &str, now: i64) -> Result<bool, DbError> {
        const FIND: &str = "SELECT id FROM {p}oxipress_subscribers WHERE token = ? LIMIT 1";
        const CONFIRM: &str = "UPDATE {p}oxipress_subscribers SET state = 'subscribed', confirmed = ? \
            WHERE id = ? AND state = 'pending'";
        if token.is_empty() {
            return Ok(false);
        }
        let found: Result<Option<(i64,)>, _> = self.db.load_first(FIND, binds![token]).await;
        let Some((id,)) = or_nothing(found)? else {
            return Ok(false);
        };
        self.db.execute(CONFIRM, binds![now, id]).await?;
        Ok(true)
    }

    /// The next subscription to retry, leased for five minutes so that no other instance takes it.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn next_due(&self, now: i64) -> Result<Option<SubscriberRow>, DbError> {
        const DUE: &str = "SELECT id, next_attempt FROM {p}oxipress_subscribers WHERE state = 'queued' \
            AND (next_attempt <= ? OR next_attempt > ?) ORDER BY next_attempt, id LIMIT 1";
        const TAKE: &str = "UPDATE {p}oxipress_subscribers SET next_attempt = ?, attempts = attempts + 1 \
            WHERE id = ? AND state = 'queued' AND next_attempt = ?";
        // No pause is longer than a day: a later attempt was planned before the clock was set back.
        let latest = now.saturating_add(86_400);
        let due: Result<Option<(i64, i64)>, _> = self.db.load_first(DUE, binds![now, latest]).await;
        let Some((id, at)) = or_nothing(due)? else {
            return Ok(None);
        };
        let until = now.saturating_add(300);
        if self.db.execute(TAKE, binds![until, id, at]).await? == 0 {
            return Ok(None);
        }
        Ok(self.rows(id).await?.pop())
    }

    /// Deletes a subscription that the service accepted.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn taken(&self, id: i64) -> Result<(), DbError> {
        const SQL: &str = "DELETE FROM {p}oxipress_subscribers WHERE id = ?";
        self.db.execute(SQL, binds![id]).await.map(drop)
    }

    /// Deletes the waiting subscription of an address that the service has accepted meanwhile.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn taken_now(&self, list: &ListName, subscriber: &Subscriber) -> Result<(), DbError> {
        const SQL: &str = "DELETE FROM {p}oxipress_subscribers WHERE email = ? AND list_id = ? AND provider = ? \
            AND state IN ('queued', 'refused')";
        let email = cut(&subscriber.email.to_lowercase(), 100);
        let row = binds![email, cut(&list.list_id, 80), list.provider.as_str()];
        or_nothing(self.db.execute(SQL, row).await.map(drop))
    }

    /// Sets the time of the next attempt; `None` for no further one.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn later(&self, id: i64, at: Option<i64>, error: &str) -> Result<(), DbError> {
        const SQL: &str = "UPDATE {p}oxipress_subscribers SET state = ?, next_attempt = ?, last_error = ? WHERE id = ?";
        let state = if at.is_some() { "queued" } else { "refused" };
        let row = binds![state, at.unwrap_or(0), cut(error, 1000), id];
        self.db.execute(SQL, row).await.map(drop)
    }

    /// All rows in order of creation.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn all(&self) -> Result<Vec<SubscriberRow>, DbError> {
        self.rows(0).await
    }

    /// One row, or all (0).
    async fn rows(&self, id: i64) -> Result<Vec<SubscriberRow>, DbError> {
        const SQL: &str = "SELECT id, created, provider, account, list_id, email, first_name, last_name, ip_address, \
            fields, state, confirmed, attempts, last_error FROM {p}oxipress_subscribers WHERE ? IN (0, id) ORDER BY id";
        or_nothing(self.db.load(SQL, binds![id]).await)
    }
}

/// Treats a missing table as an empty one.
fn or_nothing<T: Default>(result: Result<T, DbError>) -> Result<T, DbError> {
    match result {
        Err(error) if error.is_missing_table() => Ok(T::default()),
        other => other,
    }
}

impl FromRow for SubscriberRow {
    fn from_row(row: Row) -> Result<Self, DbError> {
        let fields: String = row.at(9)?;
        Ok(Self {
            id: row.at(0)?,
            created: row.at(1)?,
            list: ListName {
                provider: row.at(2)?,
                account: row.at(3)?,
                list_id: row.at(4)?,
            },
            subscriber: Subscriber {
                email: row.at(5)?,
                first_name: row.at(6)?,
                last_name: row.at(7)?,
                ip_address: row.at(8)?,
                fields: Subscriber::fields_of_json(&fields),
            },
            state: row.at(10)?,
            confirmed: row.at(11)?,
            attempts: row.at(12)?,
            last_error: row.at(13)?,
        })
    }
}

/// Whether a provider is the site's own list.
pub fn is_local(list: &ListName) -> bool {
    list.provider == LOCAL
}
