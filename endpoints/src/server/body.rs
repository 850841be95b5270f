//! The request body with its limits: maximum size (413), minimum rate (408), malformed (400). The rate counts only
//! the time spent waiting for the client, not the time a handler takes between two chunks.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use http::StatusCode;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::Sleep;

use super::response::Response;

/// Why a body could not be read. Each has its status; the connection closes after the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// More bytes than allowed.
    #[error("the body of the request is too large")]
    TooLarge,
    /// Fewer bytes per second than the minimum rate.
    #[error("the body of the request comes too slowly")]
    TooSlow,
    /// The connection broke, or the body does not match its headers.
    #[error("the body of the request is broken")]
    Broken,
}

impl BodyError {
    /// 413, 408 or 400.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            BodyError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            BodyError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            BodyError::Broken => StatusCode::BAD_REQUEST,
        }
    }

    /// The web server's error page, which closes the connection.
    #[must_use]
    pub fn respond(self) -> Response {
        Response::error_page(self.status()).closing()
    }
}

/// The limits of one body.
#[derive(Debug, Clone, Copy)]
pub struct BodyBounds {
    /// Maximum size in bytes.
    pub limit: u64,
    /// Waiting time before the rate is checked.
    pub grace: Duration,
    /// Minimum bytes per second.
    pub minimum_rate: u32,
}

#[derive(Debug)]
enum Source {
    Connection(Incoming),
    Memory(VecDeque<Bytes>),
}

/// The body of a request.
#[derive(Debug)]
pub struct RequestBody {
    /// Bytes that were read and put back.
    unread: Bytes,
    source: Source,
    bounds: BodyBounds,
    received: u64,
    /// Bytes received, and time spent waiting, in the current period.
    in_period: u64,
    waited: Duration,
    waiting_since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl RequestBody {
    /// A body read from a connection.
    #[must_use]
    pub fn from_connection(incoming: Incoming, bounds: BodyBounds) -> Self {
        RequestBody::new(Source::Connection(incoming), bounds)
    }

    /// A body in memory.
    #[must_use]
    pub fn from_bytes(bytes: Bytes) -> Self {
        RequestBody::from_pieces([bytes])
    }

    /// A body in memory, delivered in chunks.
    #[must_use]
    pub fn from_pieces(pieces: impl IntoIterator<Item = Bytes>) -> Self {
        let bounds = BodyBounds {
            limit: u64::MAX,
            grace: Duration::MAX,
            minimum_rate: 0,
        };
        let pieces = pieces.into_iter().filter(|piece| !piece.is_empty());
        RequestBody::new(Source::Memory(pieces.collect()), bounds)
    }

    fn new(source: Source, bounds: BodyBounds) -> Self {
        RequestBody {
            unread: Bytes::new(),
            source,
            bounds,
            received: 0,
            in_period: 0,
            waited: Duration::ZERO,
            waiting_since: None,
            timer: None,
        }
    }

    /// Reads all of it, at most `limit` bytes.
    ///
    /// # Errors
    /// When a limit is exceeded or the body is malformed.
    pub async fn bytes(&mut self, limit: u64) -> Result<Bytes, BodyError> {
        self.bounds.limit = self.bounds.limit.min(limit);
        // `Content-Length` exceeds the limit: refused before a byte is read.
        if self.size_hint().lower() > self.bounds.limit {
            return Err(BodyError::TooLarge);
        }
        let mut first = Bytes::new();
        let mut all = BytesMut::new();
        while let Some(frame) = self.frame().await {
            let Ok(data) = frame?.into_data() else {
                continue;
            };
            if first.is_empty() && all.is_empty() {
                first = data;
            } else {
                if all.is_empty() {
                    all.extend_from_slice(&std::mem::take(&mut first));
                }
                all.extend_from_slice(&data);
            }
        }
        Ok(if all.is_empty() { first } else { all.freeze() })
    }

    /// Lifts the maximum size: a server that the body is passed on to has its own.
    pub fn lift_limit(&mut self) {
        self.bounds.limit = u64::MAX;
    }

    /// The beginning of the body, about `length` bytes of it, which stay unread; and whether that is all.
    ///
    /// # Errors
    /// When the body is too slow or malformed.
    pub async fn peek(&mut self, length: usize) -> Result<(Bytes, bool), BodyError> {
        let mut begin = BytesMut::new();
        let mut is_all = true;
        while let Some(frame) = self.frame().await {
            if let Ok(data) = frame?.into_data() {
                begin.extend_from_slice(&data);
            }
            if begin.len() >= length {
                is_all = self.is_end_stream();
                break;
            }
        }
        self.unread = begin.freeze();
        Ok((self.unread.clone(), is_all))
    }

    fn poll_too_slow(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.bounds.minimum_rate == 0 {
            return Poll::Pending;
        }
        loop {
            if self.waiting_since.is_none() {
                self.waiting_since = Some(Instant::now());
                let end =
                    tokio::time::Instant::now() + self.bounds.grace.saturating_sub(self.waited);
                match &mut self.timer {
                    Some(timer) => timer.as_mut().reset(end),
                    None => self.timer = Some(Box::pin(tokio::time::sleep_until(end))),
                }
            }
            if let Some(timer) = &mut self.timer {
                ready!(timer.as_mut().poll(cx));
            }
            // Checked once per period, so that a burst does not make up for later periods.
            let rate = u128::from(self.bounds.minimum_rate);
            if u128::from(self.in_period).saturating_mul(1000)
                < rate.saturating_mul(self.bounds.grace.as_millis())
            {
                return Poll::Ready(());
            }
            self.in_period = 0;
            self.waited = Duration::ZERO;
            self.waiting_since = None;
        }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if !self.unread.is_empty() {
            let unread = std::mem::take(&mut self.unread);
            return Poll::Ready(Some(Ok(Frame::data(unread))));
        }
        let polled = match &mut self.source {
            Source::Memory(pieces) => {
                return Poll::Ready(pieces.pop_front().map(|piece| Ok(Frame::data(piece))));
            }
            Source::Connection(incoming) => Pin::new(incoming).poll_frame(cx),
        };
        let Poll::Ready(frame) = polled else {
            ready!(self.poll_too_slow(cx));
            return Poll::Ready(Some(Err(BodyError::TooSlow)));
        };
        if let Some(since) = self.waiting_since.take() {
            self.waited = self.waited.saturating_add(since.elapsed());
        }
        let frame = match frame {
            None => return Poll::Ready(None),
            Some(Err(_)) => return Poll::Ready(Some(Err(BodyError::Broken))),
            Some(Ok(frame)) => frame,
        };
        let length = frame.data_ref().map_or(0, Bytes::len);
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        self.received = self.received.saturating_add(length);
        self.in_period = self.in_period.saturating_add(length);
        if self.received > self.bounds.limit {
            return Poll::Ready(Some(Err(BodyError::TooLarge)));
        }
        Poll::Ready(Some(Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        self.unread.is_empty()
            && match &self.source {
                Source::Connection(incoming) => incoming.is_end_stream(),
                Source::Memory(pieces) => pieces.is_empty(),
            }
    }

    fn size_hint(&self) -> SizeHint {
        let bytes = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        let unread = bytes(self.unread.len());
        match &self.source {
            Source::Connection(incoming) => {
                let rest = incoming.size_hint();
                let mut hint = SizeHint::new();
                hint.set_lower(rest.lower().saturating_add(unread));
                if let Some(upper) = rest.upper() {
                    hint.set_upper(upper.saturating_add(unread));
                }
                hint
            }
            Source::Memory(pieces) => {
                let length = bytes(pieces.iter().map(Bytes::len).sum());
                SizeHint::with_exact(length.saturating_add(unread))
            }
        }
    }
}
