//! What a migrator waits for: the audit of a large site, a replay; and what shadowing costs visitors.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::recorded_site::recorded_site;
use tests_contract::server::NOW;

use crate::programs::{HOST, import, serve_with, wrk_text};
use crate::{Table, median, posts};

/// Exchanges of a replay.
const EXCHANGES: usize = 1000;
/// Rounds with and without shadowing, one after the other.
const ROUNDS: usize = 9;

/// The rows of audit and replay.
pub fn commands(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let large = import(binary, dir, "audited.sqlite", &posts::posts(10_000))?;
    let site = recorded_site();
    let begun = Instant::now();
    let status = Command::new(binary)
        .args(["audit", "--quiet", "--database", &large, "--wp-root"])
        .arg(site.join("wp-root"))
        .arg("--config")
        .arg(site.join("oxipress.toml"))
        .arg("--html")
        .arg(dir.join("audit.html"))
        .env("OXIPRESS_NOW", NOW)
        .status()?;
    ensure!(
        status.code().is_some_and(|code| code < 2),
        "audit: {status}"
    );
    table.push([
        "audit of a site with 10,000 posts".into(),
        format!("{:.1} s", begun.elapsed().as_secs_f64()),
        "<= 10 s".into(),
    ]);
    replay(binary, dir, table)
}

fn replay(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let database = import(binary, dir, "replayed.sqlite", "")?;
    let (_server, addr) = serve_with(binary, &database, &[])?;
    let folder = dir.join("recordings");
    let crawled = Command::new(binary)
        .args(["record", "--crawl", "--pause", "0", "--host", HOST])
        .args(["--upstream", &format!("http://{addr}/"), "--out"])
        .arg(&folder)
        .status()?;
    ensure!(crawled.success(), "record: {crawled}");
    let files = std::fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    ensure!(!files.is_empty(), "nothing was recorded");
    // The same exchanges again and again, as those of other visits.
    for (at, file) in files
        .iter()
        .cycle()
        .take(EXCHANGES)
        .enumerate()
        .skip(files.len())
    {
        std::fs::copy(file, folder.join(format!("more-{at}.json")))?;
    }
    let begun = Instant::now();
    let replayed = Command::new(binary)
        .arg("replay")
        .arg(&folder)
        .args(["--against", &format!("http://{addr}"), "--report"])
        .arg(dir.join("replay.html"))
        .output()?;
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    ensure!(
        said.starts_with(&format!("{EXCHANGES} exchanges")),
        "replay: {said}"
    );
    table.push([
        format!("replay of {EXCHANGES} exchanges, with its page"),
        format!("{:.1} s", begun.elapsed().as_secs_f64()),
        "<= 20 s".into(),
    ]);
    Ok(())
}

/// The rows of shadowing: with a server that answers, one that is silent, and one that is not there, each against none.
pub fn shadowing(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let database = import(binary, dir, "shadowed.sqlite", "")?;
    let (_plain, plain) = serve_with(binary, &database, &[])?;
    let (shadowed, old) = serve_with(binary, &database, &[])?;
    give_way(shadowed.id())?;
    let silent = MockServer::start(|_: &Sent| MockResponse {
        is_silent: true,
        ..MockResponse::default()
    })?;
    let script = dir.join("pages.lua");
    std::fs::write(&script, PAGES)?;
    for (what, url) in [
        ("the same site", format!("http://{old}")),
        ("a silent server", format!("http://{}", silent.addr)),
        (
            "a server that is not there",
            "http://127.0.0.1:9".to_owned(),
        ),
    ] {
        let folder = dir.join(format!("shadow of {what}")).display().to_string();
        let environment = [
            ("OXIPRESS_SHADOW_URL", url.as_str()),
            // Every page again after a second: more than a site would ask for.
            ("OXIPRESS_SHADOW_AGAIN_AFTER", "1"),
            ("OXIPRESS_SHADOW_FOLDER", &folder),
        ];
        let (_shadowing, shadowing) = serve_with(binary, &database, &environment)?;
        let (mut rates, mut slowest) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (with, late) = measured(&format!("http://{shadowing}/"), &script)?;
            let (without, usual) = measured(&format!("http://{plain}/"), &script)?;
            rates.push(with / without);
            slowest.push(late / usual);
        }
        for (of, figures, wanted) in [
            ("throughput", rates, ">= 0.95"),
            ("p99", slowest, "<= 1.05"),
        ] {
            table.push([
                format!("{of} while {what} is shadowed, against without"),
                format!("{:.2}", median(figures)),
                wanted.into(),
            ]);
        }
    }
    Ok(())
}

/// A shadowed server has a machine of its own: here it gets the time that is left.
fn give_way(id: u32) -> Result<()> {
    for thread in std::fs::read_dir(format!("/proc/{id}/task"))? {
        let mut renice = Command::new("renice");
        renice.args(["-n", "19", "-p"]).arg(thread?.file_name());
        let output = renice.output()?;
        ensure!(output.status.success(), "renice: {output:?}");
    }
    Ok(())
}

/// Asks for pages of the site in turn.
const PAGES: &str = r#"
local pages = { "/", "/aviso-legal/", "/contacto/", "/alrededores/", "/tienda/", "/paseo-por-las-carcavas/", "/tarifas/" }
local at = 0
request = function()
  at = at % #pages + 1
  return wrk.format("GET", pages[at])
end
"#;

/// Requests a second, and the 99th percentile of the time of an answer in milliseconds.
fn measured(url: &str, script: &Path) -> Result<(f64, f64)> {
    let script = script.to_string_lossy();
    let text = wrk_text(&["--latency", "-s", &script], url)?;
    let value = |start: &str| {
        let lines = text.lines().map(str::trim_start);
        let line = lines.filter_map(|line| line.strip_prefix(start)).next();
        line.map(|rest| rest.trim().to_owned())
            .with_context(|| text.clone())
    };
    let rate = value("Requests/sec:")?.parse()?;
    Ok((
        rate,
        milliseconds(&value("99%")?).with_context(|| text.clone())?,
    ))
}

/// A time as wrk prints it: `850.00us`, `1.20ms`, `1.01s`.
fn milliseconds(text: &str) -> Option<f64> {
    let units = [("us", 0.001), ("ms", 1.0), ("s", 1000.0), ("m", 60_000.0)];
    let of =
        |(unit, factor): &(&str, f64)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * factor);
    units.iter().find_map(of)
}
