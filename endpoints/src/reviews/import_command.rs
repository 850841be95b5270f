//! `oxipress reviews`: reviews from a file.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{CommandFactory, FromArgMatches, Subcommand};
use compat::reviews::{import, store};
use compat::wordpress::clock::Clock;
use compat::wordpress::db::Db;

use crate::cli::site::{SiteArgs, open_site};
use crate::cli::terminal;
use crate::column::{CliCommand, Columns};

/// The command.
pub const COMMAND: CliCommand = CliCommand {
    command: ReviewsArgs::command,
    run: |matches, columns| run(ReviewsArgs::from_arg_matches(matches)?, columns),
};

/// Adds reviews from a file to those of the site.
///
/// A JSON list of reviews (or the place service's own answer), or a table with a first line of names. Each needs
/// `author_name`, `rating` (1 to 5) and `time` (seconds since 1970, or a date such as 2026-11-21); `text`,
/// `author_url`, `language` and so on may follow. What the site has already is not added again.
///
/// Example:
///
///   oxipress reviews import reviews.csv --wp-root /srv/www
#[derive(Debug, clap::Parser)]
#[command(name = "reviews", verbatim_doc_comment)]
struct ReviewsArgs {
    #[command(subcommand)]
    command: ReviewsCommand,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, Subcommand)]
enum ReviewsCommand {
    /// Adds the reviews of a JSON or CSV file; all of them or, when one is wrong, none.
    Import {
        /// The file.
        file: PathBuf,
        /// The place that they are about [default: the site's].
        #[arg(long, value_name = "ID")]
        place_id: Option<String>,
    },
}

fn run(args: ReviewsArgs, columns: Columns) -> Result<()> {
    terminal::block_on(async {
        let (_, db) = open_site(args.site, columns).await?;
        match args.command {
            ReviewsCommand::Import { file, place_id } => import_file(&db, file, place_id).await,
        }
    })
}

async fn import_file(db: &Db, file: PathBuf, place_id: Option<String>) -> Result<()> {
    let shown = file.display().to_string();
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {shown}"))?;
    let reviews = import::read(&bytes).with_context(|| shown.clone())?;
    let number = reviews.len();
    let now = std::env::var("OXIPRESS_NOW").ok();
    let now = Clock::from_setting(now.as_deref())?.now();
    let all = store::store_import(db, reviews, place_id, now).await?;
    println!("{number} reviews read from {shown}; the site has {all}");
    Ok(())
}
