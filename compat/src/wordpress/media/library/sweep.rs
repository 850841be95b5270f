//! Removes what killed processes left of uploads: their files without names, and those whose rows were never written.

use std::io;

use crate::wordpress::db::{Db, DbError};

use super::files::Library;
use super::object_files::StoreError;
use super::rows::attachments_of;
use super::staging::{left, remove_files};

/// Why a sweep stopped.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The file system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The object store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Sweeps the files of a library; the number of processes that left something, or of their notes in a store.
///
/// # Errors
/// When the file system, the store or the database fails; what is left then is left for the next sweep.
pub async fn sweep(db: &Db, library: &Library) -> Result<usize, SweepError> {
    let (folder, uploads) = (library.staged_in().to_owned(), library.uploads());
    let found = tokio::task::spawn_blocking(move || left(&folder));
    let found = found.await.map_err(io::Error::other)??;
    let mut number = found.len();
    for one in found {
        for note in &one.notes {
            if attachments_of(db, &note.attached_file).await? == 0 {
                remove_files(uploads, &note.files)?;
            }
        }
        one.remove()?;
    }
    let Some(objects) = library.objects() else {
        return Ok(number);
    };
    for (key, note) in objects.left().await? {
        if attachments_of(db, &note.attached_file).await? == 0 {
            objects.remove(&note.files).await?;
        }
        objects.remove_note(&key).await;
        number = number.saturating_add(1);
    }
    Ok(number)
}
