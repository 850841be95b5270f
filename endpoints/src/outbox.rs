//! From settings to an outbox and its way out.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Result, bail};
use compat::wordpress::clock::Clock;
use compat::wordpress::db::Db;
use compat::wordpress::mail::outbox::{Delivery, OutboxSettings, State};
use compat::wordpress::mail::{
    FolderMailer, MailSite, Outbox, SendmailMailer, SmtpMailer, SmtpSecurity, SmtpServer, Transport,
};
use compat::wordpress::url::parse_url::parse_url;

use crate::config::Settings;
use crate::config::settings::MailSettings;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The outbox that the settings describe.
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

/// Where `.eml` files go.
fn folder(mail: &MailSettings) -> PathBuf {
    match mail.folder.as_str() {
        "" => PathBuf::from("var/mail"),
        given => PathBuf::from(given),
    }
}

/// Where attached files wait.
fn spool(mail: &MailSettings) -> PathBuf {
    match mail.spool.as_str() {
        "" => PathBuf::from("var/mail-spool"),
        given => PathBuf::from(given),
    }
}

/// What `wp_mail` takes from a site with this address.
pub fn mail_site(home: &str) -> MailSite {
    let host = parse_url(home).and_then(|url| url.host);
    MailSite {
        host: host.unwrap_or_default(),
    }
}

/// What visitors wait for who are told what became of their mail.
pub fn delivery(settings: &Settings) -> Delivery {
    match settings.mail.delivery.as_str() {
        "wait" => Delivery::Wait,
        _ => Delivery::Queue,
    }
}

/// The outbox's numbers for `/metrics`. A database that does not answer leaves out how many mails wait.
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

/// Refuses a spool that visitors could read from.
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
    match mail.transport.as_str() {
        "smtp" => Transport::Smtp(Box::new(SmtpMailer::new(smtp_server(mail, host, timeout)))),
        "sendmail" => Transport::Sendmail(SendmailMailer::new(Path::new(&mail.sendmail), timeout)),
        _ => Transport::Folder(FolderMailer::new(&folder(mail))),
    }
}

fn smtp_server(mail: &MailSettings, host: &str, timeout: Duration) -> SmtpServer {
    let (security, port) = match mail.smtp_tls.as_str() {
        "none" => (SmtpSecurity::None, 25),
        "tls" => (SmtpSecurity::Tls, 465),
        _ => (SmtpSecurity::StartTls, 587),
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
            ("none", 0, 25),
            ("tls", 0, 465),
            ("starttls", 0, 587),
            ("tls", 7, 7),
        ] {
            (mail.smtp_tls, mail.smtp_port) = (tls.to_owned(), given);
            assert_eq!(smtp_server(&mail, "", Duration::from_secs(1)).port, port);
        }
    }
}
