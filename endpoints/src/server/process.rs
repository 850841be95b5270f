//! What concerns the whole process: signals and limits.

/// Waits for SIGTERM or SIGINT.
///
/// # Errors
/// When the signals cannot be watched.
pub async fn stop_signal() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

/// Raises the soft limit of open files to the hard limit; each connection needs one.
pub fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: now.maximum,
        maximum: now.maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, wanted) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}
