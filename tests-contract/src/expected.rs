//! The differences that are known: `fixtures/recordings/expected-differences/SET.json`, by the name of the recording.
//!
//! `SHRINK_DIFFERENCES=1` takes those that do not occur any more out of the file. Nothing adds to a file.

use anyhow::{Result, ensure};
use recordings::expected::{judge, read, write};

pub use recordings::expected::Differences;

use crate::fixtures;

/// Compares what was found in a set of recordings with its file.
///
/// # Errors
/// When a difference is unexpected or missing, or the file cannot be read.
pub fn check(set: &str, found: &Differences) -> Result<()> {
    let folder = fixtures().join("recordings/expected-differences");
    let path = folder.join(format!("{set}.json"));
    let judged = judge(&read(&path)?, found);
    if std::env::var_os("SHRINK_DIFFERENCES").is_some() {
        write(&path, &judged.accepted)?;
    }
    let wrong = judged.lines();
    ensure!(
        wrong.is_empty(),
        "{}, {} differences:\n{}",
        path.display(),
        wrong.len(),
        wrong.join("\n")
    );
    Ok(())
}
