//! Uploaded files: the columns' upload rules, and the private folder that holds files during the request.
//!
//! Contract "contact-form-7", section 15; hardening S2 and S6. The folder is outside every served folder; a file in
//! it has a random name and mode 0600 and is deleted when its handle is dropped.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::request_error::RequestError;
use compat::wordpress::php::{Array, Value};
use tempfile::TempPath;

use crate::app::App;
use crate::server::{HandlerFuture, Request};

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

/// Finds a column's rules for a request; `fields` are the form fields sent before the first file.
pub type FindUploadRules =
    for<'a> fn(
        &'a App,
        &'a Request,
        &'a Array,
    ) -> HandlerFuture<'a, Result<Option<Box<dyn UploadRules>>, RequestError>>;

/// The columns' upload rules.
#[derive(Default)]
pub struct Uploads {
    finders: Vec<FindUploadRules>,
    too_large: Vec<fn(&str) -> bool>,
}

impl Uploads {
    /// Registers a column's rules.
    pub fn add(&mut self, find: FindUploadRules) {
        self.finders.push(find);
    }

    /// Registers a predicate for paths whose handler makes the response to a form over the size limit.
    pub fn answer_too_large(&mut self, knows: fn(&str) -> bool) {
        self.too_large.push(knows);
    }

    /// Whether the handler of this path makes the response to a form over the size limit.
    pub fn answers_too_large(&self, path: &str) -> bool {
        self.too_large.iter().any(|knows| knows(path))
    }

    /// The rules of the first column that has some for the form.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn find(
        &self,
        app: &App,
        request: &Request,
        fields: &Array,
    ) -> Result<Option<Box<dyn UploadRules>>, RequestError> {
        for find in &self.finders {
            if let Some(rules) = find(app, request, fields).await? {
                return Ok(Some(rules));
            }
        }
        Ok(None)
    }
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

/// Age at which a file left by a killed process is deleted.
const LEFT_OVER: Duration = Duration::from_secs(3600);

/// The private folder.
#[derive(Debug, Clone)]
pub struct Spool {
    folder: PathBuf,
    upload_limit: u64,
}

impl Spool {
    /// Uses the configured folder, else one below the system's temporary folder. `upload_limit` is the maximum size of a
    /// file in bytes.
    pub fn new(folder: &str, upload_limit: u64) -> Self {
        let folder = match folder {
            "" => {
                let user = rustix::process::geteuid().as_raw();
                std::env::temp_dir().join(format!("oxipress-uploads-{user}"))
            }
            folder => PathBuf::from(folder),
        };
        Self {
            folder,
            upload_limit,
        }
    }

    /// PHP's `upload_max_filesize`.
    pub fn upload_limit(&self) -> u64 {
        self.upload_limit
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates a folder in it for one request; deleted when dropped.
    ///
    /// # Errors
    /// When the folder belongs to another user or is accessible to others, or cannot be written.
    pub fn folder_for_one(&self) -> io::Result<tempfile::TempDir> {
        private_folder(&self.folder)?;
        tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(32)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(&self.folder)
    }

    /// Creates an empty file.
    ///
    /// # Errors
    /// When the folder belongs to another user or is accessible to others, or cannot be written.
    pub async fn create(&self) -> io::Result<(tokio::fs::File, SpooledFile)> {
        let folder = self.folder.clone();
        let made = tokio::task::spawn_blocking(move || create(&folder)).await;
        let (file, path) = made.map_err(io::Error::other)??;
        Ok((tokio::fs::File::from_std(file), path))
    }

    /// Deletes files left by a killed process; called at start. Returns their number.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn sweep(&self, now: SystemTime) -> io::Result<usize> {
        let mut removed = 0;
        let entries = match std::fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
            let changed = entry.metadata()?.modified()?;
            let age = now.duration_since(changed).unwrap_or_default();
            if is_ours && age > LEFT_OVER {
                match entry.file_type()?.is_dir() {
                    true => std::fs::remove_dir_all(entry.path())?,
                    false => std::fs::remove_file(entry.path())?,
                }
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// Prefix of all file names.
const PREFIX: &str = "upload-";

fn create(folder: &Path) -> io::Result<(std::fs::File, SpooledFile)> {
    private_folder(folder)?;
    let file = tempfile::Builder::new()
        .prefix(PREFIX)
        .rand_bytes(32)
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)?;
    Ok(file.into_parts())
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
        let spool = Spool::new(&folder.to_string_lossy(), 10);
        let (_, path) = runtime().block_on(spool.create()).unwrap();
        let mode = |p: &Path| std::fs::metadata(p).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&path)), (0o700, 0o600));
        drop(path);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_of_others_is_not_taken() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("open");
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let spool = Spool::new(&folder.to_string_lossy(), 10);
        assert!(runtime().block_on(spool.create()).is_err());
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        let spool = Spool::new(&link.to_string_lossy(), 10);
        assert!(runtime().block_on(spool.create()).is_err());
    }

    #[test]
    fn what_a_killed_server_left_is_swept() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("spool");
        let spool = Spool::new(&folder.to_string_lossy(), 10);
        let (_, path) = runtime().block_on(spool.create()).unwrap();
        let kept = path.keep().unwrap();
        assert_eq!(spool.sweep(SystemTime::now()).unwrap(), 0);
        let later = SystemTime::now() + LEFT_OVER + Duration::from_secs(1);
        assert_eq!(spool.sweep(later).unwrap(), 1);
        assert!(!kept.exists());
    }
}
