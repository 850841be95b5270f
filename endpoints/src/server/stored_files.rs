//! Files of the media library that are in an object store: opened, and sent as they come in, never the whole file in memory.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use compat::wordpress::media::library::object_files::{ObjectFiles, StoreError, StoredFile};
use futures_util::stream::{self, BoxStream, Stream as _, StreamExt as _};
use futures_util::{FutureExt as _, TryStreamExt as _};
use http_body::{Body, Frame, SizeHint};

use super::body_source::{BodySource, FilePart, StreamError};
use super::response::Response;
use super::unavailable::unavailable;

/// What `Retry-After` says while the store is away.
const RETRY: Duration = Duration::from_secs(5);

/// The folder of the media library, as its addresses name it, and its store.
#[derive(Debug)]
pub struct StoredFiles {
    /// Prefix of paths, with a slash at both ends: `/wp-content/uploads/`.
    pub prefix: String,
    /// The store.
    pub objects: Arc<ObjectFiles>,
}

/// The content of a stored file.
#[derive(Clone, Debug)]
pub(super) struct StoredContent {
    objects: Arc<ObjectFiles>,
    pub(super) file: StoredFile,
}

impl StoredFiles {
    /// The content of a file; `None` where there is none.
    pub(super) async fn look(&self, below: &Path) -> Result<Option<StoredContent>, StoreError> {
        let file = self.objects.look(below).await?;
        let objects = &self.objects;
        Ok(file.map(|file| StoredContent {
            objects: Arc::clone(objects),
            file,
        }))
    }
}

/// 503 while the store is away; 403 of what it does not let this server read is told in the log alone.
pub(super) fn away(error: &StoreError) -> Response {
    tracing::warn!(%error, "a file of the media library cannot be read from its store");
    unavailable(RETRY)
}

type Pieces = BoxStream<'static, Result<Bytes, StoreError>>;

impl StoredContent {
    /// The file as one on the disk that nobody else sees.
    pub(super) async fn copy(&self) -> Result<std::fs::File, StoreError> {
        let mut pieces = self.read(0, self.file.size).await?;
        let mut bytes = Vec::new();
        while let Some(piece) = pieces.try_next().await? {
            bytes.extend_from_slice(&piece);
        }
        let made = tokio::task::spawn_blocking(move || {
            let mut file = tempfile::tempfile()?;
            io::Write::write_all(&mut file, &bytes)?;
            Ok(file)
        });
        let made: Result<_, io::Error> = made.await.map_err(io::Error::other).flatten();
        made.map_err(|error| StoreError::Generic {
            store: "a copy",
            source: error.into(),
        })
    }

    async fn read(&self, start: u64, length: u64) -> Result<Pieces, StoreError> {
        if length == 0 {
            return Ok(stream::empty().boxed());
        }
        let end = start.saturating_add(length);
        self.objects.read(&self.file, start..end).await
    }

    /// A body of these parts. The first is asked for before the head is sent.
    pub(super) async fn body(self, parts: Vec<FilePart>) -> Result<BodySource, StoreError> {
        let left = parts.iter().map(FilePart::length);
        let left = left.fold(0, u64::saturating_add);
        let mut parts = parts.into_iter();
        let (mut before, mut first) = (Vec::new(), stream::empty().boxed());
        for part in parts.by_ref() {
            match part {
                FilePart::Between(bytes) => before.push(Ok(bytes)),
                FilePart::Range { start, length } => {
                    first = self.read(start, length).await?;
                    break;
                }
            }
        }
        let rest = stream::iter(parts).then(move |part| {
            let content = self.clone();
            async move {
                Ok::<_, StoreError>(match part {
                    FilePart::Between(bytes) => stream::iter([Ok(bytes)]).boxed(),
                    FilePart::Range { start, length } => content.read(start, length).await?,
                })
            }
            .boxed()
        });
        let pieces = stream::iter(before).chain(first).chain(rest.try_flatten());
        Ok(BodySource::Stream(Box::pin(StoredBody {
            pieces: pieces.boxed(),
            left,
        })))
    }

    /// A body of which only the length is asked (HEAD).
    pub(super) fn length_only(parts: &[FilePart]) -> BodySource {
        let left = parts.iter().map(FilePart::length);
        BodySource::Stream(Box::pin(StoredBody {
            pieces: stream::empty().boxed(),
            left: left.fold(0, u64::saturating_add),
        }))
    }
}

/// A body of a known length that breaks off when the store does.
struct StoredBody {
    pieces: Pieces,
    left: u64,
}

impl Body for StoredBody {
    type Data = Bytes;
    type Error = StreamError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StreamError>>> {
        let cut = || Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        let Some(piece) = ready!(Pin::new(&mut self.pieces).poll_next(cx)) else {
            return Poll::Ready((self.left > 0).then(cut));
        };
        let piece = match piece {
            Ok(piece) => piece,
            Err(error) => {
                tracing::warn!(%error, "the store broke off while a file was sent");
                return Poll::Ready(Some(Err(error.into())));
            }
        };
        let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        Poll::Ready(Some(match self.left.checked_sub(length) {
            Some(left) => {
                self.left = left;
                Ok(Frame::data(piece))
            }
            None => cut(),
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
