//! The response body: empty, bytes, ranges of a file, or a stream. Files are read on the blocking pool, one chunk at
//! a time.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::task::JoinHandle;

/// Chunk size for files, in bytes, when the connection sets no other.
const PIECE: u64 = 128 * 1024;

/// An error that truncates a body; the connection is closed, so that the client notices.
pub type StreamError = Box<dyn std::error::Error + Send + Sync>;

/// A streamed body.
pub type Stream = Pin<Box<dyn Body<Data = Bytes, Error = StreamError> + Send>>;

/// The body of a response.
#[derive(Default)]
pub enum BodySource {
    /// No body.
    #[default]
    Empty,
    /// A body in memory.
    Bytes(Bytes),
    /// Ranges of a file, with fixed bytes between them if there is more than one.
    File(FileBody),
    /// A streamed body.
    Stream(Stream),
}

impl BodySource {
    /// The length in bytes, if known.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        match self {
            BodySource::Empty => Some(0),
            BodySource::Bytes(bytes) => u64::try_from(bytes.len()).ok(),
            BodySource::File(file) => Some(file.left()),
            BodySource::Stream(stream) => stream.size_hint().exact(),
        }
    }

    /// Bytes that only this response holds in memory.
    pub(super) fn own_memory(&self) -> usize {
        match self {
            BodySource::Bytes(bytes) if bytes.is_unique() => bytes.len(),
            _ => 0,
        }
    }
}

impl std::fmt::Debug for BodySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BodySource::Empty => write!(f, "Empty"),
            BodySource::Bytes(bytes) => write!(f, "Bytes({})", bytes.len()),
            BodySource::File(file) => write!(f, "File({})", file.left()),
            BodySource::Stream(_) => write!(f, "Stream"),
        }
    }
}

impl Body for BodySource {
    type Data = Bytes;
    type Error = StreamError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StreamError>>> {
        match &mut *self {
            BodySource::Empty => Poll::Ready(None),
            BodySource::Bytes(bytes) => {
                let bytes = std::mem::take(bytes);
                *self = BodySource::Empty;
                Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes))))
            }
            BodySource::File(file) => file
                .poll_piece(cx)
                .map(|piece| piece.map(|p| Ok(Frame::data(p?)))),
            BodySource::Stream(stream) => stream.as_mut().poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            BodySource::Empty => true,
            BodySource::Bytes(bytes) => bytes.is_empty(),
            BodySource::File(file) => file.left() == 0,
            BodySource::Stream(stream) => stream.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            BodySource::Stream(stream) => stream.size_hint(),
            other => SizeHint::with_exact(other.length().unwrap_or(0)),
        }
    }
}

/// A part of a body made from a file.
#[derive(Debug)]
pub enum FilePart {
    /// Bytes between two ranges.
    Between(Bytes),
    /// A range of the file.
    Range {
        /// First byte.
        start: u64,
        /// Number of bytes.
        length: u64,
    },
}

impl FilePart {
    /// Its number of bytes.
    pub(super) fn length(&self) -> u64 {
        match self {
            FilePart::Between(bytes) => u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            FilePart::Range { length, .. } => *length,
        }
    }
}

/// A body made from an open file.
pub struct FileBody {
    file: Arc<File>,
    parts: VecDeque<FilePart>,
    left: u64,
    piece: u64,
    reading: Option<JoinHandle<io::Result<Bytes>>>,
}

impl FileBody {
    /// A body of these parts of the file.
    #[must_use]
    pub fn new(file: File, parts: Vec<FilePart>) -> Self {
        let parts: VecDeque<FilePart> = parts.into();
        let left = parts
            .iter()
            .map(FilePart::length)
            .fold(0, u64::saturating_add);
        FileBody {
            file: Arc::new(file),
            parts,
            left,
            piece: PIECE,
            reading: None,
        }
    }

    /// Remaining bytes.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Sets how many bytes are read at once.
    pub fn set_piece(&mut self, bytes: usize) {
        self.piece = u64::try_from(bytes).unwrap_or(PIECE).max(1);
    }

    /// How many bytes are read next.
    pub(super) fn next_piece(&self) -> usize {
        match self.parts.front() {
            Some(FilePart::Range { length, .. }) => {
                usize::try_from((*length).min(self.piece)).unwrap_or(usize::MAX)
            }
            Some(FilePart::Between(_)) | None => 0,
        }
    }

    fn poll_piece(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if self.reading.is_none() {
            match self.parts.pop_front() {
                None => return Poll::Ready(None),
                Some(FilePart::Between(bytes)) => return Poll::Ready(Some(Ok(self.sent(bytes)))),
                Some(FilePart::Range { start, length }) => self.read(start, length),
            }
        }
        let Some(reading) = &mut self.reading else {
            return Poll::Ready(None);
        };
        let read = ready!(Pin::new(reading).poll(cx))
            .map_err(io::Error::other)
            .flatten();
        self.reading = None;
        Poll::Ready(Some(read.map(|bytes| self.sent(bytes))))
    }

    fn read(&mut self, start: u64, length: u64) {
        let now = length.min(self.piece);
        if length > now {
            self.parts.push_front(FilePart::Range {
                start: start.saturating_add(now),
                length: length - now,
            });
        }
        let file = Arc::clone(&self.file);
        self.reading = Some(tokio::task::spawn_blocking(move || {
            read_range(&file, start, now)
        }));
    }

    fn sent(&mut self, bytes: Bytes) -> Bytes {
        self.left = self
            .left
            .saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        bytes
    }
}

/// Reads a range.
///
/// # Errors
/// When the file cannot be read or is shorter than the range's end.
pub(super) fn read_range(file: &File, start: u64, length: u64) -> io::Result<Bytes> {
    let length = usize::try_from(length).map_err(io::Error::other)?;
    let mut piece = vec![0; length];
    file.read_exact_at(&mut piece, start)?;
    Ok(Bytes::from(piece))
}
