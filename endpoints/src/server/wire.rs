//! The byte stream between a client and hyper. For HTTP/1 the head guard checks it: hyper gets one request at a time,
//! and the response to a refused request is sent here, before hyper gets the end of its head. Bytes are counted, and a
//! connection that closes with an unread request discards the rest for a short time, so that the client receives the
//! response.
//!
//! A request stays unread while a write blocks, or while the output budget lets no further request begin (hardening
//! S13, S14).

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, Bytes, BytesMut};
use http::StatusCode;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

use super::config::Limits;
use super::connection_state::Connection;
use super::frame_gate::{FrameGate, PREFACE};
use super::head_guard::{Framing, HeadGuard, Verdict};
use super::response::error_page;

/// Bytes read at once while the output budget limits requests.
const FEW: usize = 1024;

/// The state of the stream.
#[derive(Debug)]
enum Phase {
    /// HTTP/2 frames or a chunked body: passed through.
    Open,
    /// In or before a head.
    Head,
    /// In a body with this many bytes remaining.
    Body(u64),
    /// The request is refused; the bytes of the response still to write.
    Refused(Bytes),
    /// Further bytes are discarded.
    Swallowing,
}

/// The stream of one connection.
#[derive(Debug)]
pub struct Wire<S> {
    pub(super) inner: S,
    connection: Arc<Connection>,
    guard: HeadGuard,
    phase: Phase,
    /// Received bytes not yet passed to hyper.
    pub(super) stash: BytesMut,
    /// Where the requests of HTTP/2 begin.
    gate: FrameGate,
    is_http2: bool,
    /// Requests of HTTP/2 that passed since the last one was held.
    begun: u32,
    /// Whether a request of HTTP/2 is held.
    is_held: bool,
    /// Whether written bytes may not be flushed.
    unflushed: bool,
    /// Whether a write or flush blocked since the last flush.
    is_blocked: bool,
    /// The reader that waits until no write blocks.
    waiting: Option<Waker>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    /// Wraps a connection of unknown protocol.
    #[must_use]
    pub fn new(inner: S, connection: Arc<Connection>, limits: &Limits) -> Self {
        Wire {
            inner,
            connection,
            guard: HeadGuard::new(limits),
            phase: Phase::Head,
            stash: BytesMut::new(),
            gate: FrameGate::default(),
            is_http2: false,
            begun: 0,
            is_held: false,
            unflushed: false,
            is_blocked: false,
            waiting: None,
        }
    }

    /// Whether the client starts with the HTTP/2 preface.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn begins_with_http2(&mut self) -> io::Result<bool> {
        loop {
            let length = self.stash.len().min(PREFACE.len());
            if self.stash.get(..length) != PREFACE.get(..length) {
                return Ok(false);
            }
            if length == PREFACE.len() {
                self.set_http2();
                return Ok(true);
            }
            self.stash.reserve(1024);
            if self.inner.read_buf(&mut self.stash).await? == 0 {
                return Ok(false);
            }
        }
    }

    /// Switches to HTTP/2.
    pub fn set_http2(&mut self) {
        self.is_http2 = true;
        self.phase = Phase::Open;
    }

    /// Reads from the stash first, then from the connection; returns where in `buf` the new bytes begin.
    fn poll_fill(
        &mut self,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<usize>> {
        let before = buf.filled().len();
        if self.stash.is_empty() {
            if self.is_http2 && !self.connection.may_begin_all() {
                let mut few = [0; FEW];
                let mut part =
                    ReadBuf::new(few.get_mut(..buf.remaining().min(FEW)).unwrap_or_default());
                ready!(Pin::new(&mut self.inner).poll_read(cx, &mut part))?;
                buf.put_slice(part.filled());
            } else {
                ready!(Pin::new(&mut self.inner).poll_read(cx, buf))?;
            }
            let read = buf.filled().len().saturating_sub(before);
            self.connection
                .metrics()
                .received
                .add(u64::try_from(read).unwrap_or(0));
        } else {
            let length = self.stash.len().min(buf.remaining());
            buf.put_slice(self.stash.get(..length).unwrap_or_default());
            self.stash.advance(length);
            if self.stash.is_empty() {
                self.stash = BytesMut::new();
            }
        }
        Poll::Ready(Ok(before))
    }

    /// Moves the bytes of `buf` after `end` back to the stash.
    fn give_back(&mut self, buf: &mut ReadBuf<'_>, end: usize) {
        let surplus = buf.filled().get(end..).unwrap_or_default();
        if !surplus.is_empty() {
            let mut stash = BytesMut::with_capacity(surplus.len().saturating_add(self.stash.len()));
            stash.extend_from_slice(surplus);
            stash.extend_from_slice(&self.stash);
            self.stash = stash;
        }
        buf.set_filled(end);
    }

    /// Whether the next request stays unread; the task is woken when that may have changed.
    fn holds(&mut self, cx: &Context<'_>) -> bool {
        if self.is_blocked {
            self.waiting = Some(cx.waker().clone());
            return true;
        }
        let begins = if self.is_http2 {
            self.is_held
        } else {
            self.guard.is_untouched()
        };
        if !begins || self.connection.may_begin(self.begun) {
            return false;
        }
        if self.begun > 0 {
            // hyper has not yet counted them.
            self.begun = 0;
            cx.waker().wake_by_ref();
        } else {
            self.connection.hold(cx.waker());
        }
        true
    }

    fn poll_frames(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = ready!(self.poll_fill(cx, buf))?;
        let (connection, begun) = (&self.connection, &mut self.begun);
        let read = buf.filled().get(before..).unwrap_or_default();
        let passed = self.gate.pass(read, || {
            let may = connection.may_begin(*begun);
            *begun = begun.saturating_add(u32::from(may));
            may
        });
        self.is_held = passed < read.len();
        if self.is_held {
            self.give_back(buf, before.saturating_add(passed));
            if passed == 0 {
                // Held, unless a request ended just now.
                if !self.holds(cx) {
                    cx.waker().wake_by_ref();
                }
                return Poll::Pending;
            }
        }
        Poll::Ready(Ok(()))
    }

    fn read_head(&mut self, buf: &mut ReadBuf<'_>, before: usize) {
        if buf.filled().len() == before {
            return;
        }
        if self.guard.is_untouched() {
            self.connection.head_begins();
        }
        let (taken, verdict) = self
            .guard
            .take(buf.filled().get(before..).unwrap_or_default());
        match verdict {
            Verdict::More => {}
            Verdict::Complete(framing) => {
                self.connection.head_ends();
                self.give_back(buf, before.saturating_add(taken));
                self.phase = match framing {
                    Framing::Empty => Phase::Head,
                    Framing::Length(length) => Phase::Body(length),
                    // Only hyper finds the end of a chunked body; the connection closes after the response.
                    Framing::Chunked => Phase::Open,
                };
            }
            Verdict::Refused(status) => {
                buf.set_filled(before);
                self.stash.clear();
                self.refuse(status);
            }
        }
    }

    fn read_body(&mut self, buf: &mut ReadBuf<'_>, before: usize, left: u64) {
        let read = buf.filled().len().saturating_sub(before);
        let ours = usize::try_from(left).unwrap_or(usize::MAX).min(read);
        self.give_back(buf, before.saturating_add(ours));
        let left = left.saturating_sub(u64::try_from(ours).unwrap_or(0));
        self.phase = if left == 0 {
            Phase::Head
        } else {
            Phase::Body(left)
        };
    }

    fn refuse(&mut self, status: StatusCode) {
        self.connection.metrics().refused(status);
        self.connection.lingers();
        // While an earlier response is being sent, no error page can be written.
        let page = if self.unflushed {
            String::new()
        } else {
            error_page(status)
        };
        let head = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            status.as_u16(),
            status.canonical_reason().unwrap_or("Error"),
            page.len()
        );
        self.phase = Phase::Refused(if page.is_empty() {
            Bytes::new()
        } else {
            Bytes::from(head + &page)
        });
    }

    /// Writes the rest of the error page, shuts down the write side, then discards input until the client closes.
    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Phase::Refused(left) = &mut self.phase {
            if left.is_empty() {
                ready!(Pin::new(&mut self.inner).poll_flush(cx))?;
                ready!(Pin::new(&mut self.inner).poll_shutdown(cx))?;
                self.phase = Phase::Swallowing;
            } else {
                let written = ready!(Pin::new(&mut self.inner).poll_write(cx, left))?;
                self.connection.has_sent(written);
                left.advance(written.min(left.len()));
            }
        }
        self.poll_swallow(cx)
    }

    fn poll_swallow(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut scratch = [0; 4096];
        loop {
            let mut buf = ReadBuf::new(&mut scratch);
            ready!(Pin::new(&mut self.inner).poll_read(cx, &mut buf))?;
            if buf.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }

    fn has_written(&mut self, written: &Poll<io::Result<usize>>) {
        self.unflushed = true;
        match written {
            Poll::Ready(Ok(bytes)) => self.connection.has_sent(*bytes),
            Poll::Pending => self.blocks(),
            Poll::Ready(Err(_)) => {}
        }
    }

    fn blocks(&mut self) {
        self.is_blocked = true;
        self.connection.set_write_blocked(true);
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if (this.is_http2 || matches!(this.phase, Phase::Head)) && this.holds(cx) {
            return Poll::Pending;
        }
        match this.phase {
            Phase::Refused(_) | Phase::Swallowing => return this.poll_refusal(cx),
            Phase::Open if this.is_http2 => return this.poll_frames(cx, buf),
            Phase::Open => {
                ready!(this.poll_fill(cx, buf))?;
            }
            Phase::Body(left) => {
                let before = ready!(this.poll_fill(cx, buf))?;
                this.read_body(buf, before, left);
            }
            Phase::Head => {
                let before = ready!(this.poll_fill(cx, buf))?;
                this.read_head(buf, before);
                if matches!(this.phase, Phase::Refused(_)) {
                    return this.poll_refusal(cx);
                }
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(cx, buf);
        self.has_written(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(cx, bufs);
        self.has_written(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if Pin::new(&mut this.inner).poll_flush(cx)?.is_pending() {
            this.blocks();
            return Poll::Pending;
        }
        this.unflushed = false;
        if this.is_blocked {
            this.is_blocked = false;
            this.connection.set_write_blocked(false);
            if let Some(reader) = this.waiting.take() {
                reader.wake();
            }
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !matches!(this.phase, Phase::Swallowing) {
            ready!(Pin::new(&mut this.inner).poll_shutdown(cx))?;
            let is_complete = matches!(this.phase, Phase::Head) && this.stash.is_empty();
            if this.is_http2 || is_complete {
                return Poll::Ready(Ok(()));
            }
            // Closing a socket with unread bytes resets the connection, and the client may lose the last response.
            this.connection.lingers();
            this.phase = Phase::Swallowing;
        }
        this.poll_swallow(cx)
    }
}
