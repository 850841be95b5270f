//! Downloads the authors' avatars that the site serves itself (option `local_images`), so that a visitor's browser
//! makes no request to a third party.
//!
//! Contract "reviews-widget", section 1: option `local_images`. Only images are stored, below `uploads/gmbrr`; a failed
//! download is retried at the next run, and meanwhile pages link the service's URL.

use std::path::Path;
use std::time::Duration;

use compat::reviews::avatars::{self, FOLDER, file_name};
use compat::wordpress::db::DbError;

use crate::app::App;
use crate::http_client::{self, HttpRequest};

use super::settings::ReviewsSettings;

/// Maximum number of downloads per run.
const MOST: usize = 50;

/// Maximum size in bytes: without a size in the URL, services send the original photo.
const PICTURE_LIMIT: usize = 8 * 1024 * 1024;

/// Downloads missing avatars; returns their number.
///
/// # Errors
/// When the database fails.
pub async fn fetch(app: &App) -> Result<usize, DbError> {
    let Some(content) = &app.content_dir else {
        return Ok(0);
    };
    if !avatars::is_wanted(&app.db).await? {
        return Ok(0);
    }
    let now = app.clock.now();
    let folder = content.join("uploads").join(FOLDER);
    let mut files = Vec::new();
    for url in avatars::wanted(&app.db, now).await?.into_iter().take(MOST) {
        let Some((name, image)) = picture(app, &url).await else {
            continue;
        };
        match keep(&folder, &name, &image).await {
            Ok(()) => files.push((url, name)),
            Err(error) => {
                tracing::warn!(%error, folder = %folder.display(), "pictures of authors cannot be kept");
                break;
            }
        }
    }
    if files.is_empty() {
        return Ok(0);
    }
    let number = files.len();
    avatars::store(&app.db, files, now).await?;
    app.changed(&["options"]).await?;
    Ok(number)
}

async fn picture(app: &App, url: &str) -> Option<(String, bytes::Bytes)> {
    let settings = app.settings.section::<ReviewsSettings>();
    let stand_in = settings.photos_url.trim_end_matches('/');
    let address = match url.split_once("://") {
        Some((_, rest)) if !stand_in.is_empty() => format!("{stand_in}/{rest}"),
        _ => url.to_owned(),
    };
    let timeout = Duration::from_secs(settings.retrieve_timeout.max(1));
    let mut request = HttpRequest::of(&address).at_most(PICTURE_LIMIT);
    request.is_configured_host = !stand_in.is_empty();
    let response = match http_client::send(request, timeout).await {
        Ok(response) => response,
        Err(error) => {
            tracing::warn!(%error, url, "the picture of an author did not come");
            return None;
        }
    };
    let name = file_name(url, &response.body).filter(|_| response.status == 200);
    let Some(name) = name else {
        let size_bytes = response.body.len();
        tracing::warn!(
            url,
            status = response.status,
            size_bytes,
            "what came for an author is no picture"
        );
        return None;
    };
    Some((name, response.body))
}

/// Writes a file atomically.
async fn keep(folder: &Path, name: &str, image: &[u8]) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let (half, whole) = (folder.join(format!(".{name}")), folder.join(name));
    tokio::fs::write(&half, image).await?;
    tokio::fs::rename(half, whole).await
}
