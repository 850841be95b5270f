//! Where the site's media library is.
//!
//! Contract "wordpress-rest" section 7.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compat::wordpress::media::library::files::Library;
use compat::wordpress::options::Options;

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
