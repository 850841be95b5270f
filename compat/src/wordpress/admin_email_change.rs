//! `wp_site_admin_email_change_notification`: the old address of the administrator is told of the new one.
//!
//! Contract "wordpress-rest", section 11.

use std::sync::Arc;

use super::db::{DbError, Transaction};
use super::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use super::l10n::Locale;
use super::mail::Mail;
use super::mail::outbox::{OutboxId, TransactionMails};
use super::php::Value;

const TEXT: &str = "Hi,

This notice confirms that the admin email address was changed on ###SITENAME###.

The new admin email address is ###NEW_EMAIL###.

This email has been sent to ###OLD_EMAIL###

Regards,
All at ###SITENAME###
###SITEURL###";

/// The address of a new site, which nobody reads.
const PLACEHOLDER: &str = "you@example.com";

/// The option with the administrator's address.
pub const ADMIN_EMAIL: &str = "admin_email";

/// Tells the old address, in the transaction that writes the new one.
#[derive(Clone)]
pub struct AdminEmailNotice {
    /// The language of the request.
    pub locale: Arc<Locale>,
    /// The option `blogname` as it is written.
    pub name: String,
    /// The site's address.
    pub home: String,
    /// The address before.
    pub old: String,
    /// Where the mail is stored.
    pub mails: TransactionMails,
}

impl AdminEmailNotice {
    /// Stores the mail, if the address is among the written options.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn enqueue(
        &self,
        tx: &Transaction,
        written: &[(&'static str, Value)],
    ) -> Result<Option<OutboxId>, DbError> {
        let Some((_, new)) = written.iter().find(|(option, _)| *option == ADMIN_EMAIL) else {
            return Ok(None);
        };
        let addresses = (self.old.as_str(), &*new.to_string_lossy());
        let site = (self.name.as_str(), self.home.as_str());
        match wp_site_admin_email_change_notification(site, &self.locale, addresses) {
            Some(mail) => self.mails.wp_mail(tx, &mail).await,
            None => Ok(None),
        }
    }
}

/// The mail to the old address; `None`: nobody reads there. `name`: the option `blogname`; `home`: the site's address.
fn wp_site_admin_email_change_notification(
    (name, home): (&str, &str),
    locale: &Locale,
    (old, new): (&str, &str),
) -> Option<Mail> {
    if old.is_empty() || old == PLACEHOLDER {
        return None;
    }
    let name = wp_specialchars_decode(name, QuoteStyle::Quotes);
    let message = locale
        .translate(TEXT)
        .replace("###OLD_EMAIL###", old)
        .replace("###NEW_EMAIL###", new)
        .replace("###SITENAME###", &name)
        .replace("###SITEURL###", home);
    Some(Mail {
        to: old.to_owned(),
        subject: locale
            .translate("[%s] Admin Email Changed")
            .replace("%s", &name),
        message,
        ..Mail::default()
    })
}
