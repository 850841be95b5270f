//! Removes what killed processes left of uploads: their files without names, and those whose rows were never written.

use std::io;
use std::path::Path;

use crate::wordpress::db::{Db, DbError};

use super::rows::attachments_of;
use super::staging::{left, remove_files};

/// Why a sweep stopped.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The file system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Sweeps an uploads folder; the number of processes that left something.
///
/// # Errors
/// When the file system or the database fails; what is left then is left for the next sweep.
pub async fn sweep(db: &Db, uploads: &Path) -> Result<usize, SweepError> {
    let folder = uploads.to_owned();
    let found = tokio::task::spawn_blocking(move || left(&folder));
    let found = found.await.map_err(io::Error::other)??;
    let number = found.len();
    for one in found {
        for note in &one.notes {
            if attachments_of(db, &note.attached_file).await? == 0 {
                remove_files(uploads, &note.files)?;
            }
        }
        one.remove()?;
    }
    Ok(number)
}
