//! Opens files below a folder: only regular ones, and none outside of it, also through a symbolic link (hardening S6).

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use compat::wordpress::media::library::object_files::StoreError;
use http::HeaderValue;

use super::compressed_files::{COMPRESSED, FileState};
use super::conditional::whole_seconds;
use super::content_type::{self, FileType};
use super::file_path::is_forbidden_name;
use super::stored_files::StoredContent;

/// A file that may be served.
#[derive(Debug)]
pub(super) struct OpenFile {
    path: PathBuf,
    /// What is in it.
    pub(super) content: Content,
    /// Its type.
    pub(super) kind: FileType,
    /// When it was modified.
    pub(super) modified: SystemTime,
    /// Its bytes.
    pub(super) size: u64,
}

impl OpenFile {
    /// Whether the file is compressed.
    pub(super) fn is_packed(&self) -> bool {
        content_type::is_text(self.kind.content_type) && COMPRESSED.contains(&self.size)
    }

    /// What tells a compressed copy of the file from an outdated one.
    pub(super) fn state(&self) -> FileState {
        FileState {
            path: self.path.clone(),
            modified: whole_seconds(self.modified),
            size: self.size,
        }
    }

    /// Copies a small file of a store here.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(super) async fn fetch(&mut self) -> Result<(), StoreError> {
        if let Content::Stored(stored) = &self.content {
            self.content = Content::Local(stored.copy().await?);
        }
        Ok(())
    }

    /// Modification time and size, both hexadecimal.
    pub(super) fn etag(&self) -> HeaderValue {
        let tag = format!("\"{:x}-{:x}\"", whole_seconds(self.modified), self.size);
        HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("\"0-0\""))
    }
}

/// The content of a file.
#[derive(Debug)]
pub(super) enum Content {
    /// A file of this machine, open for reading.
    Local(File),
    /// A file in an object store.
    Stored(StoredContent),
}

/// What a path below a folder is.
pub(super) enum Opened {
    /// A regular file.
    File(OpenFile),
    /// A folder.
    Folder,
    /// Something that is not served.
    Outside,
    /// It does not exist.
    Nothing,
}

/// Opens a file below a folder. Symbolic links are followed and their target is checked again.
pub(super) fn open_below(folder: &Path, relative: &Path) -> Opened {
    let Ok(folder) = folder.canonicalize() else {
        return Opened::Nothing;
    };
    let Ok(path) = folder.join(relative).canonicalize() else {
        return Opened::Nothing;
    };
    let Ok(inside) = path.strip_prefix(&folder) else {
        return Opened::Outside;
    };
    if inside
        .components()
        .any(|part| part.as_os_str().to_str().is_none_or(is_forbidden_name))
    {
        return Opened::Outside;
    }
    let Ok(metadata) = std::fs::metadata(&path) else {
        return Opened::Nothing;
    };
    if metadata.is_dir() {
        return Opened::Folder;
    }
    // Only regular files: opening a FIFO would block.
    if !metadata.is_file() {
        return Opened::Outside;
    }
    let opened = File::open(&path).and_then(|file| Ok((file.metadata()?, file)));
    match opened {
        Ok((metadata, file)) if metadata.is_file() => {
            Opened::File(open_file(path, file, &metadata))
        }
        Ok(_) => Opened::Outside,
        // The file exists but cannot be read: 403, like the front server.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Opened::Outside,
        Err(_) => Opened::Nothing,
    }
}

/// [`open_below`] by what the kernel's cache of names knows: that nothing is there, or that it is the folder itself. Waits
/// for no disk and no network. (`openat2` came with Linux 5.6, its flag with 5.12; elsewhere nothing is known.)
pub(super) fn known_below(folder: &Path, relative: &Path) -> Option<Opened> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
        use rustix::io::Errno;
        let (path, flags) = (folder.join(relative), OFlags::PATH | OFlags::CLOEXEC);
        match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::CACHED) {
            Ok(_) if relative.as_os_str().is_empty() => Some(Opened::Folder),
            Err(Errno::NOENT | Errno::NOTDIR) => Some(Opened::Nothing),
            _ => None,
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (folder, relative);
        None
    }
}

/// A file of an object store.
pub(super) fn stored_file(path: &Path, content: StoredContent) -> OpenFile {
    OpenFile {
        kind: kind_of(path),
        // No path of this machine: compressed copies are told apart by it.
        path: Path::new("store:").join(path),
        modified: content.file.modified,
        size: content.file.size,
        content: Content::Stored(content),
    }
}

fn kind_of(path: &Path) -> FileType {
    let name = path.file_name().and_then(|name| name.to_str());
    content_type::of_file(name.unwrap_or(""))
}

fn open_file(path: PathBuf, file: File, metadata: &Metadata) -> OpenFile {
    let kind = kind_of(&path);
    let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    OpenFile {
        path,
        content: Content::Local(file),
        kind,
        modified,
        size: metadata.len(),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::Path;

    use super::{Opened, known_below, open_below};

    #[test]
    fn the_cache_of_names_knows_what_was_looked_for() {
        let dir = tempfile::tempdir().expect("folder");
        let folder = dir.path();
        let absent = Path::new("aviso-legal");
        assert!(matches!(open_below(folder, absent), Opened::Nothing));
        let is_known = || matches!(known_below(folder, absent), Some(Opened::Nothing));
        let itself = known_below(folder, Path::new(""));
        // An older kernel knows neither.
        assert_eq!(is_known(), matches!(itself, Some(Opened::Folder)));
        std::fs::write(folder.join(absent), "x").expect("file");
        assert!(known_below(folder, absent).is_none(), "it is there now");
        std::fs::remove_file(folder.join(absent)).expect("file");
        assert!(matches!(open_below(folder, absent), Opened::Nothing));
        assert_eq!(is_known(), itself.is_some());
    }
}
