//! What commands print, and the runtime in which they wait.

use std::io::Write as _;

use anyhow::Result;

/// Logs to standard error, with or without the access log.
pub fn log_to_stderr(has_access_log: bool) {
    let filter = std::env::var("OXIPRESS_LOG").unwrap_or_else(|_| "info".to_owned());
    let filter = if has_access_log {
        filter
    } else {
        format!("{filter},access=off")
    };
    let filter = tracing_subscriber::EnvFilter::new(filter);
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init();
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

/// Runs a command that waits for the database.
///
/// # Errors
/// When the command fails.
pub fn block_on(command: impl Future<Output = Result<()>>) -> Result<()> {
    log_to_stderr(true);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(command)
}
