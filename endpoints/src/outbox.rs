//! Opens the outbox and its mail transport from the settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Result, bail};
use compat::wordpress::clock::Clock;
use compat::wordpress::db::{Db, DbError};
use compat::wordpress::mail::outbox::{
    Delivery, OutboxError, OutboxId, OutboxSettings, Staged, State,
};
use compat::wordpress::mail::wp_mail::wp_mail;
use compat::wordpress::mail::{
    FolderMailer, Mail, MailSite, Outbox, SendmailMailer, SmtpMailer, SmtpSecurity, SmtpServer,
    Transport,
};
use compat::wordpress::url::parse_url::parse_url;

use crate::config::Settings;
use crate::config::settings::{DeliveryMode, MailSettings, MailTransport, SmtpTls};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Opens the configured outbox.
pub fn open(db: &Db, clock: &Clock, settings: &Settings, home: &str) -> Arc<Outbox> {
    let mail = &settings.mail;
    let options = OutboxSettings {
        spool: spool(mail),
        attempts: u32::try_from(mail.attempts).unwrap_or(u32::MAX),
        keep_sent: i64::try_from(mail.keep_sent)
            .unwrap_or(i64::MAX)
            .saturating_mul(DAY),
    };
    let transport = Arc::new(transport(mail, &mail_site(home).host));
    Arc::new(Outbox::new(db.clone(), clock.clone(), transport, options))
}

/// The folder for `.eml` files.
fn folder(mail: &MailSettings) -> PathBuf {
    match mail.folder.as_str() {
        "" => PathBuf::from("var/mail"),
        given => PathBuf::from(given),
    }
}

/// The folder for attachments of queued mails.
fn spool(mail: &MailSettings) -> PathBuf {
    match mail.spool.as_str() {
        "" => PathBuf::from("var/mail-spool"),
        given => PathBuf::from(given),
    }
}

/// The folders that hold mails.
pub fn folders(settings: &Settings) -> [PathBuf; 2] {
    [folder(&settings.mail), spool(&settings.mail)]
}

/// The site data used by `wp_mail`, for a site with this URL.
pub fn mail_site(home: &str) -> MailSite {
    let host = parse_url(home).and_then(|url| url.host);
    MailSite {
        host: host.unwrap_or_default(),
    }
}

/// The delivery mode for requests whose response reports the delivery.
pub fn delivery(settings: &Settings) -> Delivery {
    match settings.mail.delivery {
        DeliveryMode::Wait => Delivery::Wait,
        DeliveryMode::Queue => Delivery::Queue,
    }
}

/// Prepares mails for the transaction of what they are about. One that cannot be sent is left out, and logged: it does not
/// stop what it is about.
///
/// # Errors
/// When the database fails.
pub async fn stage(
    outbox: &Outbox,
    mails: &[Mail],
    (site, delivery): (&MailSite, Delivery),
) -> Result<Vec<Staged>, DbError> {
    let mut staged = Vec::with_capacity(mails.len());
    for mail in mails {
        let one = match wp_mail(mail, site) {
            Ok(mail) => outbox.stage(&mail, delivery).await,
            Err(error) => Err(error.into()),
        };
        match one {
            Ok(one) => staged.push(one),
            Err(OutboxError::Db(error)) => return Err(error),
            Err(error) => {
                tracing::error!(%error, mail.subject = mail.subject, "a mail is not sent")
            }
        }
    }
    Ok(staged)
}

/// To be called after the commit of mails that do not depend on each other: with [`Delivery::Wait`] each is delivered, also
/// when one before it was refused, which is logged.
pub async fn committed(outbox: &Outbox, ids: &[OutboxId], delivery: Delivery) {
    for id in ids {
        if let Err(error) = outbox.committed(&[*id], delivery).await {
            tracing::error!(%error, mail.id = id.0, "a mail was refused");
        }
    }
}

/// The outbox's metrics. The number of queued mails is left out when the database fails.
pub async fn metrics(outbox: &Outbox) -> String {
    let counts = &outbox.counts;
    let mut text = String::new();
    for (name, counter) in [
        ("queued", &counts.queued),
        ("sent", &counts.sent),
        ("failed", &counts.failed),
        ("dead", &counts.dead),
    ] {
        let number = counter.load(Ordering::Relaxed);
        text.push_str(&format!(
            "# TYPE oxipress_mail_{name}_total counter\noxipress_mail_{name}_total {number}\n"
        ));
    }
    match outbox.count_by_state().await {
        Ok(count_by_state) => {
            text.push_str("# TYPE oxipress_outbox gauge\n");
            for state in State::ALL {
                let number = count_by_state
                    .iter()
                    .find(|(s, _)| *s == state)
                    .map_or(0, |(_, n)| *n);
                text.push_str(&format!("oxipress_outbox{{state=\"{state}\"}} {number}\n"));
            }
        }
        Err(error) => tracing::warn!(%error, "the outbox cannot be counted"),
    }
    text
}

/// Checks that the spool folder is not served.
///
/// # Errors
/// When it lies below the site's folder.
pub fn check_spool(settings: &Settings, wp_root: Option<&Path>) -> Result<()> {
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        std::fs::canonicalize(&path).unwrap_or(path)
    };
    let Some(root) = wp_root.map(absolute) else {
        return Ok(());
    };
    let mail = &settings.mail;
    for (key, folder) in [("spool", spool(mail)), ("folder", folder(mail))] {
        if absolute(&folder).starts_with(&root) {
            bail!(
                "mail.{key} is {}, below the site's folder: mails would lie where visitors read",
                folder.display()
            );
        }
    }
    Ok(())
}

fn transport(mail: &MailSettings, host: &str) -> Transport {
    let timeout = Duration::from_secs(mail.timeout.max(1));
    match mail.transport {
        MailTransport::Smtp => {
            Transport::Smtp(Box::new(SmtpMailer::new(smtp_server(mail, host, timeout))))
        }
        MailTransport::Sendmail => {
            Transport::Sendmail(SendmailMailer::new(Path::new(&mail.sendmail), timeout))
        }
        MailTransport::Folder => Transport::Folder(FolderMailer::new(&folder(mail))),
    }
}

fn smtp_server(mail: &MailSettings, host: &str, timeout: Duration) -> SmtpServer {
    let (security, port) = match mail.smtp_tls {
        SmtpTls::None => (SmtpSecurity::None, 25),
        SmtpTls::Tls => (SmtpSecurity::Tls, 465),
        SmtpTls::StartTls => (SmtpSecurity::StartTls, 587),
    };
    SmtpServer {
        host: mail.smtp_host.clone(),
        port: match u16::try_from(mail.smtp_port) {
            Ok(0) | Err(_) => port,
            Ok(given) => given,
        },
        security,
        user: mail.smtp_user.clone(),
        password: mail.smtp_password.clone(),
        hello: if host.is_empty() { "localhost" } else { host }.to_owned(),
        timeout,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spool_below_the_site_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let mut settings = Settings::default();
        assert!(check_spool(&settings, Some(root.path())).is_ok());
        settings.mail.spool = root.path().join("wp-content/spool").display().to_string();
        assert!(check_spool(&settings, Some(root.path())).is_err());
    }

    #[test]
    fn ports_follow_the_protection() {
        let mut mail = MailSettings::default();
        for (tls, given, port) in [
            (SmtpTls::None, 0, 25),
            (SmtpTls::Tls, 0, 465),
            (SmtpTls::StartTls, 0, 587),
            (SmtpTls::Tls, 7, 7),
        ] {
            (mail.smtp_tls, mail.smtp_port) = (tls, given);
            assert_eq!(smtp_server(&mail, "", Duration::from_secs(1)).port, port);
        }
    }
}
