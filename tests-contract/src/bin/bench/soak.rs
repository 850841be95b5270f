//! `bench soak`: visitors of all kinds for a long time, at about 60 % of what their connections can do. Memory and open
//! files must stay as they are (hardening R6, S24).
//!
//! `SOAK_SECONDS` is how long, 1,800 without it. `SOAK_KIND` asks for one kind of thing alone, to find which of them
//! leaves something behind: `pages`, `queries`, `log-ins` or `forms`. The first third fills caches and is not judged. The growth is printed
//! with its standard error: memory goes up and down by megabytes within minutes, so that the error is that of the means of
//! some minutes each, and a growth that is twice its error or less says nothing.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tests_contract::client::send;
use tests_contract::contact_form::request;
use tests_contract::recorded_forms::Feedback;
use tests_contract::recording::Request;
use tests_contract::smtp_sink::SmtpSink;
use tests_contract::visitors::Form;

use crate::Table;
use crate::memory::resident;
use crate::programs::{import, serve_with};

/// Visitors at the same time.
const VISITORS: u64 = 4;
/// Seconds between two looks at the process.
const INTERVAL: Duration = Duration::from_secs(10);
/// How long visitors rest before each: what requests hold is freed, and the allocator returns it.
const REST: Duration = Duration::from_millis(500);
/// Pages, files and calls that visitors ask for in turn.
const PATHS: [&str; 12] = [
    "/",
    "/noticias/",
    "/aviso-legal/",
    "/paseo-por-las-carcavas/",
    "/en/",
    "/?s=la",
    "/feed/",
    "/wp-json/wp/v2/posts",
    "/wp-json/wp/v2/search?search=la",
    "/no-hay-tal-pagina/",
    "/wp-login.php",
    "/wp-sitemap.xml",
];

/// Means by which growth is judged: neighbouring looks are no independent ones.
const MEANS: usize = 10;

/// What the process had at a time.
struct Sample {
    hours: f64,
    megabytes: f64,
    files: f64,
}

impl Sample {
    fn mean(samples: &[Self]) -> Self {
        let mean =
            |of: fn(&Self) -> f64| samples.iter().map(of).sum::<f64>() / samples.len() as f64;
        Self {
            hours: mean(|sample| sample.hours),
            megabytes: mean(|sample| sample.megabytes),
            files: mean(|sample| sample.files),
        }
    }
}

/// The rows of the table.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let seconds = std::env::var("SOAK_SECONDS").map_or(Ok(1800), |text| text.parse())?;
    let database = import(binary, dir, "soak.sqlite", "")?;
    let sink = SmtpSink::start()?;
    let spool = dir.join("spool-soak").display().to_string();
    let mut variables = sink.variables(&spool);
    variables.push(("OXIPRESS_CACHE_ENABLED", "true"));
    let (running, addr) = serve_with(binary, &database, &variables)?;
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds);
    let form = Feedback::new()?;
    let kind = std::env::var("SOAK_KIND").ok();
    let kind = kind.as_deref().map(Kind::of).transpose()?;
    let (sent, failed) = (AtomicU64::new(0), AtomicU64::new(0));
    let rest = RwLock::new(());
    let samples = std::thread::scope(|scope| {
        for visitor in 0..VISITORS {
            let (form, rest, counters) = (&form, &rest, (&sent, &failed));
            let asked =
                move |number| asked(number, kind.unwrap_or_else(|| Kind::in_turn(number)), form);
            scope.spawn(move || visit(addr, visitor, until, (asked, rest), counters));
        }
        let mut samples = Vec::new();
        while Instant::now() < until {
            std::thread::sleep(INTERVAL.min(until - Instant::now()));
            let _rest = rest.write().unwrap_or_else(PoisonError::into_inner);
            std::thread::sleep(REST);
            samples.push(Sample {
                hours: start.elapsed().as_secs_f64() / 3600.0,
                megabytes: resident(running.id())?,
                files: open_files(running.id())?,
            });
        }
        anyhow::Ok(samples)
    })?;
    judge(&samples, seconds, sent.into_inner(), table)?;
    table.push([
        "soak: answers of 5xx or none".into(),
        failed.into_inner().to_string(),
        "0".into(),
    ]);
    Ok(())
}

/// The rows about the process, without the first third of what was seen of it.
fn judge(samples: &[Sample], seconds: u64, requests: u64, table: &mut Table) -> Result<()> {
    let judged = samples.get(samples.len() / 3..).unwrap_or_default();
    let judged: Vec<Sample> = judged
        .chunks(judged.len().div_ceil(MEANS).max(1))
        .map(Sample::mean)
        .collect();
    let last = samples.last().context("no time to look")?;
    table.push([
        format!("soak of {seconds} s, {requests} requests: memory, growth per hour"),
        format!(
            "{:.0} MB, {} MB/h",
            last.megabytes,
            slope(&judged, |sample| sample.megabytes)
        ),
        "<= 1 MB/h".into(),
    ]);
    table.push([
        "soak: open files, growth per hour".into(),
        format!(
            "{:.0}, {}/h",
            last.files,
            slope(&judged, |sample| sample.files)
        ),
        "flat".into(),
    ]);
    Ok(())
}

/// Asks for one thing after the other until the end, and rests after each for two thirds of the time that it took.
fn visit(
    addr: SocketAddr,
    visitor: u64,
    until: Instant,
    (asked, rest): (impl Fn(u64) -> Request, &RwLock<()>),
    (sent, failed): (&AtomicU64, &AtomicU64),
) {
    for number in (visitor..).step_by(usize::try_from(VISITORS).unwrap_or(1)) {
        let began = Instant::now();
        if began >= until {
            return;
        }
        let open = rest.read().unwrap_or_else(PoisonError::into_inner);
        let answer = send(addr, &asked(number));
        drop(open);
        sent.fetch_add(1, Ordering::Relaxed);
        if answer.map_or(true, |answer| answer.status >= 500) {
            failed.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(began.elapsed() * 2 / 3);
    }
}

/// What visitors ask for.
#[derive(Clone, Copy)]
enum Kind {
    /// Pages, files and calls, which are kept.
    Page,
    /// Pages with a query of their own.
    Query,
    /// Wrong log-ins.
    LogIn,
    /// Contact forms.
    Form,
}

impl Kind {
    fn of(name: &str) -> Result<Self> {
        Ok(match name {
            "pages" => Self::Page,
            "queries" => Self::Query,
            "log-ins" => Self::LogIn,
            "forms" => Self::Form,
            _ => bail!("SOAK_KIND is one of pages, queries, log-ins and forms"),
        })
    }

    /// Of fifty requests one is a form, one a log-in, and eight have a query of their own.
    fn in_turn(number: u64) -> Self {
        match number % 50 {
            0 => Self::Form,
            1 => Self::LogIn,
            2..=9 => Self::Query,
            _ => Self::Page,
        }
    }
}

/// The request with a number.
fn asked(number: u64, kind: Kind, form: &Feedback) -> Request {
    let path = usize::try_from(number).ok();
    let path = path.and_then(|number| PATHS.get(number % PATHS.len()));
    let path = path.copied().unwrap_or("/");
    match kind {
        Kind::Form => form.request(number, &format!("Visitante {number}")),
        Kind::LogIn => {
            let kind = [("Content-Type", "application/x-www-form-urlencoded")];
            let body = format!("log=nadie{}&pwd=x&wp-submit=1", number % 1000);
            request("POST", "/wp-login.php", &kind, body.into_bytes())
        }
        Kind::Query => {
            let mark = if path.contains('?') { '&' } else { '?' };
            request("GET", &format!("{path}{mark}v={number}"), &[], Vec::new())
        }
        Kind::Page => request("GET", path, &[], Vec::new()),
    }
}

/// The growth per hour by least squares, and its standard error.
struct Slope {
    growth: f64,
    error: f64,
}

impl std::fmt::Display for Slope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.1} ± {:.1}", self.growth, self.error)
    }
}

fn slope(samples: &[Sample], of: impl Fn(&Sample) -> f64) -> Slope {
    let number = samples.len() as f64;
    let mean = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / number;
    let (hours, value) = (mean(&|sample| sample.hours), mean(&|sample| of(sample)));
    let products = samples.iter().map(|s| (s.hours - hours) * (of(s) - value));
    let squares: f64 = samples.iter().map(|s| (s.hours - hours).powi(2)).sum();
    let growth = products.sum::<f64>() / squares;
    let rest = |s: &Sample| of(s) - value - growth * (s.hours - hours);
    let rests: f64 = samples.iter().map(|s| rest(s).powi(2)).sum();
    Slope {
        growth,
        error: (rests / (number - 2.0) / squares).sqrt(),
    }
}

fn open_files(process: u32) -> Result<f64> {
    Ok(std::fs::read_dir(format!("/proc/{process}/fd"))?.count() as f64)
}
