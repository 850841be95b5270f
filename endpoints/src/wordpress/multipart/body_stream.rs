//! The body stream handed to multer: one chunk at a time, so that little is read ahead, and with a closing boundary
//! appended when the client's is missing.
//!
//! PHP keeps what arrived of a truncated form; multer would drop the last value. So a form without a closing boundary
//! gets a marker part and a closing boundary here; the marker part signals the truncation to the parser.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use bytes::{Bytes, BytesMut};
use futures_util::Stream;
use http_body::Body;

use crate::server::{BodyError, RequestBody};

/// Maximum size in bytes of a part's headers: hardening S2.
pub const HEADER_LIMIT: usize = 8 * 1024;

/// State shared by parser and stream.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes delivered since the parser began to look for the next part.
    since_part: AtomicUsize,
    /// Whether the parser is reading a part's headers.
    in_headers: AtomicBool,
    /// The headers of a part were larger than [`HEADER_LIMIT`].
    pub headers_too_large: AtomicBool,
}

impl Progress {
    /// Called before the parser reads the next part's headers.
    pub fn begin_headers(&self) {
        self.since_part.store(0, Ordering::Relaxed);
        self.in_headers.store(true, Ordering::Relaxed);
    }

    /// Called after the headers were read.
    pub fn end_headers(&self) {
        self.in_headers.store(false, Ordering::Relaxed);
    }
}

#[derive(Debug)]
enum Stage {
    /// Before the first boundary; the buffer may hold a prefix of it.
    Preamble(BytesMut),
    Parts,
    Ended,
}

/// The stream.
#[derive(Debug)]
pub struct BodyStream<'b> {
    body: &'b mut RequestBody,
    progress: Arc<Progress>,
    /// `--` and the boundary.
    line: Vec<u8>,
    /// The name of the marker part.
    marker: String,
    stage: Stage,
    /// The last bytes delivered, enough for the headers of a part.
    tail: Vec<u8>,
    rests: bool,
}

impl<'b> BodyStream<'b> {
    /// Wraps a body.
    pub fn new(
        body: &'b mut RequestBody,
        boundary: &str,
        marker: &str,
        progress: Arc<Progress>,
    ) -> Self {
        Self {
            body,
            progress,
            line: format!("--{boundary}").into_bytes(),
            marker: marker.to_owned(),
            stage: Stage::Preamble(BytesMut::new()),
            tail: Vec::new(),
            rests: false,
        }
    }

    fn closing(&self) -> Bytes {
        let mut end = BytesMut::new();
        for piece in [
            b"\r\n",
            self.line.as_slice(),
            b"\r\nContent-Disposition: form-data; name=\"",
            self.marker.as_bytes(),
            b"\"\r\n\r\n\r\n",
            &self.line,
            b"--\r\n",
        ] {
            end.extend_from_slice(piece);
        }
        end.freeze()
    }

    /// Drops everything before the first boundary; keeps at most a prefix of it.
    fn after_preamble(&mut self, data: Bytes) -> Option<Bytes> {
        let Stage::Preamble(kept) = &mut self.stage else {
            return Some(data);
        };
        kept.extend_from_slice(&data);
        match memchr::memmem::find(kept, &self.line) {
            Some(at) => {
                let rest = kept.split_off(at).freeze();
                self.stage = Stage::Parts;
                Some(rest)
            }
            None => {
                let beginning = kept.len().saturating_sub(self.line.len());
                *kept = kept.split_off(beginning);
                None
            }
        }
    }

    /// Whether the form ends within the headers of a part, which is then ignored.
    fn ends_in_headers(&self) -> bool {
        let begin = memchr::memmem::rfind(&self.tail, &self.line);
        let part = begin.and_then(|at| self.tail.get(at..)).unwrap_or_default();
        !part.is_empty() && memchr::memmem::find(part, b"\r\n\r\n").is_none()
    }

    fn remember(&mut self, data: &[u8]) {
        let most = HEADER_LIMIT + self.line.len() + 4;
        let data = data
            .get(data.len().saturating_sub(most)..)
            .unwrap_or_default();
        let over = (self.tail.len() + data.len()).saturating_sub(most);
        self.tail.drain(..over.min(self.tail.len()));
        self.tail.extend_from_slice(data);
    }

    fn handed(&mut self, data: Bytes) -> Poll<Option<Result<Bytes, BodyError>>> {
        self.progress
            .since_part
            .fetch_add(data.len(), Ordering::Relaxed);
        self.remember(&data);
        self.rests = true;
        Poll::Ready(Some(Ok(data)))
    }
}

impl Stream for BodyStream<'_> {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if std::mem::take(&mut this.rests) {
            // Yields between chunks, so that the parser processes each before the next is read.
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let progress = &this.progress;
        if progress.in_headers.load(Ordering::Relaxed)
            && progress.since_part.load(Ordering::Relaxed) > HEADER_LIMIT
        {
            progress.headers_too_large.store(true, Ordering::Relaxed);
            return Poll::Ready(None);
        }
        loop {
            if matches!(this.stage, Stage::Ended) {
                return Poll::Ready(None);
            }
            let data = match Pin::new(&mut *this.body).poll_frame(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Ready(Some(Ok(frame))) => frame.into_data().unwrap_or_default(),
                Poll::Ready(None) => {
                    let has_parts = matches!(this.stage, Stage::Parts);
                    this.stage = Stage::Ended;
                    if has_parts && !this.ends_in_headers() {
                        let end = this.closing();
                        return this.handed(end);
                    }
                    return Poll::Ready(None);
                }
            };
            if data.is_empty() {
                continue;
            }
            if let Some(data) = this.after_preamble(data) {
                return this.handed(data);
            }
        }
    }
}
