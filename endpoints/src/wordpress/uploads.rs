//! Uploaded files, and the private folder that holds them until the request is answered.
//!
//! Contract "contact-form-7", section 15; hardening S2 and S6. The folder is outside every served folder; a file in
//! it has a random name and mode 0600 and is deleted when its handle is dropped.

use std::fs::{DirBuilder, DirEntry, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use compat::wordpress::php::{Array, Value};
use tempfile::{TempDir, TempPath};

/// PHP's upload error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadError {
    /// `UPLOAD_ERR_OK`: no error.
    Ok = 0,
    /// `UPLOAD_ERR_INI_SIZE`: larger than the server's limit.
    IniSize = 1,
    /// `UPLOAD_ERR_PARTIAL`: the body ended within the file.
    Partial = 3,
    /// `UPLOAD_ERR_NO_FILE`: no file was chosen.
    NoFile = 4,
    /// `UPLOAD_ERR_NO_TMP_DIR`: the private folder cannot be used.
    NoTmpDir = 6,
    /// `UPLOAD_ERR_CANT_WRITE`: it could not be written.
    CantWrite = 7,
}

/// A file in the private folder; deleted when dropped.
pub type SpooledFile = TempPath;

/// One uploaded file.
#[derive(Debug)]
pub struct UploadedFile {
    /// The name of its field, as sent.
    pub field: String,
    /// The client's file name without folders; empty when no file was chosen.
    pub name: String,
    /// The `Content-Type` sent by the browser.
    pub content_type: String,
    /// Size in bytes; also set when the file is not stored.
    pub size: u64,
    /// SHA-256 of the stored file, hexadecimal; empty when it is not stored.
    pub sha256: String,
    /// The error code.
    pub error: UploadError,
    /// The stored file; `None` when no rule accepted it or it exceeded the rule's limit.
    pub stored: Option<SpooledFile>,
}

impl UploadedFile {
    /// A file before its first byte is read.
    pub fn new(field: &[u8], name: &[u8], content_type: String) -> Self {
        Self {
            field: String::from_utf8_lossy(field).into_owned(),
            name: String::from_utf8_lossy(name).into_owned(),
            content_type,
            size: 0,
            sha256: String::new(),
            error: UploadError::Ok,
            stored: None,
        }
    }

    /// Sets the error and deletes the stored file.
    pub fn fail(&mut self, error: UploadError) {
        self.error = error;
        self.size = 0;
        self.stored = None;
    }
}

/// A rule's decision about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storing {
    /// Not stored, only counted.
    Not,
    /// Stored, up to this many bytes.
    UpTo(u64),
}

/// A column's upload rules for one form, evaluated before a file is stored.
pub trait UploadRules: Send + Sync {
    /// Whether a file is stored; field, name and type are set, the size is not.
    fn storing(&self, file: &UploadedFile) -> Storing;
}

/// `$_FILES`.
#[derive(Debug, Default)]
pub struct Files {
    /// By field name; leaves are indexes into `all`.
    pub tree: Array,
    /// In the order sent.
    pub all: Vec<UploadedFile>,
}

impl Files {
    /// The files of a field: `$_FILES[ name ]`, at any depth of brackets. `None` when the form has no such field.
    pub fn of_field(&self, name: &str) -> Option<Vec<&UploadedFile>> {
        let mut found = Vec::new();
        self.collect(self.tree.get(name)?, &mut found);
        Some(found)
    }

    fn collect<'f>(&'f self, value: &Value, found: &mut Vec<&'f UploadedFile>) {
        match value {
            Value::Array(items) => items.values().for_each(|item| self.collect(item, found)),
            other => {
                let place = other.as_int().and_then(|n| usize::try_from(n).ok());
                found.extend(place.and_then(|place| self.all.get(place)));
            }
        }
    }
}

/// The private folder of this instance, with a random name; removed when dropped.
#[derive(Debug)]
pub struct Spool {
    folder: TempDir,
    upload_limit: u64,
    /// Held until the process ends: other instances, and programs that clean temporary folders, leave the folder alone.
    _lock: File,
}

impl Spool {
    /// Makes the folder below the configured one, else below the system's temporary folder, and removes those that
    /// killed instances left there. `upload_limit` is the maximum size of a file in bytes.
    ///
    /// # Errors
    /// When the configured folder belongs to another user or is accessible to others, or no folder can be made in it.
    pub fn create(below: &str, upload_limit: u64) -> io::Result<Self> {
        let below = match below {
            "" => std::env::temp_dir(),
            given => {
                private_folder(Path::new(given))?;
                PathBuf::from(given)
            }
        };
        if let Err(error) = sweep(&below) {
            tracing::warn!(%error, folder = %below.display(), "uploads of killed instances cannot be removed");
        }
        let (folder, lock) = locked_folder(&below).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", below.display()))
        })?;
        Ok(Self {
            folder,
            upload_limit,
            _lock: lock,
        })
    }

    /// PHP's `upload_max_filesize`.
    pub fn upload_limit(&self) -> u64 {
        self.upload_limit
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Creates a folder in it for one request; deleted when dropped.
    ///
    /// # Errors
    /// When the folder belongs to another user or is accessible to others, or cannot be written.
    pub fn folder_for_one(&self) -> io::Result<TempDir> {
        private_folder(self.folder())?;
        private(PREFIX, 0o700).tempdir_in(self.folder())
    }

    /// Creates an empty file.
    ///
    /// # Errors
    /// When the folder belongs to another user or is accessible to others, or cannot be written.
    pub async fn file(&self) -> io::Result<(tokio::fs::File, SpooledFile)> {
        let folder = self.folder().to_owned();
        let made = tokio::task::spawn_blocking(move || {
            private_folder(&folder)?;
            private(PREFIX, 0o600).tempfile_in(&folder)
        });
        let (file, path) = made.await.map_err(io::Error::other)??.into_parts();
        Ok((tokio::fs::File::from_std(file), path))
    }
}

/// Prefix of the folders of instances.
const FOLDER_PREFIX: &str = "oxipress-uploads-";
/// Number of random characters after a prefix.
const RANDOM_LENGTH: usize = 32;
/// Prefix of the names in them.
const PREFIX: &str = "upload-";

/// Names that cannot be guessed.
fn private(prefix: &str, mode: u32) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder
        .prefix(prefix)
        .rand_bytes(RANDOM_LENGTH)
        .permissions(Permissions::from_mode(mode));
    builder
}

/// A new folder with the lock that keeps others from removing it. Until it is locked, an instance that starts at the same
/// moment may take it for that of a killed one: then another is made.
fn locked_folder(below: &Path) -> io::Result<(TempDir, File)> {
    const TRIES: usize = 100;
    let lock = |folder: &Path| {
        let lock = File::open(folder)?;
        lock.lock()?;
        // Whoever removed it had it locked until then.
        std::fs::metadata(folder)?;
        Ok(lock)
    };
    let mut tries = 1;
    loop {
        let folder = private(FOLDER_PREFIX, 0o700).tempdir_in(below)?;
        match lock(folder.path()) {
            Ok(lock) => return Ok((folder, lock)),
            Err(error) if is_gone(&error) && tries < TRIES => tries += 1,
            Err(error) => return Err(error),
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Removes the folders of ours that no running instance has locked. What others remove meanwhile is passed over.
fn sweep(below: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(below)? {
        match sweep_entry(&entry?) {
            Err(error) if !is_gone(&error) => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn sweep_entry(entry: &DirEntry) -> io::Result<()> {
    let user = rustix::process::geteuid().as_raw();
    let name = entry.file_name();
    let random = name.to_str().and_then(|n| n.strip_prefix(FOLDER_PREFIX));
    let is_named = random.is_some_and(|random| random.len() == RANDOM_LENGTH);
    // Of a symbolic link, this is the link's own.
    let is = entry.metadata()?;
    if is_named && is.is_dir() && is.uid() == user {
        let folder = File::open(entry.path())?;
        if folder.try_lock().is_ok() {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Creates the folder; refuses one that others can access and a symbolic link.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    match builder.mode(0o700).recursive(true).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let is = std::fs::symlink_metadata(folder)?;
    let is_private = is.is_dir()
        && is.uid() == rustix::process::geteuid().as_raw()
        && is.permissions().mode() & 0o077 == 0;
    if is_private {
        return Ok(());
    }
    let text = format!("{} is not a folder of ours alone", folder.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
    }

    #[test]
    fn files_are_private_and_go() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("spool");
        let spool = Spool::create(&folder.to_string_lossy(), 10).unwrap();
        let (_, path) = runtime().block_on(spool.file()).unwrap();
        let mode = |p: &Path| std::fs::metadata(p).unwrap().permissions().mode() & 0o777;
        assert_eq!(
            [mode(&folder), mode(spool.folder()), mode(&path)],
            [0o700, 0o700, 0o600]
        );
        drop(path);
        assert_eq!(std::fs::read_dir(spool.folder()).unwrap().count(), 0);
        drop(spool);
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_of_others_is_not_taken() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("open");
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        for folder in [folder, link] {
            let error = Spool::create(&folder.to_string_lossy(), 10).unwrap_err();
            assert!(error.to_string().contains("not a folder of ours alone"));
        }
    }

    /// Instances that start at the same moment leave each other's folders alone.
    #[test]
    fn instances_start_together() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("spool");
        let below = folder.to_string_lossy();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let spool = Spool::create(&below, 10).unwrap();
                        runtime().block_on(spool.file()).unwrap();
                    }
                });
            }
        });
    }

    #[test]
    fn what_a_killed_server_left_is_swept_and_what_a_running_one_has_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("spool");
        let create = || Spool::create(&folder.to_string_lossy(), 10).unwrap();
        let killed = create();
        let left = dir.path().join("left");
        std::fs::create_dir(&left).unwrap();
        std::fs::write(killed.folder().join("upload-x"), "x").unwrap();
        let name = killed.folder().file_name().unwrap().to_owned();
        // What drops after the copy is the first instance's.
        std::fs::rename(killed.folder(), left.join(&name)).unwrap();
        drop(killed);
        std::fs::rename(left.join(&name), folder.join(&name)).unwrap();
        let running = create();
        assert!(!folder.join(&name).exists());
        let (_, path) = runtime().block_on(running.file()).unwrap();
        let other = create();
        assert!(path.exists());
        assert_ne!(running.folder(), other.folder());
    }

    #[test]
    fn a_folder_that_was_lost_is_made_again() {
        let dir = tempfile::tempdir().unwrap();
        let spool = Spool::create(&dir.path().join("spool").to_string_lossy(), 10).unwrap();
        std::fs::remove_dir(spool.folder()).unwrap();
        assert!(runtime().block_on(spool.file()).is_ok());
    }
}
