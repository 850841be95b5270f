//! What commands print, and the runtime in which they wait.

use std::io::{IsTerminal as _, Write};

use anyhow::Result;
use compat::trace::SPANS;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::config::settings::LogFormat;
use crate::secrets::masked;
use crate::telemetry::Telemetry;

/// Logs to standard error, in colours on a terminal only. Secrets are masked; what libraries tell below the level `info`,
/// such as headers, is left out at any level of `OXIPRESS_LOG`. Panics are logged like errors.
pub fn log_to_stderr(format: LogFormat, telemetry: Option<&Telemetry>) {
    let filter = std::env::var("OXIPRESS_LOG").unwrap_or_else(|_| "info".to_owned());
    match telemetry {
        Some(telemetry) => log_and_trace(format, &filter, telemetry),
        None => log_filtered(format, &filter),
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

/// What is told of the log: of libraries nothing below the level `info`; spans are not for the log.
fn is_told(told: &Metadata<'_>) -> bool {
    let own = ["endpoints", "themes", "compat", "oxipress", "access"];
    told.target() != SPANS
        && (*told.level() <= Level::INFO || own.iter().any(|own| told.target().starts_with(own)))
}

/// The log, and spans for those who take them: each has its own filter.
fn log_and_trace(format: LogFormat, filter: &str, telemetry: &Telemetry) {
    let log = tracing_subscriber::fmt::layer()
        .with_ansi(has_colours())
        .with_writer(|| MaskedStderr);
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    let told = EnvFilter::new(filter).and(filter_fn(is_told));
    let all = tracing_subscriber::registry().with(telemetry.layer());
    let _ = all.with(log.with_filter(told)).try_init();
}

fn has_colours() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

fn log_filtered(format: LogFormat, filter: &str) {
    let log = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_ansi(has_colours())
        .with_writer(|| MaskedStderr);
    let is_told = filter_fn(is_told);
    let _ = match format {
        LogFormat::Text => log.finish().with(is_told).try_init(),
        LogFormat::Json => log.json().finish().with(is_told).try_init(),
    };
}

/// Standard error without secrets; an event is one write. One that cannot be written is lost: on a full disk the server goes
/// on without its log (an error here would be printed to standard error again, which panics).
struct MaskedStderr;

impl Write for MaskedStderr {
    fn write(&mut self, event: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let _ = std::io::stderr().write_all(masked(&text).as_bytes());
        Ok(event.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// As [`log_to_stderr`], but without `OXIPRESS_LOG` only errors: for commands whose output says all else.
pub fn log_errors_to_stderr() {
    let level = std::env::var("OXIPRESS_LOG").unwrap_or_else(|_| "error".to_owned());
    log_filtered(LogFormat::Text, &level);
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

/// Writes to standard output; a closed pipe is not an error.
///
/// # Errors
/// When it cannot be written.
pub fn print(bytes: &[u8]) -> Result<()> {
    match std::io::stdout().write_all(bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Text with colours, on a terminal only and not where `NO_COLOR` is set.
#[derive(Debug, Clone, Copy)]
pub struct Paint {
    is_on: bool,
}

impl Paint {
    /// For standard output.
    pub fn stdout() -> Self {
        let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        Self {
            is_on: is_wanted && std::io::stdout().is_terminal(),
        }
    }

    /// Without colours.
    pub fn plain() -> Self {
        Self { is_on: false }
    }

    /// The text in an SGR style: `1` bold, `2` dim, `31` red, `32` green, `33` yellow.
    pub fn style(self, style: &str, text: &str) -> String {
        match self.is_on {
            true => format!("\u{1b}[{style}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }
}

/// Untrusted text for a terminal: at most so many characters, control characters as spaces.
pub fn shown(text: &str, length: usize) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut out: String = text.chars().take(length).map(plain).collect();
    if text.chars().nth(length).is_some() {
        out.pop();
        out.push('…');
    }
    out
}

/// Runs a command that waits for the database.
///
/// # Errors
/// When the command fails.
pub fn block_on(command: impl Future<Output = Result<()>>) -> Result<()> {
    log_to_stderr(LogFormat::Text, None);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(command)
}

/// Runs a command that talks to servers, with all threads of the runtime; what it returns.
///
/// # Errors
/// When the command fails.
pub fn block_on_all<T>(command: impl Future<Output = Result<T>>) -> Result<T> {
    log_to_stderr(LogFormat::Text, None);
    let runtime = super::runtime::multi_thread().build()?;
    let result = runtime.block_on(command);
    // Connections that still pass are cut: what they hold is handed on.
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    result
}
