//! `oxipress subscribers`: the local subscriber list, and subscriptions queued for a provider.

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Subcommand};
use compat::divi::email_provider::LOCAL;
use compat::divi::email_provider::subscribers::{SubscriberRow, Subscribers};
use jiff::Timestamp;

use crate::cli::site::{SiteArgs, open_site};
use crate::cli::terminal;
use crate::column::{CliCommand, Columns};

/// The command.
pub const COMMAND: CliCommand = CliCommand {
    command: SubscribersArgs::command,
    run: |matches, columns| run(SubscribersArgs::from_arg_matches(matches)?, columns),
};

/// Shows or exports the site's own list of newsletter subscribers.
#[derive(Debug, clap::Parser)]
#[command(name = "subscribers")]
struct SubscribersArgs {
    #[command(subcommand)]
    command: SubscribersCommand,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, Subcommand)]
enum SubscribersCommand {
    /// Prints the confirmed subscribers as CSV.
    Export {
        /// Those too that are not confirmed, or wait for a service.
        #[arg(long)]
        all: bool,
    },
    /// Lists everybody with the state of the subscription.
    List,
}

fn run(args: SubscribersArgs, columns: Columns) -> Result<()> {
    terminal::block_on(async {
        let (_, db) = open_site(args.site, columns).await?;
        let rows = Subscribers::new(db).all().await?;
        match args.command {
            SubscribersCommand::Export { all } => {
                let is_wanted = |row: &&SubscriberRow| all || row.state == "subscribed";
                let rows = rows.iter().filter(is_wanted);
                let lines: String = rows.map(csv_line).collect();
                terminal::print(format!("{HEAD}{lines}").as_bytes())
            }
            SubscribersCommand::List => {
                let lines: String = rows.iter().map(line).collect();
                terminal::print(lines.as_bytes())
            }
        }
    })
}

const HEAD: &str =
    "email,first_name,last_name,list,provider,state,subscribed,confirmed,ip_address,fields\r\n";

fn csv_line(row: &SubscriberRow) -> String {
    let person = &row.subscriber;
    let values = [
        person.email.as_str(),
        &person.first_name,
        &person.last_name,
        &row.list.list_id,
        &row.list.provider,
        &row.state,
        &time(row.created),
        &time(row.confirmed),
        &person.ip_address,
        &person.fields_json(),
    ];
    let values: Vec<String> = values.into_iter().map(quoted).collect();
    values.join(",") + "\r\n"
}

/// A CSV value (RFC 4180). A value that a spreadsheet would run as a formula is prefixed with an apostrophe.
fn quoted(value: &str) -> String {
    let mark = if value.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    let value = format!("{mark}{value}");
    if value.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value
    }
}

fn time(unix: i64) -> String {
    if unix == 0 {
        return String::new();
    }
    Timestamp::from_second(unix).map_or_else(|_| unix.to_string(), |at| at.to_string())
}

fn line(row: &SubscriberRow) -> String {
    let list = if row.list.provider == LOCAL {
        row.list.list_id.clone()
    } else {
        format!("{} {}", row.list.provider, row.list.list_id)
    };
    let error = match row.last_error.as_str() {
        "" => String::new(),
        error => format!("  {error}"),
    };
    let text = format!(
        "{:<12}{:<22}{:<20}{}{error}",
        row.state,
        time(row.created),
        list,
        row.subscriber.email
    );
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(240).map(plain).collect::<String>() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_visitors_are_no_formulas() {
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("Ana \"la\", x"), "\"Ana \"\"la\"\", x\"");
        assert_eq!(quoted("a@b.es"), "a@b.es");
    }
}
