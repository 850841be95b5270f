//! What is done with files that have their names: read here, removed; wherever they are.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use object_store::path::Path as Key;

use super::files::{Library, LibraryError};
use super::inspect::picture_size;
use super::object_files::{ObjectFiles, new_note};
use super::staging::{Note, StagedFile, remove_files};

/// Maximum size in bytes of a file that is copied here from a store.
const COPIED: u64 = 512 * 1024 * 1024;
/// What is read of a picture first to learn its size, in bytes.
const HEAD: u64 = 256 * 1024;

/// A file on this machine: the library's own, or a copy that goes when this is dropped.
#[derive(Debug)]
pub struct LocalFile {
    path: PathBuf,
    copy: Option<StagedFile>,
}

impl LocalFile {
    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A note of files that are about to go.
#[derive(Debug)]
pub enum KeptNote {
    /// In the folder of this process; it goes when this is dropped.
    Staged(StagedFile),
    /// In the store.
    Stored(Arc<ObjectFiles>, Key),
    /// It could not be written.
    None,
}

impl KeptNote {
    /// The files are gone.
    pub async fn done(self) {
        if let Self::Stored(objects, key) = self {
            objects.remove_note(&key).await;
        }
    }
}

impl Library {
    /// The file of a path below the uploads folder.
    ///
    /// # Errors
    /// When there is none, it cannot be read or is too large, or the store does not answer.
    pub async fn local(&self, below: &str) -> Result<LocalFile, LibraryError> {
        self.local_part(below, COPIED).await
    }

    /// The same, of a store the first bytes only.
    async fn local_part(&self, below: &str, most: u64) -> Result<LocalFile, LibraryError> {
        let path = self.uploads().join(below);
        let Some(objects) = self.objects() else {
            return Ok(LocalFile { path, copy: None });
        };
        if tokio::fs::try_exists(&path).await.unwrap_or(false) {
            return Ok(LocalFile { path, copy: None });
        }
        let staging = self.staging()?;
        let copy = objects.fetch(Path::new(below), &staging, most).await?;
        let copy = copy.ok_or(io::Error::from(io::ErrorKind::NotFound))?;
        Ok(LocalFile {
            path: copy.to_path_buf(),
            copy: Some(copy),
        })
    }

    /// Width and height of a picture below the uploads folder; `None` when there is none, or it cannot be read.
    pub async fn picture_size(&self, below: &str) -> Option<(i64, i64)> {
        // Sizes stand at the beginning, behind what the camera wrote.
        for most in [HEAD, COPIED] {
            let file = self.local_part(below, most).await.ok()?;
            let looking = tokio::task::spawn_blocking(move || {
                let size = picture_size(file.path());
                let is_whole = file.copy.is_none()
                    || std::fs::metadata(file.path()).is_ok_and(|meta| meta.len() < most);
                (size, is_whole)
            });
            let (size, is_whole) = looking.await.ok()?;
            if size.is_some() || is_whole {
                return size;
            }
        }
        None
    }

    /// Writes down files that are about to go: when this process is killed in between, a sweep removes them.
    pub async fn note(&self, note: &Note) -> KeptNote {
        let Some(objects) = self.objects() else {
            let staging = self.staging();
            let kept = staging.and_then(|staging| staging.note(note));
            return kept.map_or(KeptNote::None, KeptNote::Staged);
        };
        let key = new_note();
        match objects.write_note(&key, note, false).await {
            Ok(()) => KeptNote::Stored(Arc::clone(objects), key),
            Err(_) => KeptNote::None,
        }
    }

    /// Removes files below the uploads folder.
    ///
    /// # Errors
    /// When the file system fails or the store does not answer.
    pub async fn remove(&self, files: Vec<PathBuf>) -> Result<(), LibraryError> {
        if let Some(objects) = self.objects() {
            return Ok(objects.remove(&files).await?);
        }
        let uploads = self.uploads().to_owned();
        let removing = tokio::task::spawn_blocking(move || remove_files(&uploads, &files));
        Ok(removing.await.map_err(io::Error::other)??)
    }
}
