//! Compressed encodings of text files: made once per file version, in a cache of bounded size.
//!
//! gzip is made during the request, brotli in the background: until it is ready, clients that accept gzip get gzip.
//! When both are accepted with equal weight, the site's files are sent as recorded in `static/js-gzip`, our own in
//! the smaller encoding.

use std::fs::File;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::oneshot;

use super::accept_encoding::{AcceptEncoding, brotli, gzip};
use super::body_source::read_range;
use super::brotli_thread;

/// Sizes of files that are compressed; the recorded front server compresses from 20 bytes without an upper limit.
pub const COMPRESSED: RangeInclusive<u64> = 20..=4 * 1024 * 1024;
/// Capacity of the cache in bytes.
const COMPRESSED_TOTAL: u64 = 32 * 1024 * 1024;

/// A version of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileState {
    /// The path.
    pub path: PathBuf,
    /// Modification time, Unix seconds.
    pub modified: u64,
    /// Size in bytes.
    pub size: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Coding {
    Gzip,
    Brotli,
}

/// A cache entry.
#[derive(Debug, Clone)]
enum Form {
    Made(Bytes),
    /// Compression does not make it smaller, or failed.
    Useless,
    /// Queued for compression.
    Waiting,
}

impl Form {
    fn of(packed: io::Result<Option<Bytes>>) -> Self {
        match packed {
            Ok(Some(bytes)) => Self::Made(bytes),
            Ok(None) | Err(_) => Self::Useless,
        }
    }

    fn bytes(self) -> Option<Bytes> {
        match self {
            Self::Made(bytes) => Some(bytes),
            Self::Useless | Self::Waiting => None,
        }
    }
}

type Key = (FileState, Coding);

#[derive(Debug, Clone)]
struct ByBytes;

impl Weighter<Key, Form> for ByBytes {
    fn weight(&self, _: &Key, form: &Form) -> u64 {
        let bytes = match form {
            Form::Made(bytes) => bytes.len(),
            Form::Useless | Form::Waiting => 0,
        };
        u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(256)
    }
}

/// The cache.
#[derive(Clone)]
pub struct CompressedFiles(Arc<Cache<Key, Form, ByBytes>>);

impl Default for CompressedFiles {
    fn default() -> Self {
        let cache = Cache::with_weighter(512, COMPRESSED_TOTAL, ByBytes);
        Self(Arc::new(cache))
    }
}

impl CompressedFiles {
    /// The best encoding that the client accepts, with its name; `None` for the uncompressed file.
    pub async fn best(
        &self,
        state: &FileState,
        file: &File,
        (accepts, is_ours): (AcceptEncoding, bool),
    ) -> Option<(&'static str, Bytes)> {
        let is_welcome = accepts.prefers_brotli || (is_ours && !accepts.prefers_gzip);
        let wants_brotli = accepts.brotli && is_welcome;
        if wants_brotli && let Some(packed) = self.brotli(state, file, !accepts.gzip).await {
            return Some(("br", packed));
        }
        if !accepts.gzip {
            return None;
        }
        let packed = self.gzip(state, file).await?;
        Some(("gzip", packed))
    }

    async fn gzip(&self, state: &FileState, file: &File) -> Option<Bytes> {
        let key = (state.clone(), Coding::Gzip);
        let handle = file.try_clone().ok()?;
        let size = state.size;
        let make = async {
            tokio::task::spawn_blocking(move || {
                // Highest level: it runs once per file version.
                let packed = read_range(&handle, 0, size).map(|body| gzip(&body, 9));
                packed.map(|packed| Form::of(Ok(packed)))
            })
            .await
            .map_err(io::Error::other)
            .flatten()
        };
        let form = self.0.get_or_insert_async(&key, make).await;
        form.ok().and_then(Form::bytes)
    }

    /// The brotli encoding. A client that accepts no other encoding waits for it.
    async fn brotli(&self, state: &FileState, file: &File, waits: bool) -> Option<Bytes> {
        let key = (state.clone(), Coding::Brotli);
        match self.0.get(&key) {
            Some(Form::Waiting) if waits => {}
            Some(form) => return form.bytes(),
            None => self.0.insert(key.clone(), Form::Waiting),
        }
        let made = self.compress_with_brotli(key.clone(), file.try_clone().ok()?);
        if !waits {
            return None;
        }
        // Without the brotli thread the file is sent uncompressed.
        made.await.ok()?;
        self.0.get(&key).and_then(Form::bytes)
    }

    /// Queues the compression, unless another request has queued it.
    fn compress_with_brotli(&self, key: Key, file: File) -> oneshot::Receiver<()> {
        let (done, made) = oneshot::channel();
        let cache = Arc::clone(&self.0);
        brotli_thread::in_turn(move || {
            if !matches!(cache.get(&key), Some(Form::Made(_) | Form::Useless)) {
                let packed = read_range(&file, 0, key.0.size).map(|body| brotli(&body, 11));
                cache.insert(key, Form::of(packed));
            }
            // The receiver may be dropped.
            let _ = done.send(());
        });
        made
    }
}
