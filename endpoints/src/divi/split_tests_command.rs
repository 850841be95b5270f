//! `oxipress split-tests`: prints the statistics of Divi's split tests.

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches};
use compat::divi::split_test::report::{self, SubjectReport, TestReport};
use compat::divi::split_test::stats::Event;
use serde_json::{Value, json};

use crate::cli::site::{SiteArgs, open_site};
use crate::cli::terminal;
use crate::column::{CliCommand, Columns};

/// The command.
pub const COMMAND: CliCommand = CliCommand {
    command: SplitTestsArgs::command,
    run: |matches, columns| run(SplitTestsArgs::from_arg_matches(matches)?, columns),
};

/// Shows what the page builder's split tests say: views, clicks, conversions, rates, confidence.
#[derive(Debug, clap::Parser)]
#[command(name = "split-tests")]
struct SplitTestsArgs {
    /// As JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

fn run(args: SplitTestsArgs, columns: Columns) -> Result<()> {
    terminal::block_on(async {
        let (_, db) = open_site(args.site, columns).await?;
        let tests = report::load(&db).await?;
        let text = if args.json {
            let tests: Vec<Value> = tests.iter().map(as_json).collect();
            format!("{}\n", serde_json::to_string_pretty(&tests)?)
        } else if tests.is_empty() {
            "no split tests\n".to_owned()
        } else {
            tests.iter().map(as_text).collect()
        };
        terminal::print(text.as_bytes())
    })
}

fn as_json(test: &TestReport) -> Value {
    let subjects: Vec<Value> = test.subjects.iter().map(subject_json).collect();
    json!({
        "post_id": test.post_id,
        "title": test.title,
        "running": test.is_running,
        "goal": test.goal,
        "leader": test.leader().map(|s| s.subject.as_str()),
        "subjects": subjects,
    })
}

fn subject_json(subject: &SubjectReport) -> Value {
    let mut object = json!({
        "subject": subject.subject,
        "clicks": subject.clicks,
        "reads": subject.reads,
        "bounces": subject.bounces,
        "engagements": subject.engagements,
        "conversions": subject.conversions,
        "shortcode_conversions": subject.shortcode_conversions,
        "confidence": subject.confidence,
    });
    let counts: serde_json::Map<String, Value> = Event::ALL
        .into_iter()
        .map(|event| (event.name().to_owned(), subject.count(event).into()))
        .collect();
    if let Some(object) = object.as_object_mut() {
        object.insert("counts".to_owned(), counts.into());
    }
    object
}

fn as_text(test: &TestReport) -> String {
    let state = if test.is_running { "" } else { ", ended" };
    let mut out = format!(
        "post {} {:?}: goal {}{state}\n{:>10}{:>8}{:>8}{:>13}{:>9}{:>13}{:>13}{:>12}\n",
        test.post_id,
        test.title,
        test.goal,
        "subject",
        "views",
        "clicks",
        "conversions",
        "click %",
        "conversion %",
        "engagement %",
        "confidence",
    );
    for subject in &test.subjects {
        let conversions = subject.count(Event::ConGoal) + subject.count(Event::ConShort);
        let confidence = subject
            .confidence
            .map_or_else(|| "-".to_owned(), |c| format!("{c:.2} %"));
        out.push_str(&format!(
            "{:>10}{:>8}{:>8}{:>13}{:>9.2}{:>13.2}{:>13.2}{:>12}\n",
            subject.subject,
            subject.count(Event::ViewPage),
            subject.count(Event::ClickGoal),
            conversions,
            subject.clicks,
            subject.conversions.max(subject.shortcode_conversions),
            subject.engagements,
            confidence,
        ));
    }
    if let Some(leader) = test.leader() {
        out.push_str(&format!("{:>10} leads\n", leader.subject));
    }
    out.push('\n');
    out
}
