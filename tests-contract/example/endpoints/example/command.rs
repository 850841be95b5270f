//! `oxipress example-notes`: prints the notes.

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser};
use endpoints::cli::site::{SiteArgs, open_site};
use endpoints::cli::terminal;
use endpoints::column::{CliCommand, Columns};

use crate::compat::example::notes::{self, Notes};

/// The command.
pub const COMMAND: CliCommand = CliCommand {
    command: NotesArgs::command,
    run: |matches, columns| run(NotesArgs::from_arg_matches(matches)?, columns),
};

/// Prints the notes of the site, newest first.
#[derive(Debug, Parser)]
#[command(name = "example-notes")]
struct NotesArgs {
    #[command(flatten)]
    site: SiteArgs,
}

fn run(args: NotesArgs, columns: Columns) -> Result<()> {
    terminal::block_on(async {
        let (_, db) = open_site(args.site, columns).await?;
        let Notes(notes) = notes::newest(&db, i64::MAX).await?;
        terminal::print((notes.join("\n") + "\n").as_bytes())
    })
}
