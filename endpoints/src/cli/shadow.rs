//! `oxipress shadow report`: what differed between the answers of this server and of the one that it shadows.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Subcommand;
use jiff::Timestamp;

use crate::column::Columns;
use crate::config;
use crate::shadow::findings::Findings;
use themes::reports::shadow::{CauseView, ExampleView, ShadowView, shadow_report};

#[derive(Debug, clap::Args)]
pub(super) struct ShadowArgs {
    #[command(subcommand)]
    command: ShadowCommand,
}

#[derive(Debug, Subcommand)]
enum ShadowCommand {
    /// Lists the differences by cause, the most frequent first. Exit status 1: there are some.
    Report {
        /// Folder of the differences, in place of `shadow.folder`.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
        /// The configuration file.
        #[arg(long, value_name = "FILE", env = "OXIPRESS_CONFIG")]
        config: Option<PathBuf>,
        /// As JSON.
        #[arg(long)]
        json: bool,
        /// Also as a page of its own.
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Forgets the differences, as after a change that removed some.
    Clear {
        /// Folder of the differences, in place of `shadow.folder`.
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
        /// The configuration file.
        #[arg(long, value_name = "FILE", env = "OXIPRESS_CONFIG")]
        config: Option<PathBuf>,
    },
}

pub(super) fn run(args: ShadowArgs, columns: Columns) -> Result<()> {
    match args.command {
        ShadowCommand::Report {
            folder,
            config,
            json,
            html,
        } => {
            let findings = Findings::read(&folder_of(folder, config.as_deref(), columns)?)?;
            if let Some(file) = html {
                std::fs::write(&file, page(&findings)?)?;
            }
            match json {
                true => println!("{}", serde_json::to_string_pretty(&findings)?),
                false => print!("{}", text(&findings)),
            }
            if !findings.causes.is_empty() {
                std::process::exit(1);
            }
        }
        ShadowCommand::Clear { folder, config } => {
            Findings::clear(&folder_of(folder, config.as_deref(), columns)?)?;
        }
    }
    Ok(())
}

fn folder_of(folder: Option<PathBuf>, file: Option<&Path>, columns: Columns) -> Result<PathBuf> {
    if let Some(folder) = folder {
        return Ok(folder);
    }
    let settings = config::load(file, std::env::vars(), &columns.sections())?;
    Ok(PathBuf::from(settings.shadow.folder()))
}

/// A time for people.
fn time(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(|_| seconds.to_string(), |time| time.to_string())
}

/// Control characters come from pages of anybody: a terminal gets none of them.
fn plain(text: &str) -> String {
    let shown = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    shown.collect()
}

fn text(findings: &Findings) -> String {
    if findings.compared == 0 {
        return "Nothing was compared yet.\n".to_owned();
    }
    let mut out = format!(
        "{} answers compared from {} to {}: {} the same\n",
        findings.compared,
        time(findings.since),
        time(findings.until),
        findings.same
    );
    for cause in findings.by_count() {
        out.push_str(&format!(
            "\n{} times: {} at {}, last {}\n",
            cause.count,
            cause.kind,
            plain(&cause.place),
            time(cause.last)
        ));
        for example in &cause.examples {
            out.push_str(&format!(
                "  {}\n    there {}\n    here  {}\n",
                plain(&example.url),
                plain(&example.want),
                plain(&example.got)
            ));
        }
    }
    if findings.left_out > 0 {
        out.push_str(&format!(
            "\n{} differences of further causes\n",
            findings.left_out
        ));
    }
    out
}

fn page(findings: &Findings) -> Result<String> {
    let causes = findings.by_count().into_iter();
    let causes = causes.map(|cause| CauseView {
        count: cause.count,
        kind: &cause.kind,
        place: &cause.place,
        last: time(cause.last),
        examples: cause
            .examples
            .iter()
            .map(|example| ExampleView {
                url: &example.url,
                want: &example.want,
                got: &example.got,
            })
            .collect(),
    });
    Ok(shadow_report(&ShadowView {
        compared: findings.compared,
        same: findings.same,
        since: time(findings.since),
        until: time(findings.until),
        left_out: findings.left_out,
        causes: causes.collect(),
    })?)
}
