//! Files that only the server's own user reads: mails and databases hold what visitors wrote, and keys for new passwords.
//!
//! Hardening S17. Permissions are those of the creation: there is no moment at which others may read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

/// Makes a folder, and those above it, with mode 0700; does nothing when it is there.
///
/// # Errors
/// When it cannot be made.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes or empties a file with mode 0600.
///
/// # Errors
/// When it cannot be written.
pub fn create(path: &Path) -> io::Result<File> {
    options().create(true).truncate(true).open(path)
}

/// Makes an empty file with mode 0600 where there is none.
///
/// # Errors
/// When it exists or cannot be made.
pub fn create_new(path: &Path) -> io::Result<File> {
    options().create_new(true).open(path)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

/// The mode of a file or folder that others may read or write; `None` when it is private or missing.
pub fn open_mode(path: &Path) -> Option<u32> {
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}
