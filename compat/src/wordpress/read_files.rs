//! Files of the site that are read as data, and whether they changed since.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Map, Value};

/// What tells that a file changed: when it was written, and its length. `None`: it is not there.
type Stamp = Option<(SystemTime, u64)>;

/// The files and folders that were looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadFiles {
    stamps: Vec<(PathBuf, Stamp)>,
}

fn stamp(path: &Path) -> Stamp {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

impl ReadFiles {
    /// The bytes of a file of at most `most` bytes; `None` when it is missing, longer, or no file.
    pub fn read(&mut self, path: &Path, most: u64) -> Option<Vec<u8>> {
        self.stamps.push((path.to_owned(), stamp(path)));
        let is_file = std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() <= most);
        let file = is_file.then(|| std::fs::File::open(path).ok())??;
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The JSON object in a file of at most a MiB; anything else in it is told, and left out.
    pub fn json_object(&mut self, path: &Path) -> Option<Value> {
        let text = self.read(path, 1 << 20)?;
        match serde_json::from_slice::<Map<String, Value>>(&text) {
            Ok(object) => Some(Value::Object(object)),
            Err(error) => {
                tracing::warn!("{}: not read: {error}", path.display());
                None
            }
        }
    }

    /// The files of a folder with an extension, by name, at most `most`; none when it is missing.
    pub fn list(&mut self, folder: &Path, extension: &str, most: usize) -> Vec<PathBuf> {
        self.stamps.push((folder.to_owned(), stamp(folder)));
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let has_it = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
        let mut paths: Vec<PathBuf> = paths.filter(has_it).take(most).collect();
        paths.sort();
        paths
    }

    /// Whether a file was looked at.
    pub fn holds(&self, path: &Path) -> bool {
        self.stamps.iter().any(|(known, _)| known == path)
    }

    /// Whether all of them are as they were.
    pub fn are_current(&self) -> bool {
        let mut stamps = self.stamps.iter();
        stamps.all(|(path, known)| stamp(path) == *known)
    }
}
