//! The environment of a configuration file: environment variables and files.

use std::path::Path;

/// The environment and the files around a configuration file.
pub trait Environment {
    /// An environment variable.
    fn variable(&self, name: &str) -> Option<String>;
    /// Whether a file or folder exists.
    fn exists(&self, path: &Path) -> bool;
    /// The bytes of a file.
    fn read(&self, path: &Path) -> Option<Vec<u8>>;
}

/// The machine that we run on.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEnvironment;

/// No configuration file is longer; what is, is not read.
const FILE_MAX: u64 = 4 << 20;

impl Environment for SystemEnvironment {
    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let size = std::fs::metadata(path).ok()?.len();
        (size <= FILE_MAX).then(|| std::fs::read(path).ok())?
    }
}
