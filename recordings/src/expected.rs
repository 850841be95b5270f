//! The differences that are accepted: a JSON file with lines by the name of the recording.
//!
//! A list may only get shorter. A difference that is not listed is wrong, and so is a listed one that does not occur any
//! more. Nothing here adds to a file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Lines by the name of the recording; names without a line count as not there.
pub type Differences = BTreeMap<String, Vec<String>>;

/// Characters of a line that are compared.
const LENGTH: usize = 300;

/// What a file of accepted differences says of those that were found.
#[derive(Debug, Default)]
pub struct Judged {
    /// Found, and not in the file: name and line.
    pub unexpected: Vec<(String, String)>,
    /// In the file, and not found: name and line.
    pub outdated: Vec<(String, String)>,
    /// In the file and found.
    pub accepted: Differences,
}

impl Judged {
    /// One line for each difference that is unexpected or outdated.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let new = self.unexpected.iter();
        let new = new.map(|(name, line)| format!("{name}: new: {line}"));
        let gone = self.outdated.iter();
        let gone = gone.map(|(name, line)| format!("{name}: does not occur any more: {line}"));
        new.chain(gone).collect()
    }
}

/// Reads a file of accepted differences; none when there is no file.
///
/// # Errors
/// When the file cannot be read or is not a list of lines by name.
pub fn read(path: &Path) -> Result<Differences> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Differences::new()),
        text => text.with_context(|| path.display().to_string())?,
    };
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Writes accepted differences, as [`read`] reads them.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, accepted: &Differences) -> Result<()> {
    let text = serde_json::to_string_pretty(accepted)? + "\n";
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Compares what was found with what is accepted. Each accepted line stands for one difference.
#[must_use]
pub fn judge(expected: &Differences, found: &Differences) -> Judged {
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let mut judged = Judged::default();
    for name in names {
        let mut left = expected.get(name).cloned().unwrap_or_default();
        for line in found.get(name).into_iter().flatten() {
            let line = start(line);
            if let Some(at) = left.iter().position(|known| start(known) == line) {
                let known = left.remove(at);
                judged.accepted.entry(name.clone()).or_default().push(known);
            } else {
                judged.unexpected.push((name.clone(), line.to_owned()));
            }
        }
        let left = left.into_iter();
        judged
            .outdated
            .extend(left.map(|line| (name.clone(), line)));
    }
    judged
}

/// The part of a line that is compared.
fn start(line: &str) -> &str {
    let end = line.char_indices().nth(LENGTH).map(|(at, _)| at);
    end.and_then(|end| line.get(..end)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_only_shrinks() {
        let list = |lines: &[&str]| {
            let lines = lines.iter().map(ToString::to_string).collect();
            Differences::from([("pages/a".to_owned(), lines)])
        };
        let judged = judge(&list(&["x", "x", "gone"]), &list(&["x", "x", "x"]));
        assert_eq!(judged.accepted, list(&["x", "x"]));
        // Lines as a report has them, of any length.
        let long = "ñ".repeat(2 * LENGTH);
        let judged_long = judge(&list(&[&long]), &list(&[&long]));
        assert!(judged_long.lines().is_empty(), "{:?}", judged_long.lines());
        let lines = judged.lines();
        assert_eq!(lines[0], "pages/a: new: x");
        assert_eq!(lines[1], "pages/a: does not occur any more: gone");
    }
}
