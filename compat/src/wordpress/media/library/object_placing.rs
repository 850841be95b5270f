//! The files of an attachment get their names in an object store: all or none.
//!
//! Contract "wordpress-rest" section 7.2; the counterpart of [`super::placing`] for a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use object_store::path::Path as Key;

use super::in_store::InStore;
use super::library_error::LibraryError;
use super::metadata::{NameEnd, made_name};
use super::object_files::{ObjectFiles, StoreError, claim, new_note};
use super::placing::{Nameless, Placed, TRIES};
use super::staging::{Note, StagedFile};
use super::unique_name::{Wanted, wp_unique_filename};

/// Time in which all files of an upload must be stored.
const PLACING: Duration = Duration::from_secs(600);

/// Gives the files of an upload a name that is free, as [`super::placing::place_new`] does.
///
/// # Errors
/// When the store does not answer; then no file stays.
pub(super) async fn place_new(
    objects: &Arc<ObjectFiles>,
    folder: &str,
    wanted: &Wanted,
    full: Option<&NameEnd>,
    files: Nameless,
) -> Result<Placed, LibraryError> {
    let mut taken = objects.names_in(folder).await?;
    for _ in 0..TRIES {
        let name = wp_unique_filename(wanted, &taken);
        let full_name = full.map_or_else(|| name.clone(), |end| made_name(&name, end));
        let original = format!("{folder}{name}");
        let named = files.named(folder, &name);
        let note = Note {
            attached_file: format!("{folder}{full_name}"),
            files: named.iter().map(|(path, _)| path.clone()).collect(),
        };
        let claim = claim(&original).ok_or(io::Error::from(io::ErrorKind::InvalidFilename))?;
        match objects.write_note(&claim, &note, true).await {
            // Another instance stores a file of this name, now.
            Err(StoreError::AlreadyExists { .. } | StoreError::Precondition { .. }) => {
                taken.push(name);
                continue;
            }
            written => written?,
        }
        let mut placed = placed(objects, &name, claim);
        if objects.look(Path::new(&original)).await?.is_some() {
            // One that was stored since the names were read.
            taken.push(name);
            continue;
        }
        put_all(objects, named, &mut placed).await?;
        return Ok(placed);
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists).into())
}

/// Gives images that were made of a file their names; files of these names are replaced.
///
/// # Errors
/// When the store does not answer; then none of them stays.
pub(super) async fn place_made(
    objects: &Arc<ObjectFiles>,
    folder: &str,
    (original, attached_file): (&str, &str),
    made: Vec<(NameEnd, StagedFile)>,
) -> Result<Placed, LibraryError> {
    let files = Nameless {
        original: None,
        made,
    };
    let named = files.named(folder, original);
    let note = Note {
        attached_file: attached_file.to_owned(),
        files: named.iter().map(|(path, _)| path.clone()).collect(),
    };
    let key = new_note();
    objects.write_note(&key, &note, false).await?;
    let mut placed = placed(objects, original, key);
    put_all(objects, named, &mut placed).await?;
    Ok(placed)
}

fn placed(objects: &Arc<ObjectFiles>, name: &str, note: Key) -> Placed {
    let store = InStore::new(Arc::clone(objects), note);
    Placed::in_store(name.to_owned(), store)
}

async fn put_all(
    objects: &ObjectFiles,
    named: Vec<(PathBuf, &StagedFile)>,
    placed: &mut Placed,
) -> Result<(), LibraryError> {
    let putting = async {
        for (path, file) in named {
            // Noted first: one whose answer was lost may be there.
            placed.files.push(path.clone());
            objects.put(&path, file).await?;
        }
        Ok(())
    };
    match tokio::time::timeout(PLACING, putting).await {
        Ok(put) => put,
        Err(_) => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
    }
}
