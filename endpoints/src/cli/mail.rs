//! `oxipress mail`: lists, shows, retries and purges mails of the outbox.

use anyhow::{Result, bail};
use clap::Subcommand;
use compat::wordpress::clock::Clock;
use compat::wordpress::mail::Outbox;
use compat::wordpress::mail::outbox::{OutboxEntry, OutboxId, State};
use jiff::Timestamp;

use super::site::{SiteArgs, open_site};
use super::terminal::{self, print};
use crate::column::Columns;

#[derive(Debug, clap::Args)]
pub(super) struct MailArgs {
    #[command(subcommand)]
    command: MailCommand,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, Subcommand)]
enum MailCommand {
    /// Lists mails, the newest first: number, state, attempts, when it was stored, recipient, subject, and what went
    /// wrong last.
    List {
        /// Only these: queued (waits), sending (being delivered), sent, dead (given up).
        #[arg(long, value_name = "STATE")]
        state: Option<State>,
        /// At most so many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Prints a mail as it goes out, with its headers. Of a delivered mail only the head is left.
    Show {
        /// The number in the list.
        #[arg(value_name = "ID")]
        id: i64,
    },
    /// Tries mails again at once that wait or are dead. The running server delivers them within seconds.
    Retry(Chosen),
    /// Removes dead mails and their attached files for good.
    Purge(Chosen),
}

/// The mails that a command is about.
#[derive(Debug, clap::Args)]
struct Chosen {
    /// The numbers in the list.
    #[arg(
        value_name = "ID",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    ids: Vec<i64>,
    /// All in the states that the command is about.
    #[arg(long)]
    all: bool,
}

impl Chosen {
    /// The chosen ones, `None` for all.
    fn ids(self) -> Option<Vec<OutboxId>> {
        (!self.all).then(|| self.ids.into_iter().map(OutboxId).collect())
    }
}

pub(super) fn run(args: MailArgs, columns: Columns) -> Result<()> {
    terminal::block_on(async {
        let outbox = open(args.site, columns).await?;
        command(&outbox, args.command).await
    })
}

async fn open(site: SiteArgs, columns: Columns) -> Result<std::sync::Arc<Outbox>> {
    let (settings, db) = open_site(site, columns).await?;
    Ok(crate::outbox::open(&db, &Clock::system(), &settings, ""))
}

async fn command(outbox: &Outbox, command: MailCommand) -> Result<()> {
    match command {
        MailCommand::List { state, limit } => {
            let letters = outbox.list(state, i64::from(limit)).await?;
            print(&table(&letters))
        }
        MailCommand::Show { id } => match outbox.show(OutboxId(id)).await? {
            Some((entry, text)) => {
                let mut shown = about(&entry).into_bytes();
                shown.extend_from_slice(&text);
                print(&shown)
            }
            None => bail!("there is no mail {id}; `oxipress mail list` shows them"),
        },
        MailCommand::Retry(chosen) => {
            let number = outbox.retry(chosen.ids().as_deref()).await?;
            print(format!("{number} to be tried again\n").as_bytes())
        }
        MailCommand::Purge(chosen) => {
            let number = outbox.purge(chosen.ids().as_deref()).await?;
            print(format!("{number} removed\n").as_bytes())
        }
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
    for entry in letters {
        let to = entry.recipients.join(", ");
        out.push_str(&format!(
            "{:>6}  {:<8}{:>4}  {:<20}  {:<32}  {}\n",
            entry.id.0,
            entry.state,
            entry.attempts,
            time(entry.created),
            shown(&to, 32),
            shown(&entry.subject, 60),
        ));
        if !entry.last_error.is_empty() {
            out.push_str(&format!("{:>8}{}\n", "", shown(&entry.last_error, 200)));
        }
    }
    out.into_bytes()
}

fn about(entry: &OutboxEntry) -> String {
    let mut out = format!(
        "mail {}: {}, attempts {}, stored {}",
        entry.id.0,
        entry.state,
        entry.attempts,
        time(entry.created)
    );
    match entry.state.as_str() {
        "queued" => out.push_str(&format!(", next attempt {}", time(entry.next_attempt))),
        "sent" | "dead" => out.push_str(&format!(", ended {}", time(entry.finished))),
        _ => {}
    }
    out.push('\n');
    if !entry.last_error.is_empty() {
        out.push_str(&format!("{}\n", shown(&entry.last_error, 1000)));
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

    #[test]
    fn a_list_shows_no_control_characters() {
        let entry = OutboxEntry {
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
        let text = String::from_utf8(table(std::slice::from_ref(&entry))).unwrap();
        assert!(
            text.contains("     7  dead      12  2026-11-21T01:23:14Z  a@b.example"),
            "{text}"
        );
        assert!(!text.contains('\u{1b}') && about(&entry).contains("ended 2026-11-21T01:23:15Z"));
        assert_eq!(table(&[]), b"no mails\n");
    }
}
