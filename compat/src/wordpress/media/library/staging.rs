//! Files of the media library while they are written: in a private folder beside them, renamed when all are complete.
//!
//! The folder lies in the uploads folder, so that renaming moves no data; only its owner may open it. A lock says that the
//! process that made it still runs: what a killed one left, [`sweep`] removes. Before the files of an upload get their
//! names these are written down, so that a process that was killed before its rows leaves no file that nobody knows.

use std::fs::{File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempPath};

/// Prefix of the folders; no server shows names with a dot in front.
const PREFIX: &str = ".oxipress-media-";
/// Number of random characters behind it.
const RANDOM: usize = 16;
/// Prefix of the notes about names.
const NOTE: &str = "note-";

/// A file in the folder; removed when dropped.
pub type StagedFile = TempPath;

/// The folder of this process.
#[derive(Debug)]
pub struct Staging {
    folder: tempfile::TempDir,
    /// Held until the process ends.
    _lock: File,
}

/// What is written down before files get their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// `_wp_attached_file` of the row that will name them.
    pub attached_file: String,
    /// The files, below the uploads folder.
    pub files: Vec<PathBuf>,
}

impl Staging {
    /// Makes a folder in the uploads folder, which is made when it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(uploads: &Path) -> io::Result<Self> {
        create_folders(uploads)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).rand_bytes(RANDOM);
        builder.permissions(Permissions::from_mode(0o700));
        let folder = builder.tempdir_in(uploads)?;
        let lock = File::open(folder.path())?;
        lock.lock()?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    /// Whether the folder is still there.
    pub fn is_there(&self) -> bool {
        self.folder.path().is_dir()
    }

    /// An empty file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn file(&self) -> io::Result<NamedTempFile> {
        NamedTempFile::new_in(self.folder.path())
    }

    /// Writes a file.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub fn write(&self, bytes: &[u8]) -> io::Result<StagedFile> {
        let mut file = self.file()?;
        file.write_all(bytes)?;
        Ok(file.into_temp_path())
    }

    /// Copies a file here.
    ///
    /// # Errors
    /// When it cannot be read, or the disk is full or fails.
    pub fn copy(&self, from: &Path) -> io::Result<StagedFile> {
        let mut file = self.file()?;
        io::copy(&mut File::open(from)?, file.as_file_mut())?;
        Ok(file.into_temp_path())
    }

    /// Writes a note; it goes when it is dropped.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&self, note: &Note) -> io::Result<StagedFile> {
        let mut builder = tempfile::Builder::new();
        let mut file = builder.prefix(NOTE).tempfile_in(self.folder.path())?;
        file.write_all(&serde_json::to_vec(note)?)?;
        Ok(file.into_temp_path())
    }
}

/// Makes a folder and those above it, each with the permissions of the one above (`wp_mkdir_p`).
///
/// # Errors
/// When one cannot be made.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder.parent().filter(|p| !p.as_os_str().is_empty());
    let mode = match above {
        Some(above) => {
            create_folders(above)?;
            std::fs::metadata(above)?.mode() & 0o7777
        }
        None => 0o755,
    };
    match std::fs::DirBuilder::new().mode(mode).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
        made => made?,
    }
    std::fs::set_permissions(folder, Permissions::from_mode(mode))
}

/// Gives a staged file its name; an existing file of that name stays and is an error. Its permissions are those of the
/// folder without the right to run it.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], or when the file system fails.
pub fn place(file: StagedFile, to: &Path) -> Result<(), (io::Error, StagedFile)> {
    let mode = to.parent().map(std::fs::metadata).transpose();
    let mode = match mode {
        Ok(folder) => folder.map_or(0o644, |folder| folder.mode() & 0o666),
        Err(error) => return Err((error, file)),
    };
    if let Err(error) = std::fs::set_permissions(&file, Permissions::from_mode(mode)) {
        return Err((error, file));
    }
    file.persist_noclobber(to)
        .map_err(|failed| (failed.error, failed.path))
}

/// A folder that a killed process left, with the names that its files may have got.
#[derive(Debug)]
pub struct Left {
    folder: PathBuf,
    /// Held while it is dealt with, so that no other process does the same.
    _lock: File,
    /// The notes.
    pub notes: Vec<Note>,
}

impl Left {
    /// Removes the folder with everything in it.
    ///
    /// # Errors
    /// When the file system fails.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_dir_all(&self.folder)
    }
}

/// The folders that killed processes left.
///
/// # Errors
/// When the uploads folder cannot be read.
pub fn left(uploads: &Path) -> io::Result<Vec<Left>> {
    let mut all = Vec::new();
    let entries = match std::fs::read_dir(uploads) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(all),
        entries => entries?,
    };
    let user = rustix::process::geteuid().as_raw();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        // Of a symbolic link, this is the link's own.
        let Ok(is) = entry.metadata() else {
            continue;
        };
        if random.is_none_or(|random| random.len() != RANDOM) || !is.is_dir() || is.uid() != user {
            continue;
        }
        let lock = File::open(entry.path())?;
        if lock.try_lock().is_ok() {
            all.push(Left {
                notes: notes(&entry.path())?,
                folder: entry.path(),
                _lock: lock,
            });
        }
    }
    Ok(all)
}

fn notes(folder: &Path) -> io::Result<Vec<Note>> {
    let mut notes = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(NOTE) {
            // One that was cut off: no file had its name yet.
            notes.extend(serde_json::from_slice::<Note>(&std::fs::read(
                entry.path(),
            )?));
        }
    }
    Ok(notes)
}

/// Removes the files of a note.
///
/// # Errors
/// When the file system fails.
pub fn remove_files(uploads: &Path, files: &[PathBuf]) -> io::Result<()> {
    for file in files {
        let is_below = file
            .components()
            .all(|c| matches!(c, std::path::Component::Normal(_)));
        if !is_below {
            continue;
        }
        match std::fs::remove_file(uploads.join(file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn files_get_their_names_when_they_are_complete() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        let uploads = dir.path().join("wp-content/uploads");
        let staging = Staging::create(&uploads).unwrap();
        let month = uploads.join("2026/11");
        create_folders(&month).unwrap();
        let to = month.join("a.jpg");
        place(staging.write(b"one").unwrap(), &to).unwrap();
        assert_eq!((mode(&month), mode(&to)), (0o755, 0o644));
        let (error, _) = place(staging.write(b"two").unwrap(), &to).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&to).unwrap(), b"one");
        drop(staging);
        assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_process_left_is_found_and_what_a_running_one_has_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let (killed, running) = (
            Staging::create(dir.path()).unwrap(),
            Staging::create(dir.path()).unwrap(),
        );
        let note = Note {
            attached_file: "a.jpg".to_owned(),
            files: vec!["a.jpg".into(), "../b.jpg".into()],
        };
        std::mem::forget(killed.note(&note).unwrap());
        std::mem::forget(killed.write(b"half").unwrap());
        let Staging { folder, _lock } = killed;
        std::mem::forget(folder);
        drop(_lock);
        let mut found = left(dir.path()).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].notes, [note]);
        found.remove(0).remove().unwrap();
        assert!(running.is_there() && left(dir.path()).unwrap().is_empty());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
