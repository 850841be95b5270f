//! `oxipress replay`: recorded requests against a server.

use std::path::PathBuf;
use std::process::exit;

use anyhow::{Context as _, Result};
use recordings::expected::{self, Judged, judge};
use themes::engine::Engine;
use themes::reports::replay::replay_page;

use super::terminal::{block_on_all, print};
use crate::replayer::client::Target;
use crate::replayer::run::{Outcome, replay};
use crate::replayer::{report, screenshots};

/// Causes that are printed.
const PRINTED: usize = 40;
/// The status of a replay that found differences.
const DIFFERENT: i32 = 3;

#[derive(Debug, clap::Args)]
pub(super) struct ReplayArgs {
    /// Folder with recordings, as `oxipress record` writes them; folders in it are read too.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The server that is asked, as in http://127.0.0.1:8080.
    #[arg(long, value_name = "URL")]
    against: String,
    /// The PHP server: it is asked twice, what it answers counts in place of the recordings, and what changes from one
    /// time to the other is no difference.
    #[arg(long, value_name = "URL")]
    baseline: Option<String>,
    /// Send only requests that read (GET, HEAD).
    #[arg(long)]
    reading: bool,
    /// Write a page with the differences by their causes.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write everything as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Differences that are accepted: lines by the name of the recording, as "differences" of --json. One that does not
    /// occur any more is an error too: the file only shrinks.
    #[arg(long, value_name = "FILE")]
    expected: Option<PathBuf>,
    /// Take what does not occur any more out of the file of --expected.
    #[arg(long, requires = "expected")]
    shrink: bool,
    /// Put screenshots of pages that differ into the report; Chromium is needed.
    #[arg(long, requires = "report")]
    screenshots: bool,
}

pub(super) fn run(args: ReplayArgs) -> Result<()> {
    let is_same = block_on_all(replayed(args))?;
    if !is_same {
        exit(DIFFERENT);
    }
    Ok(())
}

async fn replayed(args: ReplayArgs) -> Result<bool> {
    let against = Target::parse(&args.against)?;
    let baseline = args.baseline.as_deref().map(Target::parse).transpose()?;
    let mut outcome = replay(&args.folder, &against, baseline.as_ref(), args.reading).await?;
    let judged = match &args.expected {
        Some(file) => {
            let judged = judge(&expected::read(file)?, &outcome.lines);
            if args.shrink {
                expected::write(file, &judged.accepted)?;
            }
            Some(judged)
        }
        None => None,
    };
    let accepted = judged
        .as_ref()
        .map_or(0, |judged| judged.accepted.values().map(Vec::len).sum());
    if let Some(judged) = &judged {
        let names = judged.unexpected.iter().map(|(name, _)| name);
        outcome.different = names.collect::<std::collections::BTreeSet<_>>().len();
    }
    let compared_with = baseline
        .as_ref()
        .map_or_else(|| args.folder.display().to_string(), Target::origin);
    if let Some(file) = &args.json {
        let json = report::json(&outcome, &against.origin(), &compared_with, accepted);
        std::fs::write(file, serde_json::to_string_pretty(&json)? + "\n")
            .with_context(|| file.display().to_string())?;
    }
    if let Some(file) = &args.report {
        let mut page = report::page(&outcome, &against.origin(), &compared_with, accepted);
        if args.screenshots {
            let browser = screenshots::browser().context("no Chromium for --screenshots")?;
            page.screenshots =
                screenshots::take(&browser, &outcome.pages, &against, baseline.as_ref()).await?;
        }
        let page = replay_page(&Engine::new(), &page)?;
        std::fs::write(file, page).with_context(|| file.display().to_string())?;
    }
    print(summary(&outcome, judged.as_ref(), accepted).as_bytes())?;
    let is_new = judged.map_or(outcome.different > 0, |j| {
        !j.unexpected.is_empty() || !(j.outdated.is_empty() || args.shrink)
    });
    Ok(!is_new && outcome.unanswered.is_empty() && outcome.problems.is_empty())
}

fn summary(outcome: &Outcome, judged: Option<&Judged>, accepted: usize) -> String {
    let mut lines = vec![format!(
        "{} exchanges in {:.1} s: {} differ, for {} causes; {accepted} differences accepted, {} places change by themselves",
        outcome.exchanges,
        outcome.took.as_secs_f64(),
        outcome.different,
        outcome.causes.len(),
        outcome.volatile.len(),
    )];
    for cause in outcome.causes.iter().take(PRINTED) {
        let pages = if cause.exchanges == 1 {
            "page"
        } else {
            "pages"
        };
        lines.push(format!(
            "{}: {}: the same difference on {} {pages}",
            cause.kind.name(),
            cause.place,
            cause.exchanges
        ));
        if let Some(example) = cause.examples.first() {
            let shown = |text: &str| text.chars().take(160).collect::<String>();
            lines.push(format!("    {} ({})", example.address, example.name));
            lines.push(format!("    wanted {}", shown(example.difference.want())));
            lines.push(format!("    got    {}", shown(example.difference.got())));
        }
    }
    if outcome.causes.len() > PRINTED {
        lines.push(format!(
            "{} more causes: see --json or --report",
            outcome.causes.len() - PRINTED
        ));
    }
    let outdated = judged.into_iter().flat_map(|judged| &judged.outdated);
    lines.extend(
        outdated
            .map(|(name, line)| format!("{name}: accepted, but does not occur any more: {line}")),
    );
    lines.extend(
        outcome
            .unanswered
            .iter()
            .map(|(name, reason)| format!("{name}: no answer: {reason}")),
    );
    lines.extend(outcome.problems.iter().map(ToString::to_string));
    let lines = lines
        .into_iter()
        .map(|line| line.replace(|c: char| c.is_control(), " "));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}
