//! What was found to differ, by cause: counted in memory and kept in one bounded file, which `oxipress shadow report` reads.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use compat::wordpress::private_file;
use serde::{Deserialize, Serialize};

/// Causes that are kept apart; differences of further ones are only counted.
const CAUSES: usize = 300;
/// Examples of a cause.
const EXAMPLES: usize = 3;
/// Bytes of a value that are kept.
const VALUE: usize = 400;

/// A difference of two answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What differs: `status`, `attribute`, …
    pub kind: &'static str,
    /// Where.
    pub place: String,
    /// As the other server has it.
    pub want: String,
    /// As we have it.
    pub got: String,
}

/// All that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// When the first two answers were compared; Unix time, as all below.
    pub since: i64,
    /// When the last ones were.
    pub until: i64,
    /// Answers that were compared.
    pub compared: u64,
    /// Answers that were the same.
    pub same: u64,
    /// Differences that are counted without their cause.
    pub left_out: u64,
    /// The causes.
    pub causes: BTreeMap<String, Cause>,
}

/// Differences of one kind at one place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// What differs.
    pub kind: String,
    /// Where.
    pub place: String,
    /// Differences.
    pub count: u64,
    /// When it was seen first.
    pub first: i64,
    /// When it was seen last.
    pub last: i64,
    /// Examples from different addresses.
    pub examples: Vec<Example>,
}

/// An example.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The address.
    pub url: String,
    /// As the other server has it.
    pub want: String,
    /// As we have it.
    pub got: String,
}

impl Findings {
    /// Adds what a comparison found at an address; nothing: the answers are the same.
    pub fn add(&mut self, url: &str, found: &[Found], now: i64) {
        if self.compared == 0 {
            self.since = now;
        }
        self.until = now;
        self.compared = self.compared.saturating_add(1);
        if found.is_empty() {
            self.same = self.same.saturating_add(1);
        }
        for difference in found {
            let place = cut(&difference.place);
            let key = format!("{} {place}", difference.kind);
            if self.causes.len() >= CAUSES && !self.causes.contains_key(&key) {
                self.left_out = self.left_out.saturating_add(1);
                continue;
            }
            let cause = self.causes.entry(key).or_insert_with(|| Cause {
                kind: difference.kind.to_owned(),
                place,
                first: now,
                ..Cause::default()
            });
            cause.count = cause.count.saturating_add(1);
            cause.last = now;
            let is_new = cause.examples.iter().all(|example| example.url != cut(url));
            if is_new && cause.examples.len() < EXAMPLES {
                let (want, got) = from_difference(&difference.want, &difference.got);
                cause.examples.push(Example {
                    url: cut(url),
                    want: cut(&want),
                    got: cut(&got),
                });
            }
        }
    }

    /// The causes, the most frequent first.
    pub fn by_count(&self) -> Vec<&Cause> {
        let mut causes: Vec<_> = self.causes.values().collect();
        causes.sort_by_key(|cause| (u64::MAX - cause.count, &cause.kind, &cause.place));
        causes
    }

    /// Reads the file of a folder; nothing was found where there is none.
    ///
    /// # Errors
    /// When it cannot be read, or was not written by Oxipress.
    pub fn read(folder: &Path) -> Result<Self> {
        let file = file_in(folder);
        match std::fs::read(&file) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("{} is not a file of differences", file.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }

    /// Writes the file of a folder: it is the old one or the new one, never a part.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        private_file::create_folder(folder)?;
        let temporary = folder.join(format!(".differences.{}", std::process::id()));
        let mut file = private_file::create(&temporary)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        std::fs::rename(&temporary, file_in(folder))?;
        Ok(())
    }
}

impl Findings {
    /// Removes the file of a folder. A server that runs writes its own findings again.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn clear(folder: &Path) -> Result<()> {
        match std::fs::remove_file(file_in(folder)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// The file in the folder of the settings.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("differences.json")
}

/// Long texts from a little before where they differ.
fn from_difference(want: &str, got: &str) -> (String, String) {
    let alike = want.chars().zip(got.chars()).take_while(|(w, g)| w == g);
    let skipped = alike.count().saturating_sub(VALUE / 8);
    let from = |text: &str| match skipped {
        0 => text.to_owned(),
        skipped => ['…']
            .into_iter()
            .chain(text.chars().skip(skipped))
            .collect(),
    };
    (from(want), from(got))
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_shows_where_texts_differ() {
        let long = "a".repeat(1_000);
        let (want, got) = from_difference(&format!("{long}uno"), &format!("{long}dos"));
        assert!(want.starts_with('…') && want.ends_with("auno") && want.len() < 100);
        assert!(got.ends_with("ados"));
        assert_eq!(
            from_difference("uno", "dos"),
            ("uno".to_owned(), "dos".to_owned())
        );
    }

    #[test]
    fn what_is_kept_has_an_end_and_survives_a_restart() {
        let mut findings = Findings::default();
        let long = "ñ".repeat(10_000);
        for number in 0..2_000 {
            let found = Found {
                kind: "text",
                place: format!("p {}", number % 500),
                want: long.clone(),
                got: String::new(),
            };
            findings.add(&format!("/{number}"), &[found.clone(), found], number);
        }
        findings.add("/same", &[], 3_000);
        assert_eq!((findings.compared, findings.same), (2_001, 1));
        assert_eq!(findings.causes.len(), CAUSES);
        assert_eq!(findings.left_out, 1_600);
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Findings::read(folder.path()).unwrap(), Findings::default());
        findings.write(folder.path()).unwrap();
        assert_eq!(Findings::read(folder.path()).unwrap(), findings);
        let size = std::fs::metadata(file_in(folder.path())).unwrap().len();
        assert!(size < 2 << 20, "{size}");
        std::fs::write(file_in(folder.path()), "{").unwrap();
        assert!(Findings::read(folder.path()).is_err());
    }
}
