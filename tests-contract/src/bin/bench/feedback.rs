//! Contact forms: what a submission costs that is stored with its mails, and the rules of a form against a page that is
//! kept.
//!
//! Each submission is another visitor's words. The mail server takes what the outbox delivers meanwhile, so that the
//! worker's share of the machine is part of the figure. MariaDB flushes its log with each commit, SQLite runs with
//! `synchronous = FULL`: what counts as taken is on the disk. Afterwards the rows are counted.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tests_contract::contact_form;
use tests_contract::mariadb::MariaDb;
use tests_contract::recording::recorded;
use tests_contract::smtp_sink::SmtpSink;

use crate::programs::{CONNECTIONS, HOST, counts, get, import, import_into, serve_with, wrk};
use crate::{Table, median};

/// Seconds of a round of submissions.
const SECONDS: u32 = 4;
/// Rounds of each database.
const ROUNDS: usize = 3;
/// The recorded form, and a page with it.
const FORM: i64 = 235;
const PAGE: &str = "/contacto/";

/// What a round of submissions came to.
struct Round {
    per_second: f64,
    p99: Duration,
}

/// The rows of the table.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let sqlite = import(binary, dir, "feedback.sqlite", "")?;
    submissions(binary, dir, ("SQLite", &sqlite, 3000), table)?;
    let server = MariaDb::start_with(&["--innodb-flush-log-at-trx-commit=1"])?;
    let mariadb = server.database("feedback")?;
    import_into(binary, &mariadb)?;
    submissions(binary, dir, ("MariaDB", &mariadb, 2000), table)?;
    schema(binary, &sqlite, table)
}

fn submissions(
    binary: &Path,
    dir: &Path,
    (name, database, wanted): (&str, &str, u32),
    table: &mut Table,
) -> Result<()> {
    let sink = SmtpSink::start()?;
    let spool = dir.join(format!("spool-{name}")).display().to_string();
    let (_running, addr) = serve_with(binary, database, &sink.variables(&spool))?;
    let script = dir.join("feedback.lua");
    std::fs::write(&script, lua()?)?;
    let url = format!("http://{addr}{}", contact_form::route(FORM, "feedback"));
    let (mut taken, mut rounds) = (0, Vec::new());
    for _ in 0..ROUNDS {
        let (round, number) = post(&url, &script)?;
        taken += number;
        rounds.push(round);
    }
    let stored = [
        "SELECT COUNT(*) FROM {p}oxipress_submissions",
        "SELECT COUNT(*) FROM {p}oxipress_outbox",
    ];
    let [rows, mails] = counts(database, stored)?;
    println!(
        "{name}: {taken} submissions taken, {rows} stored with {mails} mails, {} of them delivered meanwhile",
        sink.messages().len()
    );
    ensure!(
        rows >= taken && mails >= 2 * taken,
        "{name}: {taken} taken, {rows} rows, {mails} mails"
    );
    let rate = median(rounds.iter().map(|r| r.per_second).collect());
    let p99 = median(
        rounds
            .iter()
            .map(|r| r.p99.as_secs_f64() * 1000.0)
            .collect(),
    );
    table.push([
        format!("POST feedback on {name}, {CONNECTIONS} connections"),
        format!("{rate:.0}/s"),
        format!(">= {wanted}/s"),
    ]);
    table.push([
        format!("POST feedback on {name}, p99"),
        format!("{p99:.1} ms"),
        "<= 40 ms".into(),
    ]);
    Ok(())
}

/// wrk's script: the recorded submission with a number in place of the name; it counts responses `mail_sent`.
fn lua() -> Result<String> {
    let request = recorded("contact-form-7", "cf7/feedback-ok")?.request;
    let body = String::from_utf8(request.body)?;
    let (before, after) = body.split_once("Ana Prueba").context("the name")?;
    let kind = request
        .headers
        .iter()
        .find(|(name, _)| name == "Content-Type");
    let (_, kind) = kind.context("Content-Type")?;
    let (before, after) = (lua_text(before), lua_text(after));
    Ok(format!(
        "local n, threads = 0, {{}}\n\
         local headers = {{ [\"Host\"] = \"{HOST}\", [\"Content-Type\"] = \"{kind}\", [\"User-Agent\"] = \"bench\" }}\n\
         local before, after = {before}, {after}\n\
         taken = 0\n\
         function setup(thread) table.insert(threads, thread) end\n\
         function request() n = n + 1; return wrk.format(\"POST\", nil, headers, before .. \"Ana \" .. n .. after) end\n\
         function response(status, head, body) if string.find(body, '\"mail_sent\"', 1, true) then taken = taken + 1 end end\n\
         function done() local all = 0; for _, t in ipairs(threads) do all = all + t:get(\"taken\") end; print(\"Taken: \" .. all) end\n"
    ))
}

/// A text as a Lua string.
fn lua_text(text: &str) -> String {
    let byte = |b: u8| match b {
        b'"' | b'\\' => format!("\\{}", char::from(b)),
        b' '..=b'~' => char::from(b).to_string(),
        other => format!("\\{other:03}"),
    };
    let inside: String = text.bytes().map(byte).collect();
    format!("\"{inside}\"")
}

/// One round; returns the number of `mail_sent` responses.
fn post(url: &str, script: &Path) -> Result<(Round, u64)> {
    let out = Command::new("wrk")
        .args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{SECONDS}s")])
        .args(["--latency", "-s"])
        .arg(script)
        .arg(url)
        .output()
        .context("wrk")?;
    let text = String::from_utf8_lossy(&out.stdout);
    let figure = |name: &str| {
        let line = text.lines().find_map(|l| l.trim().strip_prefix(name));
        line.map(str::trim)
            .with_context(|| format!("no {name} in {text}"))
    };
    let taken: u64 = figure("Taken:")?.parse()?;
    ensure!(taken > 0, "no submission was taken: {text}");
    let round = Round {
        // What was refused does not count.
        per_second: f64::from(u32::try_from(taken)?) / f64::from(SECONDS),
        p99: duration(figure("99%")?)?,
    };
    Ok((round, taken))
}

/// wrk writes `830.00us`, `12.34ms`, `1.20s`.
fn duration(text: &str) -> Result<Duration> {
    let at = text
        .find(|c: char| c.is_ascii_alphabetic())
        .context("unit")?;
    let (number, unit) = text.split_at(at);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        other => anyhow::bail!("unit {other}"),
    };
    Ok(Duration::from_secs_f64(number.parse::<f64>()? * seconds))
}

/// The rules of a form against a page of the same site, in turns.
fn schema(binary: &Path, database: &str, table: &mut Table) -> Result<()> {
    let (_running, addr) = serve_with(binary, database, &[])?;
    let path = contact_form::route(FORM, "feedback/schema");
    get(addr, &path)?;
    get(addr, PAGE)?;
    let mut ratios = Vec::new();
    for _ in 0..5 {
        let rules = wrk(&format!("http://{addr}{path}"))?;
        ratios.push(rules / wrk(&format!("http://{addr}{PAGE}"))?);
    }
    table.push([
        "GET feedback/schema against a cached page".into(),
        format!("{:.2}", median(ratios)),
        ">= 0.80".into(),
    ]);
    Ok(())
}
