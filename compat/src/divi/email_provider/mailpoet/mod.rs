//! MailPoet: a plugin with tables of its own in the site's database.
//!
//! Contract "divi-ajax", section 2. Where the plugin requires a confirmation, a new subscriber is stored as unconfirmed
//! and gets the plugin's mail ([`Confirmation`]); its link, in the plugin's format, is handled by [`confirm`].

mod confirmation;

pub use confirmation::{Confirmation, LetterSite, linked};

use super::Subscriber;
use crate::binds;
use crate::wordpress::column::is_plugin_active;
use crate::wordpress::date::WpTimezone;
use crate::wordpress::date::php_date::PhpDate;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::options::Options;
use crate::wordpress::password::wp_generate_password;

/// The builder's error text without the plugin; never translated.
pub const NOT_INSTALLED: &str = "MailPoet plugin is either not installed or not activated.";

/// The most confirmation mails to an unconfirmed subscriber.
const MOST_LETTERS: i64 = 3;

/// Whether the site has the plugin.
pub fn is_active(options: &Options) -> bool {
    is_plugin_active(options, "mailpoet/mailpoet.php")
}

/// The stored subscriber of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The token in links of mails to this subscriber.
    pub token: String,
    /// Whether another confirmation mail may be sent.
    pub may_be_asked: bool,
    is_new: bool,
}

impl Known {
    /// The stored subscriber of an address; a fresh token for a new one.
    ///
    /// # Errors
    /// When the database failed, or has not the plugin's tables.
    pub async fn load(db: &Db, email: &str) -> Result<Self, DbError> {
        const SQL: &str = "SELECT status, COALESCE(link_token, ''), count_confirmations \
            FROM {p}mailpoet_subscribers WHERE email = ?";
        let row: Option<(String, String, i64)> = db.load_first(SQL, binds![email]).await?;
        let (is_new, status, token, letters) = match row {
            Some((status, token, letters)) => (false, status, token, letters),
            None => (true, "unconfirmed".to_owned(), String::new(), 0),
        };
        Ok(Self {
            token: match token.as_str() {
                "" => wp_generate_password(32, false, false),
                _ => token,
            },
            may_be_asked: status == "unconfirmed" && letters < MOST_LETTERS,
            is_new,
        })
    }
}

/// A subscription, with the confirmation mail where one is required.
#[derive(Clone)]
pub struct Entry {
    /// The list's id.
    pub list_id: String,
    /// The subscriber.
    pub subscriber: Subscriber,
    /// The stored subscriber of the address.
    pub known: Known,
    /// Whether new subscribers must confirm.
    pub is_to_confirm: bool,
    /// The confirmation mail.
    pub confirmation_mail: Option<Staged>,
}

/// Adds a subscriber to a list once; returns the outbox id of the confirmation mail.
///
/// # Errors
/// When the database failed, or has not the plugin's tables.
pub async fn subscribe(db: &Db, entry: Entry, now: i64) -> Result<Option<OutboxId>, DbError> {
    let now = PhpDate::new(now, &WpTimezone::utc()).format("Y-m-d H:i:s");
    db.transaction(async move |tx| entry.write(&tx, &now).await)
        .await
}

impl Entry {
    async fn write(self, tx: &Transaction, now: &str) -> Result<Option<OutboxId>, DbError> {
        const INSERT: &str = "INSERT {ignore} INTO {p}mailpoet_subscribers (email, first_name, last_name, status, \
            subscribed_ip, source, created_at, link_token) VALUES (?, ?, ?, ?, ?, 'form', ?, ?)";
        const FIND: &str = "SELECT id FROM {p}mailpoet_subscribers WHERE email = ?";
        const LINK: &str = "INSERT {ignore} INTO {p}mailpoet_subscriber_segment (subscriber_id, segment_id, status, \
            created_at) VALUES (?, ?, 'subscribed', ?)";
        let person = &self.subscriber;
        let status = match self.is_to_confirm {
            true => "unconfirmed",
            false => "subscribed",
        };
        let row = binds![
            person.email.as_str(),
            person.first_name.as_str(),
            person.last_name.as_str(),
            status,
            person.ip_address.as_str(),
            now,
            self.known.token.as_str()
        ];
        let is_new = tx.execute(INSERT, row).await? > 0;
        let found: Option<(i64,)> = tx.load_first(FIND, binds![person.email.as_str()]).await?;
        let Some((id,)) = found else {
            return Ok(None);
        };
        let list = self.list_id.parse::<i64>().unwrap_or(0);
        tx.execute(LINK, binds![id, list, now]).await?;
        self.write_fields(tx, id, now).await?;
        match &self.confirmation_mail {
            // A concurrent request may have stored the same address, with another token and mail.
            Some(confirmation_mail) if is_new == self.known.is_new => {
                self.send(tx, id, confirmation_mail).await
            }
            _ => Ok(None),
        }
    }

    async fn write_fields(&self, tx: &Transaction, id: i64, now: &str) -> Result<(), DbError> {
        const FIELD: &str = "INSERT {ignore} INTO {p}mailpoet_subscriber_custom_field (subscriber_id, \
            custom_field_id, value, created_at) VALUES (?, ?, ?, ?)";
        for field in &self.subscriber.fields {
            let number = field.id.trim_start_matches("cf_").parse::<i64>();
            let row = binds![id, number.unwrap_or(0), field.text(), now];
            tx.execute(FIELD, row).await?;
        }
        Ok(())
    }

    async fn send(
        &self,
        tx: &Transaction,
        id: i64,
        confirmation_mail: &Staged,
    ) -> Result<Option<OutboxId>, DbError> {
        const COUNT: &str = "UPDATE {p}mailpoet_subscribers SET count_confirmations = count_confirmations + 1, \
            link_token = ? WHERE id = ?";
        tx.execute(COUNT, binds![self.known.token.as_str(), id])
            .await?;
        confirmation_mail.enqueue(tx).await.map(Some)
    }
}

/// Confirms the address of a link ([`linked`]); returns whether it exists.
///
/// # Errors
/// When the database failed, or has not the plugin's tables.
pub async fn confirm(
    db: &Db,
    (email, token): (&str, &str),
    ip_address: &str,
    now: i64,
) -> Result<bool, DbError> {
    const FIND: &str =
        "SELECT id, COALESCE(link_token, '') FROM {p}mailpoet_subscribers WHERE email = ?";
    const CONFIRM: &str = "UPDATE {p}mailpoet_subscribers SET status = 'subscribed', confirmed_ip = ?, \
        confirmed_at = ? WHERE id = ? AND status = 'unconfirmed'";
    let row: Option<(i64, String)> = db.load_first(FIND, binds![email]).await?;
    let own = row.filter(|(_, own)| !own.is_empty() && own == token);
    let Some((id, _)) = own else {
        return Ok(false);
    };
    let now = PhpDate::new(now, &WpTimezone::utc()).format("Y-m-d H:i:s");
    db.execute(CONFIRM, binds![ip_address, now, id]).await?;
    Ok(true)
}
