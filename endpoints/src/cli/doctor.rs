//! `oxipress doctor`: looks at a set-up and says what to do.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use compat::wordpress::clock::Clock;

use super::serve::parts;
use super::server_config::server_config;
use super::site::{SiteArgs, site_settings};
use super::terminal::{Paint, log_errors_to_stderr, print, shown};
use crate::app::App;
use crate::column::Columns;
use crate::config::Settings;
use crate::doctor::finding::{Finding, Level};
use crate::doctor::{Questions, diagnose};
use crate::secrets::masked;
use crate::wordpress::uploads::Spool;

#[derive(Debug, clap::Args)]
pub(super) struct DoctorArgs {
    #[command(flatten)]
    site: SiteArgs,
    /// The running server, over plain HTTP: http://127.0.0.1:8080.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Where the running server has its metrics, in place of server.admin_listen.
    #[arg(long, value_name = "ADDR")]
    admin: Option<String>,
    /// Sends a test mail there, the way all mails go.
    #[arg(long, value_name = "ADDR")]
    send_test_to: Option<String>,
    /// Says why a stored submission of a form was spam.
    #[arg(long, value_name = "ID")]
    submission: Option<i64>,
    /// Says whether a page is kept in the page cache, and why not. It counts as one visit.
    #[arg(long, value_name = "URL")]
    page: Option<String>,
    /// Prints the findings as JSON.
    #[arg(long)]
    json: bool,
}

/// The exit status of a set-up without errors, of one with some, and of one that could not be looked at.
const WELL: u8 = 0;
const UNWELL: u8 = 1;
const FAILED: u8 = 2;

pub(super) fn run(args: DoctorArgs, columns: Columns) -> ExitCode {
    log_errors_to_stderr();
    match findings(args, columns) {
        Ok(true) => ExitCode::from(WELL),
        Ok(false) => ExitCode::from(UNWELL),
        Err(error) => {
            eprintln!("oxipress: {}", masked(&format!("{error:#}")));
            ExitCode::from(FAILED)
        }
    }
}

/// Prints the findings; whether none is an error.
fn findings(args: DoctorArgs, columns: Columns) -> Result<bool> {
    let DoctorArgs {
        site,
        url,
        admin,
        send_test_to,
        submission,
        page,
        json,
    } = args;
    let questions = Questions {
        url,
        admin,
        send_test_to,
        submission,
        page,
    };
    let runtime = super::runtime::multi_thread().build()?;
    let found = runtime.block_on(async {
        let mut settings = site_settings(site, columns).await?;
        let upload_folder = folder_of_uploads(&mut settings);
        let clock = Clock::from_setting(std::env::var("OXIPRESS_NOW").ok().as_deref())?;
        let server = server_config(&settings, &clock)?;
        let parts = parts(settings, columns, clock, &server).await?;
        let app = App::new(parts)
            .await
            .context("reading the site from the database")?;
        let mut found = diagnose(&app, columns, &server, &questions).await;
        found.extend(upload_folder);
        anyhow::Ok(found)
    })?;
    let text = match json {
        true => serde_json::to_string_pretty(&found)? + "\n",
        false => listed(&found, Paint::stdout()),
    };
    print(masked(&text).as_bytes())?;
    Ok(!found.iter().any(|finding| finding.level == Level::Error))
}

/// What is wrong with the folder of files in requests, without which no server starts. The system's own then stands for
/// it, so that everything else is looked at.
fn folder_of_uploads(settings: &mut Settings) -> Option<Finding> {
    let server = &mut settings.server;
    let error = Spool::create(&server.upload_folder, server.upload_limit).err()?;
    let folder = std::mem::take(&mut server.upload_folder);
    Some(Finding::new(
        "folders",
        Level::Error,
        format!("files of requests (server.upload_folder): {error:#}: the server does not start"),
        format!("make it a folder of the server's user alone: install -d -m 700 -o USER {folder}"),
    ))
}

/// The findings for people, with what to do below each.
fn listed(found: &[Finding], paint: Paint) -> String {
    let mut out = String::new();
    for finding in found {
        let (style, word) = match finding.level {
            Level::Ok => ("32", "ok"),
            Level::Note => ("36", "note"),
            Level::Warning => ("33", "warning"),
            Level::Error => ("1;31", "error"),
        };
        let mark = paint.style(style, &format!("{word:<7}"));
        out.push_str(&format!(
            "{mark}  {:<13}  {}\n",
            finding.area,
            shown(&finding.what, 400)
        ));
        if finding.level != Level::Ok {
            let advice = paint.style("2", &shown(&finding.advice, 400));
            out.push_str(&format!("{:<24}{advice}\n", ""));
        }
    }
    let count = |level: Level| found.iter().filter(|f| f.level == level).count();
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    out.push_str(&format!("\n{errors} errors, {warnings} warnings\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_say_what_to_do() {
        let found = [
            Finding::ok("clock", "fine"),
            Finding::new("mail", Level::Error, "no\u{1b}[31m", "do this"),
        ];
        let text = listed(&found, Paint::plain());
        assert!(
            text.contains("do this") && text.ends_with("1 errors, 0 warnings\n"),
            "{text}"
        );
        assert!(
            !text.contains('\u{1b}') && !text.contains("nothing to do"),
            "{text}"
        );
    }
}
