//! The browser modules' bundles inside the binary of a package: unpacked once, into a folder named by a hash of their
//! content. `build.rs` packs them when a package is built; other binaries hold none and serve the source tree's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use compat::wordpress::private_file;
use flate2::read::GzDecoder;

static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/modules.tar.gz"));
const FOLDER: &str = concat!("modules-", env!("MODULES_HASH"));

/// Whether this binary holds the bundles.
#[must_use]
pub fn is_packed() -> bool {
    !ARCHIVE.is_empty()
}

/// The folder of the bundles below `data_dir`, unpacked if missing; `None` when the binary holds none.
///
/// # Errors
/// When the folder cannot be written.
pub fn below(data_dir: &Path) -> io::Result<Option<PathBuf>> {
    if !is_packed() {
        return Ok(None);
    }
    let folder = data_dir.join(FOLDER);
    if !folder.is_dir() {
        unpack(data_dir, &folder)?;
    }
    Ok(Some(folder))
}

/// Unpacks beside the folder and renames, so that a killed start leaves none that is half full.
fn unpack(data_dir: &Path, folder: &Path) -> io::Result<()> {
    private_file::create_folder(data_dir)?;
    let working = tempfile::Builder::new()
        .prefix("unpacking-modules-")
        .tempdir_in(data_dir)?;
    let mut archive = tar::Archive::new(GzDecoder::new(ARCHIVE));
    // Files get the current time, so that their ETags differ from those of other bundles.
    archive.set_preserve_mtime(false);
    archive.unpack(working.path())?;
    match fs::rename(working.path(), folder) {
        // Another server that started at the same time was quicker.
        Err(_) if folder.is_dir() => Ok(()),
        renamed => {
            renamed?;
            let _ = working.keep();
            Ok(())
        }
    }
}
