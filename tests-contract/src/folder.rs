//! Copies of folders.

use std::fs;
use std::io::{ErrorKind, Result};
use std::path::Path;

/// Copies a folder with its files. Other tests' servers use the recorded site's folder meanwhile: what they take away before
/// it is copied is left out.
///
/// # Errors
/// When a file cannot be read or written.
pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let copied = match source.is_dir() {
            true => copy_folder(&source, &target),
            false => fs::copy(&source, target).map(drop),
        };
        match copied {
            Err(error) if error.kind() == ErrorKind::NotFound && !source.exists() => {}
            copied => copied?,
        }
    }
    Ok(())
}
