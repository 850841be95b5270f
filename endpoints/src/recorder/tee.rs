//! A body that passes unchanged while a copy of bounded size is kept.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;

/// Bytes of a body that are kept.
const LIMIT: usize = 32 * 1024 * 1024;

/// A copy of a body.
#[derive(Debug, Default)]
pub(super) struct Copy {
    pub(super) bytes: Vec<u8>,
    /// Whether the body was longer than what is kept, or broke off.
    pub(super) is_cut: bool,
}

/// The copy, shared with the body that makes it.
pub(super) type SharedCopy = Arc<Mutex<Copy>>;

/// Takes the copy out.
pub(super) fn take(copy: &SharedCopy) -> Copy {
    std::mem::take(&mut *copy.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The passing body; at its end, also an early one, it calls what is to be done with the copy.
pub(super) struct Tee {
    inner: Incoming,
    copy: SharedCopy,
    is_done: bool,
    end: Option<Box<dyn FnOnce() + Send>>,
}

impl Tee {
    pub(super) fn new(
        inner: Incoming,
        copy: SharedCopy,
        end: Option<Box<dyn FnOnce() + Send>>,
    ) -> Self {
        Self {
            inner,
            copy,
            is_done: false,
            end,
        }
    }

    fn finish(&mut self) {
        self.is_done = true;
        if let Some(end) = self.end.take() {
            end();
        }
    }
}

impl Body for Tee {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = std::task::ready!(Pin::new(&mut self.inner).poll_frame(cx));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
            let room = LIMIT - copy.bytes.len();
            copy.is_cut |= data.len() > room;
            copy.bytes
                .extend_from_slice(data.get(..data.len().min(room)).unwrap_or_default());
        }
        match &frame {
            None => self.finish(),
            Some(Ok(_)) if self.inner.is_end_stream() => self.finish(),
            _ => {}
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Tee {
    fn drop(&mut self) {
        if !self.is_done {
            let is_whole = self.inner.is_end_stream();
            self.copy
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .is_cut |= !is_whole;
            self.finish();
        }
    }
}
