//! Files of the theme that are read as data, within bounds: the arrays that stand in them as literals. Nothing is run.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::wordpress::read_files::ReadFiles;
use crate::wordpress::wp_config::literals::{Literal, literal_arrays};

/// Bytes of a file.
const FILE_MAX: u64 = 1 << 20;
/// Files of a folder.
const FILES_MAX: usize = 200;
/// How long reading all files may take; what is not read by then is our own.
pub(super) const TIME_MAX: Duration = Duration::from_secs(5);

/// The files, and what was not understood of them.
pub(super) struct DataFiles {
    pub(super) files: ReadFiles,
    /// File, line and reason.
    pub(super) problems: Vec<String>,
    deadline: Instant,
}

/// The arrays of a file.
#[derive(Default)]
pub(super) struct DataFile {
    source: Vec<u8>,
    /// With their lines.
    arrays: Vec<(usize, Literal)>,
}

impl DataFiles {
    pub(super) fn new() -> Self {
        Self {
            files: ReadFiles::default(),
            problems: Vec::new(),
            deadline: Instant::now() + TIME_MAX,
        }
    }

    /// The PHP files of a folder.
    pub(super) fn list(&mut self, folder: &Path) -> Vec<PathBuf> {
        self.files.list(folder, "php", FILES_MAX)
    }

    /// A file; without arrays, and a message, when it is not understood.
    pub(super) fn read(&mut self, file: &Path) -> DataFile {
        if Instant::now() > self.deadline {
            self.problems.push(format!(
                "{}: not read, the files before it took too long",
                file.display()
            ));
            return DataFile::default();
        }
        let Some(source) = self.files.read(file, FILE_MAX) else {
            self.problems.push(format!(
                "{}: not read, it is longer than {FILE_MAX} bytes or no file",
                file.display()
            ));
            return DataFile::default();
        };
        match literal_arrays(&source) {
            Ok(arrays) => DataFile { source, arrays },
            Err(error) => {
                self.problems.push(format!(
                    "{}:{}: {}",
                    file.display(),
                    error.line,
                    error.message
                ));
                DataFile::default()
            }
        }
    }
}

impl DataFile {
    /// The outermost arrays, in their order.
    pub(super) fn arrays(&self) -> impl Iterator<Item = &Literal> {
        self.arrays.iter().map(|(_, array)| array)
    }

    /// The first array behind the head of a function.
    pub(super) fn array_of(&self, function: &str) -> Option<&Literal> {
        let head = format!("function {function}(");
        let at = memchr::memmem::find(&self.source, head.as_bytes())?;
        let before = self.source.get(..at)?;
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let mut arrays = self.arrays.iter();
        arrays.find_map(|(at, array)| (*at >= line).then_some(array))
    }
}
