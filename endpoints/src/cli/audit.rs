//! `oxipress audit`: says what Oxipress would do with a site.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use compat::wordpress::audit::report::AuditReport;
use compat::wordpress::clock::Clock;
use themes::engine::Engine;
use themes::reports::audit::audit_page;

use super::audit_text::summary;
use super::serve::parts;
use super::server_config::server_config;
use super::site::{SiteArgs, site_settings};
use super::terminal::{Paint, log_errors_to_stderr, print};
use crate::app::App;
use crate::audit::audit;
use crate::column::Columns;
use crate::secrets::masked;

#[derive(Debug, clap::Args)]
pub(super) struct AuditArgs {
    #[command(flatten)]
    site: SiteArgs,
    /// Writes the report as one self-contained page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Writes the report as JSON (docs/schemas/audit.schema.json); `-` is standard output.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The PHP server that the site would keep for what Oxipress does not know.
    #[arg(long, value_name = "URL")]
    legacy_upstream: Option<String>,
    /// Show no progress and no summary.
    #[arg(long, short)]
    quiet: bool,
}

/// The exit status of a site that is served whole, one that is not, and one that could not be audited.
const READY: u8 = 0;
const OPEN: u8 = 1;
const FAILED: u8 = 2;

pub(super) fn run(args: AuditArgs, columns: Columns) -> ExitCode {
    log_errors_to_stderr();
    match report(args, columns) {
        Ok(report) if report.is_ready() => ExitCode::from(READY),
        Ok(_) => ExitCode::from(OPEN),
        Err(error) => {
            eprintln!("oxipress: {}", masked(&format!("{error:#}")));
            ExitCode::from(FAILED)
        }
    }
}

fn report(args: AuditArgs, columns: Columns) -> Result<AuditReport> {
    let runtime = super::runtime::multi_thread().build()?;
    let is_shown = !args.quiet && std::io::stderr().is_terminal();
    let told = move |step: &str, done: usize, all: usize| {
        if is_shown {
            show(step, done, all);
        }
    };
    let AuditArgs {
        site,
        html,
        json,
        legacy_upstream,
        quiet,
    } = args;
    let report = runtime.block_on(async {
        told("opening the site", 0, 0);
        let mut settings = site_settings(site, columns).await?;
        if let Some(upstream) = legacy_upstream {
            settings.site.legacy_upstream = upstream;
        }
        let clock = Clock::from_setting(std::env::var("OXIPRESS_NOW").ok().as_deref())?;
        let server = server_config(&settings, &clock)?;
        let parts = parts(settings, columns, clock, &server).await?;
        let app = App::new(parts)
            .await
            .context("reading the site from the database")?;
        anyhow::Ok(audit(&app, columns, &told).await?)
    });
    if is_shown {
        eprint!("\r\u{1b}[K");
    }
    let report = report?;
    if let Some(file) = &html {
        let page = audit_page(&Engine::new(), &report).context("the page of the report")?;
        write(file, page.as_bytes())?;
    }
    let is_piped = json.as_deref() == Some(Path::new("-"));
    if let Some(file) = &json {
        let text = report.to_json()?;
        match is_piped {
            true => print(text.as_bytes())?,
            false => write(file, text.as_bytes())?,
        }
    }
    if !quiet && !is_piped {
        print(summary(&report, Paint::stdout()).as_bytes())?;
    }
    Ok(report)
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))
}

/// One line that is written over.
fn show(step: &str, done: usize, all: usize) {
    let mut out = std::io::stderr();
    let _ = match (done, all) {
        (0, 0) => write!(out, "\r\u{1b}[K{step}"),
        (done, 0) => write!(out, "\r\u{1b}[K{step}: {done}"),
        (done, all) => {
            let percent = done.saturating_mul(100) / all;
            write!(out, "\r\u{1b}[K{step}: {done} of {all} ({percent} %)")
        }
    };
    let _ = out.flush();
}
