//! Files for who may have them, from a folder or the object store of the media library; and files of that store for everybody,
//! under the rules for files of folders.

use std::path::PathBuf;

use http::{HeaderMap, StatusCode};

use super::file_path::{Unservable, relative_path};
use super::files::{Files, Found, ranged_answer};
use super::open_file::{Opened, open_below, stored_file};
use super::request::Request;
use super::response::Response;
use super::stored_files::{StoredFiles, away};

/// A file below a folder, for who may have it: whole or in part, without the headers of files that everybody may have.
/// `None`: there is none, or it is of a kind that is never served.
pub async fn download(folder: PathBuf, path: &str, request: &Request) -> Option<Response> {
    let relative = relative_path(path).ok()?;
    let opened = tokio::task::spawn_blocking(move || open_below(&folder, &relative)).await;
    match opened {
        Ok(Opened::File(file)) => Some(ranged_answer(request, file, HeaderMap::new()).await),
        _ => None,
    }
}

impl Files {
    /// Looks for files that no folder has in an object store, too.
    pub fn set_stored(&mut self, stored: StoredFiles) {
        self.stored = Some(stored);
    }

    /// Looks up a file in the object store.
    pub(super) async fn find_stored(&self, request: &Request) -> Found {
        let path = request.path();
        let Some(stored) = &self.stored else {
            return Found::Missing;
        };
        let Some(below) = path.strip_prefix(stored.prefix.as_str()) else {
            return Found::Missing;
        };
        let forbidden = || Found::Forbidden(Response::error_page(StatusCode::FORBIDDEN));
        let relative = match relative_path(below) {
            Ok(relative) => relative,
            Err(Unservable::NotAPath) => return Found::Missing,
            Err(Unservable::Forbidden) => return forbidden(),
        };
        if self.is_private(&stored.prefix, &relative) {
            return forbidden();
        }
        match stored.look(&relative).await {
            Ok(Some(content)) => {
                let file = stored_file(&relative, content);
                Found::Response(self.respond(request, file, false).await)
            }
            Ok(None) => Found::Missing,
            Err(error) => Found::Response(away(&error)),
        }
    }

    /// A file of the object store for who may have it, as [`download`] answers; `path` is the path
    /// of its address.
    pub async fn download_stored(&self, path: &str, request: &Request) -> Option<Response> {
        let stored = self.stored.as_ref()?;
        let below = path.strip_prefix(stored.prefix.as_str())?;
        let relative = relative_path(below).ok()?;
        match stored.look(&relative).await {
            Ok(content) => {
                let file = stored_file(&relative, content?);
                Some(ranged_answer(request, file, HeaderMap::new()).await)
            }
            Err(error) => Some(away(&error)),
        }
    }
}
