//! The media library's files in an object store (S3's interface), under their paths below the uploads folder.
//!
//! Contract "wordpress-rest" section 7.2. An object is there whole or not at all. Before the files of an upload are sent, a
//! note claims their name, for all instances: nobody else takes it, and of a process that is killed in between another
//! one's sweep knows what it left. What lies in the uploads folder of the instance counts, too: its names are taken, it is
//! read first, and it goes when the file is deleted.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use futures_util::stream::BoxStream;
use object_store::path::Path as Key;
use object_store::{
    Attribute, Attributes, GetOptions, GetRange, ObjectStore, ObjectStoreExt as _, PutMode,
    PutMultipartOptions, PutOptions, PutPayload,
};
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::Semaphore;

use super::staging::{Note, StagedFile, Staging};

/// Why the store did not do it.
pub type StoreError = object_store::Error;

/// The folder of notes; no server shows names with a dot in front.
const NOTES: &str = ".oxipress-media";
/// Files up to this size, in bytes, are sent at once, larger ones in parts of it.
const PART: usize = 8 * 1024 * 1024;
/// How many files or parts are in memory at once.
const SENT_AT_ONCE: usize = 4;
/// Maximum size of a note in bytes.
const NOTE_BYTES: u64 = 1024 * 1024;
/// Age from which a note is one of a process that was killed; longer than an upload may take.
const LEFT: Duration = Duration::from_secs(3600);

/// Files in an object store.
pub struct ObjectFiles {
    store: Arc<dyn ObjectStore>,
    uploads: PathBuf,
    content_type: fn(&str) -> &'static str,
    sending: Semaphore,
}

impl fmt::Debug for ObjectFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectFiles").finish_non_exhaustive()
    }
}

/// A file as it is stored.
#[derive(Clone, Debug)]
pub struct StoredFile {
    key: Key,
    /// The store's name of this version.
    version: Option<String>,
    /// Bytes.
    pub size: u64,
    /// When it was stored.
    pub modified: SystemTime,
}

/// The key of a path below the uploads folder; `None` for one that leads elsewhere.
fn key(below: &Path) -> Option<Key> {
    let mut parts = below.components();
    let is_below = parts.all(|part| matches!(part, Component::Normal(_)));
    let text = below.to_str().filter(|text| is_below && !text.is_empty());
    Key::parse(text?).ok()
}

fn nowhere(below: &Path) -> StoreError {
    StoreError::NotFound {
        path: below.display().to_string(),
        source: io::Error::from(io::ErrorKind::NotFound).into(),
    }
}

fn unreadable(error: io::Error) -> StoreError {
    StoreError::Generic {
        store: "a file to be stored",
        source: error.into(),
    }
}

/// A note that nobody else makes.
pub(super) fn new_note() -> Key {
    Key::from_iter([NOTES, &format!("{:032x}.json", rand::random::<u128>())])
}

/// The note that claims the name of an upload.
pub(super) fn claim(below: &str) -> Option<Key> {
    key(Path::new(&format!("{NOTES}/names/{below}.json")))
}

impl ObjectFiles {
    /// Files in a store. What is in the uploads folder is found, too. `content_type` is what the store notes of a file's
    /// name.
    pub fn new(
        store: Arc<dyn ObjectStore>,
        uploads: PathBuf,
        content_type: fn(&str) -> &'static str,
    ) -> Self {
        Self {
            store,
            uploads,
            content_type,
            sending: Semaphore::new(SENT_AT_ONCE),
        }
    }

    /// A file; `None` where there is none.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn look(&self, below: &Path) -> Result<Option<StoredFile>, StoreError> {
        let Some(key) = key(below) else {
            return Ok(None);
        };
        match self.store.head(&key).await {
            Ok(meta) => Ok(Some(StoredFile {
                key,
                version: meta.e_tag,
                size: meta.size,
                modified: meta.last_modified.into(),
            })),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The bytes of a part of a file, as they come in; the range is not empty.
    ///
    /// # Errors
    /// When the store does not answer, or the file is another one now ([`StoreError::Precondition`]).
    pub async fn read(
        &self,
        file: &StoredFile,
        range: Range<u64>,
    ) -> Result<BoxStream<'static, Result<Bytes, StoreError>>, StoreError> {
        let options = GetOptions {
            range: Some(GetRange::Bounded(range)),
            if_match: file.version.clone(),
            ..GetOptions::default()
        };
        Ok(self.store.get_opts(&file.key, options).await?.into_stream())
    }

    /// Copies the first bytes of a file here, at most so many; `None` where there is none.
    ///
    /// # Errors
    /// When the store does not answer, or the disk is full or fails.
    pub(super) async fn fetch(
        &self,
        below: &Path,
        staging: &Staging,
        most: u64,
    ) -> Result<Option<StagedFile>, StoreError> {
        let Some(file) = self.look(below).await? else {
            return Ok(None);
        };
        let (made, path) = staging.file().map_err(unreadable)?.into_parts();
        let mut made = File::from_std(made);
        if file.size > 0 && most > 0 {
            let mut bytes = self.read(&file, 0..file.size.min(most)).await?;
            while let Some(piece) = bytes.try_next().await? {
                made.write_all(&piece).await.map_err(unreadable)?;
            }
        }
        made.flush().await.map_err(unreadable)?;
        Ok(Some(path))
    }

    /// Names of the files in a folder, with a slash at its end; empty for the uploads folder itself.
    pub(super) async fn names_in(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let prefix = key(Path::new(folder));
        let listed = self.store.list_with_delimiter(prefix.as_ref()).await?;
        let names = listed.objects.iter();
        let names = names.filter_map(|meta| Some(meta.location.filename()?.to_owned()));
        let mut names: Vec<String> = names.collect();
        let mut local = match tokio::fs::read_dir(self.uploads.join(folder)).await {
            Ok(local) => local,
            Err(_) => return Ok(names),
        };
        while let Ok(Some(entry)) = local.next_entry().await {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
        Ok(names)
    }

    /// Stores a file in place of one of this name.
    pub(super) async fn put(&self, below: &Path, file: &Path) -> Result<(), StoreError> {
        let key = key(below).ok_or_else(|| nowhere(below))?;
        let name = key.filename().unwrap_or_default();
        let mut attributes = Attributes::new();
        let content_type = (self.content_type)(name);
        attributes.insert(Attribute::ContentType, content_type.into());
        let mut file = File::open(file).await.map_err(unreadable)?;
        let _place = self.sending.acquire().await;
        let first = part(&mut file).await?;
        if first.len() < PART {
            let options = PutOptions::from(attributes);
            self.store.put_opts(&key, first.into(), options).await?;
            return Ok(());
        }
        let options = PutMultipartOptions::from(attributes);
        let mut sent = self.store.put_multipart_opts(&key, options).await?;
        let sending = async {
            let mut next = first;
            while !next.is_empty() {
                sent.put_part(next.into()).await?;
                next = part(&mut file).await?;
            }
            sent.complete().await
        };
        if let Err(error) = sending.await {
            // What the store keeps of it nobody sees; it may cost money until its own rules remove it.
            if let Err(error) = sent.abort().await {
                tracing::warn!(%error, "the parts of a file that was not stored stay in the store");
            }
            return Err(error);
        }
        Ok(())
    }

    /// Removes files, here and in the uploads folder.
    ///
    /// # Errors
    /// When the store does not answer or the file system fails; files may be left then.
    pub async fn remove(&self, files: &[PathBuf]) -> Result<(), StoreError> {
        for key in files.iter().filter_map(|file| key(file)) {
            match self.store.delete(&key).await {
                Err(StoreError::NotFound { .. }) | Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        let (uploads, files) = (self.uploads.clone(), files.to_vec());
        let removing =
            tokio::task::spawn_blocking(move || super::staging::remove_files(&uploads, &files));
        let removed = removing.await.map_err(io::Error::other).flatten();
        removed.map_err(unreadable)
    }

    /// Writes a note; `is_claim`: only where there is none.
    pub(super) async fn write_note(
        &self,
        key: &Key,
        note: &Note,
        is_claim: bool,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_vec(note).map_err(|error| unreadable(error.into()))?;
        let mode = match is_claim {
            true => PutMode::Create,
            false => PutMode::Overwrite,
        };
        self.store
            .put_opts(key, PutPayload::from(text), mode.into())
            .await?;
        Ok(())
    }

    /// Whether the store takes files, and refuses one where there is one (`If-None-Match`).
    ///
    /// # Errors
    /// When it does not answer or does not take files.
    pub async fn keeps_claims(&self) -> Result<bool, StoreError> {
        let (key, note) = (new_note(), Note::default());
        self.write_note(&key, &note, true).await?;
        let again = self.write_note(&key, &note, true).await;
        self.remove_note(&key).await;
        match again {
            Err(StoreError::AlreadyExists { .. } | StoreError::Precondition { .. }) => Ok(true),
            again => again.map(|()| false),
        }
    }

    /// Removes a note. One that stays is removed by a sweep.
    pub(super) async fn remove_note(&self, key: &Key) {
        if let Err(error) = self.store.delete(key).await
            && !matches!(error, StoreError::NotFound { .. })
        {
            tracing::debug!(%error, "a note of the media library stays until the next sweep");
        }
    }

    /// The notes of processes that were killed.
    pub(super) async fn left(&self) -> Result<Vec<(Key, Note)>, StoreError> {
        let oldest = SystemTime::now().checked_sub(LEFT);
        let mut left = Vec::new();
        let mut listed = self.store.list(Some(&Key::from(NOTES)));
        while let Some(meta) = listed.try_next().await? {
            if oldest.is_none_or(|oldest| SystemTime::from(meta.last_modified) > oldest)
                || meta.size > NOTE_BYTES
            {
                continue;
            }
            let read = match self.store.get(&meta.location).await {
                Err(StoreError::NotFound { .. }) => continue,
                read => read?.bytes().await?,
            };
            if let Ok(note) = serde_json::from_slice(&read) {
                left.push((meta.location, note));
            }
        }
        Ok(left)
    }
}

/// The next part of a file; empty at its end.
async fn part(file: &mut File) -> Result<Bytes, StoreError> {
    let mut bytes = Vec::new();
    let most = u64::try_from(PART).unwrap_or(u64::MAX);
    let read = file.take(most).read_to_end(&mut bytes).await;
    read.map_err(unreadable)?;
    Ok(bytes.into())
}
