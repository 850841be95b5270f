//! `oxipress mail`: lists, shows, retries and purges mails of the outbox.

use std::io::Write as _;

use anyhow::{Result, bail};
use compat::wordpress::clock::Clock;
use compat::wordpress::mail::Outbox;
use compat::wordpress::mail::outbox::{OutboxEntry, OutboxId};
use jiff::Timestamp;

use super::{MailArgs, MailCommand, SiteArgs, serve};

pub(super) fn run(args: MailArgs) -> Result<()> {
    serve::log_to_stderr(true);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let outbox = open(args.site).await?;
        command(&outbox, args.command).await
    })
}

async fn open(site: SiteArgs) -> Result<std::sync::Arc<Outbox>> {
    let (settings, db) = serve::open_site(site).await?;
    Ok(crate::outbox::open(&db, &Clock::system(), &settings, ""))
}

async fn command(outbox: &Outbox, command: MailCommand) -> Result<()> {
    let numbers = |ids: Vec<i64>| ids.into_iter().map(OutboxId).collect::<Vec<_>>();
    match command {
        MailCommand::List { state, limit } => {
            let letters = outbox.list(state, i64::from(limit)).await?;
            print(&table(&letters))
        }
        MailCommand::Show { id } => match outbox.show(OutboxId(id)).await? {
            Some((letter, text)) => {
                let mut shown = about(&letter).into_bytes();
                shown.extend_from_slice(&text);
                print(&shown)
            }
            None => bail!("there is no mail {id}; `oxipress mail list` shows them"),
        },
        MailCommand::Retry { ids, all } => {
            let ids = numbers(ids);
            let number = outbox.retry((!all).then_some(ids.as_slice())).await?;
            print(format!("{number} to be tried again\n").as_bytes())
        }
        MailCommand::Purge { ids, all } => {
            let ids = numbers(ids);
            let number = outbox.purge((!all).then_some(ids.as_slice())).await?;
            print(format!("{number} removed\n").as_bytes())
        }
    }
}

/// Writes to standard output; a closed pipe is not an error.
pub(super) fn print(bytes: &[u8]) -> Result<()> {
    match std::io::stdout().write_all(bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

fn table(letters: &[OutboxEntry]) -> Vec<u8> {
    if letters.is_empty() {
        return b"no mails\n".to_vec();
    }
    let mut out = format!(
        "{:>6}  {:<8}{:>4}  {:<20}  {:<32}  subject\n",
        "id", "state", "try", "stored", "to"
    );
    for letter in letters {
        let to = letter.recipients.join(", ");
        out.push_str(&format!(
            "{:>6}  {:<8}{:>4}  {:<20}  {:<32}  {}\n",
            letter.id.0,
            letter.state,
            letter.attempts,
            time(letter.created),
            shown(&to, 32),
            shown(&letter.subject, 60),
        ));
        if !letter.last_error.is_empty() {
            out.push_str(&format!("{:>8}{}\n", "", shown(&letter.last_error, 200)));
        }
    }
    out.into_bytes()
}

fn about(letter: &OutboxEntry) -> String {
    let mut out = format!(
        "mail {}: {}, attempts {}, stored {}",
        letter.id.0,
        letter.state,
        letter.attempts,
        time(letter.created)
    );
    match letter.state.as_str() {
        "queued" => out.push_str(&format!(", next attempt {}", time(letter.next_attempt))),
        "sent" | "dead" => out.push_str(&format!(", ended {}", time(letter.finished))),
        _ => {}
    }
    out.push('\n');
    if !letter.last_error.is_empty() {
        out.push_str(&format!("{}\n", shown(&letter.last_error, 1000)));
    }
    out.push('\n');
    out
}

fn time(unix: i64) -> String {
    Timestamp::from_second(unix).map_or_else(|_| unix.to_string(), |at| at.to_string())
}

/// Untrusted text for a terminal: truncated, without control characters.
fn shown(text: &str, length: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(length).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::wordpress::mail::MailAddress;
    use compat::wordpress::mail::outbox::State;

    #[test]
    fn a_list_shows_no_control_characters() {
        let letter = OutboxEntry {
            id: OutboxId(7),
            message_id: "<a@b>".into(),
            state: State::Dead,
            attempts: 12,
            created: 1_795_224_194,
            next_attempt: 0,
            finished: 1_795_224_195,
            last_error: "550 no\u{1b}[31m".into(),
            recipients: vec!["a@b.example".into()],
            subject: "Uno".into(),
            from: MailAddress::default(),
        };
        let text = String::from_utf8(table(std::slice::from_ref(&letter))).unwrap();
        assert!(
            text.contains("     7  dead      12  2026-11-21T01:23:14Z  a@b.example"),
            "{text}"
        );
        assert!(!text.contains('\u{1b}') && about(&letter).contains("ended 2026-11-21T01:23:15Z"));
        assert_eq!(table(&[]), b"no mails\n");
    }
}
