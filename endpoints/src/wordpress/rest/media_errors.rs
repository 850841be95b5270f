//! Errors of the media library, as the API says them.
//!
//! Contract "wordpress-rest" sections 7.1 and 7.5. Where WordPress has no code of its own, the nearest one is taken: a
//! picture that takes too much memory is `rest_upload_file_too_big`, a full disk `rest_upload_file_error`.

use std::sync::Arc;

use compat::wordpress::media::library::files::{Library, LibraryError};
use compat::wordpress::media::library::image_pool::PoolError;

use super::route::Rest;
use super::route_error::{RestError, RouteError};
use crate::request_error::{RequestError, RequestErrorKind};

impl Rest<'_> {
    /// The media library.
    ///
    /// # Errors
    /// When the site has no folder for files.
    pub fn library(&self) -> Result<Arc<Library>, RestError> {
        let library = self.app.library.clone();
        library.ok_or_else(|| {
            let source = "Could not open file handle.";
            self.error("rest_upload_file_error", source, 500)
        })
    }

    /// An error of the library.
    pub fn library_error(&self, error: LibraryError) -> RouteError {
        if error.is_disk_full() {
            tracing::error!(%error, "the disk is full: an upload is refused");
            let source = "Failed to write file to disk.";
            return self.error("rest_upload_file_error", source, 507).into();
        }
        if error.is_too_large() {
            tracing::info!(%error, "a picture is too large");
            return self
                .error("rest_upload_file_too_big", TOO_LARGE, 400)
                .into();
        }
        let kind = match error {
            LibraryError::Pool(PoolError::Full) => RequestErrorKind::Overloaded,
            LibraryError::Pool(PoolError::Panicked) => RequestErrorKind::Panic,
            LibraryError::Picture(ref broken) => {
                tracing::warn!(error = %broken, "a file of the media library");
                let source = "Could not open file handle.";
                return self.error("rest_upload_file_error", source, 500).into();
            }
            LibraryError::Store(ref away) => {
                tracing::error!(error = %away, "the store of the media library");
                RequestErrorKind::Overloaded
            }
            LibraryError::Pool(PoolError::TooLarge(_)) => RequestErrorKind::Overloaded,
        };
        RouteError::Failed(RequestError::new(kind, error.to_string()))
    }
}

/// What WordPress says of a picture that its server cannot process.
const TOO_LARGE: &str = "The server cannot process the image. This can happen if the server is busy or does not have enough resources to complete the task. Uploading a smaller image may help. Suggested maximum size is 2560 pixels.";
