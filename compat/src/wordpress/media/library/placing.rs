//! The files of an attachment get their names: all or none.
//!
//! Contract "wordpress-rest" section 7.2. Until [`Placed::keep`] they are removed again when anything fails; a note says
//! which, for the case that the process is killed in between.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::in_store::InStore;
use super::metadata::{NameEnd, made_name};
use super::staging::{Note, StagedFile, Staging, create_folders, place, remove_files};
use super::unique_name::{Wanted, wp_unique_filename};

/// How often another name is looked for when someone else took the one that was free.
pub(super) const TRIES: usize = 8;

/// Files that have their names, and lose them again when this is dropped.
#[derive(Debug)]
pub struct Placed {
    /// The name of the original.
    pub name: String,
    pub(super) files: Vec<PathBuf>,
    place: Option<Within>,
}

/// Where files have their names.
#[derive(Debug)]
enum Within {
    Folder {
        uploads: PathBuf,
        /// Goes when this is dropped.
        _note: StagedFile,
        _staging: Arc<Staging>,
    },
    Store(InStore),
}

impl Placed {
    /// Files that will be in an object store.
    pub(super) fn in_store(name: String, store: InStore) -> Self {
        let files = Vec::new();
        let place = Some(Within::Store(store));
        Self { name, files, place }
    }

    /// The rows are written: the files stay.
    pub fn keep(mut self) {
        self.files.clear();
        if let Some(Within::Store(store)) = self.place.take() {
            store.keep();
        }
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        match self.place.take() {
            Some(Within::Folder { uploads, .. }) => {
                if let Err(error) = remove_files(&uploads, &self.files) {
                    tracing::warn!(%error, "files of an upload that failed cannot be removed");
                }
            }
            Some(Within::Store(store)) => store.remove(std::mem::take(&mut self.files)),
            None => {}
        }
    }
}

/// Files without names.
#[derive(Debug)]
pub struct Nameless {
    /// The original, unless it has its name already.
    pub original: Option<StagedFile>,
    /// What was made of it: how its name ends, and the file.
    pub made: Vec<(NameEnd, StagedFile)>,
}

impl Nameless {
    /// The files with the paths that they get below the uploads folder; the original comes first.
    pub(super) fn named(&self, folder: &str, name: &str) -> Vec<(PathBuf, &StagedFile)> {
        let below = |name: &str| PathBuf::from(format!("{folder}{name}"));
        let original = self.original.iter().map(|file| (below(name), file));
        let made = self.made.iter();
        let made = made.map(|(end, file)| (below(&made_name(name, end)), file));
        original.chain(made).collect()
    }
}

/// Where files go.
#[derive(Clone, Debug)]
pub struct Place {
    /// The uploads folder.
    pub uploads: PathBuf,
    /// The folder below it, with a slash at the end; empty for the uploads folder itself.
    pub folder: String,
}

impl Place {
    fn path(&self) -> PathBuf {
        self.uploads.join(&self.folder)
    }
}

/// Names of the files in a folder; none when it is missing.
fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect(),
    }
}

/// Gives the files of an upload a name that is free. `full` is how the name of the full image ends (`-scaled`); `None` when
/// that is the original.
///
/// # Errors
/// When the file system fails; then no file has a name.
pub fn place_new(
    staging: &Arc<Staging>,
    at: &Place,
    wanted: &Wanted,
    full: Option<&NameEnd>,
    mut files: Nameless,
) -> io::Result<Placed> {
    create_folders(&at.path())?;
    for _ in 0..TRIES {
        let name = wp_unique_filename(wanted, &names_in(&at.path())?);
        let full_name = full.map_or_else(|| name.clone(), |end| made_name(&name, end));
        match place_all(staging, at, &name, &full_name, files)? {
            Ok(placed) => return Ok(placed),
            Err(again) => files = again,
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Gives images that were made of a file their names; files of these names are replaced.
///
/// # Errors
/// When the file system fails.
pub fn place_made(
    staging: &Arc<Staging>,
    at: &Place,
    (original, attached_file): (&str, &str),
    made: Vec<(NameEnd, StagedFile)>,
) -> io::Result<Placed> {
    let existing = names_in(&at.path())?;
    for (end, _) in &made {
        let name = made_name(original, end);
        if existing.contains(&name) {
            std::fs::remove_file(at.path().join(name))?;
        }
    }
    let files = Nameless {
        original: None,
        made,
    };
    let attached_file = attached_file.rsplit('/').next().unwrap_or_default();
    let placed = place_all(staging, at, original, attached_file, files)?;
    placed.map_err(|_| io::ErrorKind::AlreadyExists.into())
}

/// The files under their names, or again without names because one was taken.
fn place_all(
    staging: &Arc<Staging>,
    at: &Place,
    name: &str,
    full_name: &str,
    files: Nameless,
) -> io::Result<Result<Placed, Nameless>> {
    let all: Vec<PathBuf> = files
        .named(&at.folder, name)
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    let note = Note {
        attached_file: format!("{}{full_name}", at.folder),
        files: all.clone(),
    };
    let mut placed = Placed {
        name: name.to_owned(),
        files: Vec::new(),
        place: Some(Within::Folder {
            uploads: at.uploads.clone(),
            _note: staging.note(&note)?,
            _staging: Arc::clone(staging),
        }),
    };
    let mut left = all.into_iter();
    let Nameless { original, made } = files;
    let original = original.map(|file| (None, file));
    let mut rest = original
        .into_iter()
        .chain(made.into_iter().map(|(suffix, file)| (Some(suffix), file)));
    for (suffix, file) in rest.by_ref() {
        let Some(path) = left.next() else {
            break;
        };
        match place(file, &at.uploads.join(&path)) {
            Ok(()) => placed.files.push(path),
            Err((error, file))
                if error.kind() == io::ErrorKind::AlreadyExists && suffix.is_none() =>
            {
                // The original comes first: nothing has a name yet.
                let made = rest.filter_map(|(suffix, file)| Some((suffix?, file)));
                return Ok(Err(Nameless {
                    original: Some(file),
                    made: made.collect(),
                }));
            }
            Err((error, _)) => return Err(error),
        }
    }
    drop(rest);
    Ok(Ok(placed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(folder: &Path) -> Vec<String> {
        let mut names = names_in(folder).unwrap();
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names
    }

    fn end() -> NameEnd {
        NameEnd {
            suffix: "10x10".to_owned(),
            extension: None,
        }
    }

    #[test]
    fn all_files_or_none() {
        let dir = tempfile::tempdir().unwrap();
        let at = Place {
            uploads: dir.path().to_owned(),
            folder: String::new(),
        };
        let staging = Arc::new(Staging::create(dir.path()).unwrap());
        let files = || Nameless {
            original: Some(staging.write(b"a").unwrap()),
            made: vec![(end(), staging.write(b"b").unwrap())],
        };
        let wanted = Wanted {
            name: "a.jpg".to_owned(),
            is_image: true,
            other_extensions: Vec::new(),
        };
        let new = || place_new(&staging, &at, &wanted, None, files()).unwrap();
        let first = new();
        let second = new();
        assert_eq!(
            (first.name.as_str(), second.name.as_str()),
            ("a.jpg", "a-1.jpg")
        );
        assert_eq!(super::super::staging::left(dir.path()).unwrap().len(), 0);
        first.keep();
        drop(second);
        assert_eq!(all(dir.path()), ["a-10x10.jpg", "a.jpg"]);
        // A smaller image that cannot get its name takes the others with it.
        std::fs::create_dir(dir.path().join("b-10x10.jpg")).unwrap();
        let failed = place_all(&staging, &at, "b.jpg", "b.jpg", files());
        assert!(failed.is_err());
        assert_eq!(all(dir.path()), ["a-10x10.jpg", "a.jpg", "b-10x10.jpg"]);
        let made = vec![(end(), staging.write(b"new").unwrap())];
        place_made(&staging, &at, ("a.jpg", "a.jpg"), made)
            .unwrap()
            .keep();
        assert_eq!(
            std::fs::read(dir.path().join("a-10x10.jpg")).unwrap(),
            b"new"
        );
        drop(at);
        assert_eq!(
            std::fs::read_dir(staging_folder(dir.path()))
                .unwrap()
                .count(),
            0
        );
    }

    fn staging_folder(uploads: &Path) -> PathBuf {
        let names = names_in(uploads).unwrap();
        uploads.join(names.iter().find(|name| name.starts_with('.')).unwrap())
    }
}
