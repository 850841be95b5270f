//! MailPoet: a plugin whose lists are tables beside WordPress's own.
//!
//! Contract "divi-ajax", section 2. The plugin's letter that asks for a confirmation is the plugin's: where it wants
//! one, the subscriber is stored as not confirmed.

use super::Subscriber;
use crate::binds;
use crate::columns::is_plugin_active;
use crate::wordpress::date::WpTimezone;
use crate::wordpress::date::php_date::PhpDate;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;
use crate::wordpress::php::maybe_unserialize;

/// What the builder says without the plugin; in English in every language.
pub const NOT_INSTALLED: &str = "MailPoet plugin is either not installed or not activated.";

/// Whether the site has the plugin.
pub fn is_active(options: &Options) -> bool {
    is_plugin_active(options, "mailpoet/mailpoet.php")
}

/// Whether the plugin wants new subscribers to confirm.
async fn asks_for_confirmation(db: &Db) -> Result<bool, DbError> {
    const SQL: &str = "SELECT value FROM {p}mailpoet_settings WHERE name = 'signup_confirmation'";
    let row: Option<(Vec<u8>,)> = db.load_first(SQL, binds![]).await?;
    Ok(row.is_none_or(|(raw,)| maybe_unserialize(&raw).at("enabled").to_bool()))
}

/// Puts somebody on a list, once.
///
/// # Errors
/// When the database failed, or has not the plugin's tables.
pub async fn subscribe(
    db: &Db,
    list_id: &str,
    subscriber: &Subscriber,
    now: i64,
) -> Result<(), DbError> {
    const INSERT: &str = "INSERT {ignore} INTO {p}mailpoet_subscribers (email, first_name, last_name, status, \
        subscribed_ip, source, created_at) VALUES (?, ?, ?, ?, ?, 'form', ?)";
    const FIND: &str = "SELECT id FROM {p}mailpoet_subscribers WHERE email = ?";
    const LINK: &str = "INSERT {ignore} INTO {p}mailpoet_subscriber_segment (subscriber_id, segment_id, status, \
        created_at) VALUES (?, ?, 'subscribed', ?)";
    const FIELD: &str = "INSERT {ignore} INTO {p}mailpoet_subscriber_custom_field (subscriber_id, custom_field_id, \
        value, created_at) VALUES (?, ?, ?, ?)";
    let status = if asks_for_confirmation(db).await? {
        "unconfirmed"
    } else {
        "subscribed"
    };
    let created = PhpDate::new(now, &WpTimezone::utc()).format("Y-m-d H:i:s");
    let (person, list) = (subscriber.clone(), list_id.parse::<i64>().unwrap_or(0));
    let work = db.transaction(async move |tx| {
        let ip = person.ip_address.as_str();
        let row = binds![
            person.email.as_str(),
            person.first_name.as_str(),
            person.last_name.as_str(),
            status,
            ip,
            created.as_str()
        ];
        tx.execute(INSERT, row).await?;
        let found: Option<(i64,)> = tx.load_first(FIND, binds![person.email.as_str()]).await?;
        let Some((id,)) = found else {
            return Ok(());
        };
        tx.execute(LINK, binds![id, list, created.as_str()]).await?;
        for field in &person.fields {
            let number = field
                .id
                .trim_start_matches("cf_")
                .parse::<i64>()
                .unwrap_or(0);
            let row = binds![id, number, field.text(), created.as_str()];
            tx.execute(FIELD, row).await?;
        }
        Ok(())
    });
    work.await
}
