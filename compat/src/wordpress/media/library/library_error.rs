//! What may go wrong with files of the media library.

use std::io;

use super::image_pool::PoolError;
use super::object_files::StoreError;
use pictures::PictureError;

/// Why something failed.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The picture is broken or too large, or a file could not be read or written.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// There is no room for it now, or ever.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The object store does not answer, or refuses.
    #[error("the store of the media library: {0}")]
    Store(#[from] StoreError),
}

impl From<io::Error> for LibraryError {
    fn from(error: io::Error) -> Self {
        Self::Picture(error.into())
    }
}

impl LibraryError {
    /// Whether the disk is full.
    pub fn is_disk_full(&self) -> bool {
        let Self::Picture(PictureError::Io(error)) = self else {
            return false;
        };
        matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        )
    }

    /// Whether the picture takes more memory than there is for pictures.
    pub fn is_too_large(&self) -> bool {
        matches!(
            self,
            Self::Pool(PoolError::TooLarge(_)) | Self::Picture(PictureError::TooLarge { .. })
        )
    }
}
