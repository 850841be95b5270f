//! The site's media library: where its files are, and the job that removes what killed servers left of uploads.
//!
//! Contract "wordpress-rest" section 7.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::media::library::files::Library;
use compat::wordpress::media::library::sweep::sweep;
use compat::wordpress::options::Options;

use crate::app::App;
use crate::scheduled::Scheduled;

/// Time between two sweeps.
const EVERY: Duration = Duration::from_secs(600);

/// Removes what killed servers left; runs at the start too.
pub const SWEEP: Scheduled = Scheduled {
    name: "media_library_sweep",
    run: |app| {
        Box::pin(async move {
            run(app).await;
            EVERY
        })
    },
};

async fn run(app: &App) {
    let Some(library) = &app.library else {
        return;
    };
    match sweep(&app.db, library.uploads()).await {
        Ok(0) => {}
        Ok(servers) => tracing::info!(servers, "what killed servers left of uploads is removed"),
        Err(error) => {
            tracing::warn!(%error, "what killed servers left of uploads cannot be removed")
        }
    }
}

/// The library of a site with files.
pub fn open(
    content: Option<&Path>,
    wp_root: Option<&Path>,
    options: &Options,
) -> Option<Arc<Library>> {
    let uploads = uploads_folder(content?, wp_root, &options.text("upload_path"));
    match Library::new(uploads, 0) {
        Ok(library) => Some(Arc::new(library)),
        Err(error) => {
            tracing::error!(%error, "there are no threads for pictures: uploads are off");
            None
        }
    }
}

/// `wp_upload_dir`: the option `upload_path`, below the site's folder when it is no path of its own.
fn uploads_folder(content: &Path, wp_root: Option<&Path>, option: &str) -> PathBuf {
    match (option.trim(), wp_root) {
        ("" | "wp-content/uploads", _) | (_, None) => content.join("uploads"),
        (given, Some(root)) => root.join(given),
    }
}
