//! The differences that are known: `fixtures/recordings/expected-differences/SET.json`, by the name of the recording.
//!
//! A list may only get shorter. A difference that is not listed fails the test, and so does a listed one that does not
//! occur any more: `SHRINK_DIFFERENCES=1` takes it out of the file. Nothing adds to a file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

use anyhow::{Context as _, Result, ensure};

use crate::fixtures;

/// Lines by the name of the recording; names without a line count as not there.
pub type Differences = BTreeMap<String, Vec<String>>;

/// Characters of a line that are compared.
const LENGTH: usize = 300;

/// Compares what was found in a set of recordings with its file.
///
/// # Errors
/// When a difference is unexpected or missing, or the file cannot be read.
pub fn check(set: &str, found: &Differences) -> Result<()> {
    let folder = fixtures().join("recordings/expected-differences");
    let path = folder.join(format!("{set}.json"));
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => "{}".to_owned(),
        text => text?,
    };
    let expected: Differences =
        serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let (mut wrong, mut still) = (Vec::new(), Differences::new());
    for name in names {
        let mut gone = expected.get(name).cloned().unwrap_or_default();
        for line in found.get(name).into_iter().flatten() {
            let line: String = line.chars().take(LENGTH).collect();
            if let Some(at) = gone.iter().position(|known| *known == line) {
                still.entry(name.clone()).or_default().push(gone.remove(at));
            } else {
                wrong.push(format!("{name}: new: {line}"));
            }
        }
        let gone = gone.iter();
        wrong.extend(gone.map(|line| format!("{name}: does not occur any more: {line}")));
    }
    if std::env::var_os("SHRINK_DIFFERENCES").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&still)? + "\n")?;
    }
    ensure!(
        wrong.is_empty(),
        "{}, {} differences:\n{}",
        path.display(),
        wrong.len(),
        wrong.join("\n")
    );
    Ok(())
}
