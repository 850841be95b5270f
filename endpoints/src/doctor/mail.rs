//! Mail: where it goes, what waits, and a test mail.

use compat::wordpress::mail::Mail;
use compat::wordpress::mail::outbox::{Delivery, State};
use compat::wordpress::mail::wp_mail::is_address;

use crate::app::App;
use crate::config::settings::MailTransport;
use crate::outbox::mail_site;

use super::finding::{Finding, Level};

const AREA: &str = "mail";

pub(super) async fn check(app: &App, send_test_to: Option<&str>, found: &mut Vec<Finding>) {
    let settings = &app.settings.mail;
    let transport = app.outbox.transport();
    if settings.transport == MailTransport::Folder {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("mails go to {transport}: nobody gets them"),
            "set mail.transport to smtp (mail.smtp_host, …) or sendmail",
        ));
    } else {
        found.push(Finding::ok(AREA, format!("mails go to {transport}")));
    }
    if settings.transport == MailTransport::Smtp && settings.smtp_host.is_empty() {
        found.push(Finding::new(
            AREA,
            Level::Error,
            "mail.smtp_host is empty",
            "name the mail server",
        ));
    }
    waiting(app, found).await;
    if let Some(address) = send_test_to {
        found.push(test_mail(app, address).await);
    }
}

async fn waiting(app: &App, found: &mut Vec<Finding>) {
    match app.outbox.count_by_state().await {
        Ok(counts) => {
            let count = |state: State| {
                counts
                    .iter()
                    .find(|(s, _)| *s == state)
                    .map_or(0, |(_, n)| *n)
            };
            let (queued, dead) = (count(State::Queued), count(State::Dead));
            if dead > 0 {
                found.push(Finding::new(
                    AREA,
                    Level::Warning,
                    format!("{dead} mails were given up"),
                    "oxipress mail list --state dead says why; then oxipress mail retry --all",
                ));
            }
            found.push(match queued {
                0..=20 => Finding::ok(AREA, format!("{queued} mails wait")),
                _ => Finding::new(
                    AREA,
                    Level::Warning,
                    format!("{queued} mails wait"),
                    "oxipress mail list --state queued says what the mail server answers",
                ),
            });
        }
        // The table is made with the first mail.
        Err(error) if error.is_missing_table() => {
            found.push(Finding::ok(AREA, "no mail was sent yet"))
        }
        Err(error) => found.push(Finding::new(
            AREA,
            Level::Error,
            format!("the outbox cannot be read: {error}"),
            "check the privileges of the database's user",
        )),
    }
}

/// Sends a mail through the outbox and waits for the transport's answer.
async fn test_mail(app: &App, address: &str) -> Finding {
    if !is_address(address) {
        return Finding::new(
            AREA,
            Level::Error,
            format!("{address:?} is no e-mail address"),
            "give --send-test-to an address as in name@example.org",
        );
    }
    let state = app.state();
    let mail = Mail {
        to: address.to_owned(),
        subject: format!("Test mail of {}", state.site.options.text("blogname")),
        message: format!(
            "This mail was sent by `oxipress doctor` for {}. Mails of the site take the same way.\n",
            state.site.home()
        ),
        ..Mail::default()
    };
    let site = mail_site(&state.site.home());
    match app.outbox.wp_mail(&mail, &site, Delivery::Wait).await {
        Ok(()) => Finding::ok(
            AREA,
            format!(
                "a test mail to {address} was accepted by {}",
                app.outbox.transport()
            ),
        ),
        Err(error) => Finding::new(
            AREA,
            Level::Error,
            format!("the test mail to {address} was not accepted: {error}"),
            "check mail.* in the configuration; the mail waits in the outbox and is tried again",
        ),
    }
}
