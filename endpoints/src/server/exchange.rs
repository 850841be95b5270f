//! One request and its response: in flight from the end of the request head until the last byte of the response was
//! written to the connection, and charged to the output budget as long.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use futures_util::task::AtomicWaker;
use http_body::{Body, Frame, SizeHint};

use super::body_source::{BodySource, StreamError};
use super::connection_state::Connection;

/// The memory of one exchange besides its headers, in bytes: the task of the stream, the request.
const EXCHANGE: usize = 4 * 1024;
/// The memory of a response besides its bytes: headers, frames, an open file.
const RESPONSE: usize = 8 * 1024;

/// Bytes charged to a connection until dropped.
#[derive(Debug)]
struct Charge {
    connection: Arc<Connection>,
    bytes: usize,
}

impl Charge {
    fn new(connection: Arc<Connection>, bytes: usize) -> Self {
        connection.charge(bytes);
        Charge { connection, bytes }
    }

    fn add(&mut self, bytes: usize) {
        self.connection.charge(bytes);
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.connection.release(self.bytes);
    }
}

/// Counts one exchange as in flight until it is dropped.
#[derive(Debug)]
pub struct Exchange {
    charge: Charge,
    is_sending: bool,
    is_complete: bool,
}

impl Exchange {
    /// Begins an exchange after the head of a request, and charges `memory` for its headers and its stream.
    #[must_use]
    pub fn begin(connection: Arc<Connection>, memory: usize) -> Self {
        connection.exchange_begins();
        Exchange {
            charge: Charge::new(connection, EXCHANGE.saturating_add(memory)),
            is_sending: false,
            is_complete: false,
        }
    }

    /// The connection.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.charge.connection
    }

    fn sends(&mut self) {
        if !self.is_sending {
            self.is_sending = true;
            self.connection().sending_begins();
        }
    }

    /// Attaches the exchange to the response's body.
    #[must_use]
    pub fn send(mut self, body: BodySource) -> ResponseBody {
        self.is_complete = body.is_end_stream();
        // A stream may wait for its source; all other bodies wait only for the client.
        if !self.is_complete && !matches!(body, BodySource::Stream(_)) {
            self.sends();
        }
        if !self.is_complete {
            let own_memory = self.connection().share(body.own_memory());
            self.charge.add(RESPONSE.saturating_add(own_memory));
        }
        ResponseBody {
            body,
            exchange: Some(self),
            reading: None,
            unsent: None,
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.is_sending {
            self.connection().sending_ends();
        }
        self.connection().exchange_ends(self.is_complete);
    }
}

/// The body of a response, with its exchange.
#[derive(Debug)]
pub struct ResponseBody {
    body: BodySource,
    /// Moves into the last bytes.
    exchange: Option<Exchange>,
    /// The piece of a file that is being read.
    reading: Option<Charge>,
    /// Made with the first part: most responses are sent whole.
    unsent: Option<Arc<Unsent>>,
}

/// The parts of a response that hyper has and the connection has not taken.
#[derive(Debug, Default)]
struct Unsent {
    parts: AtomicUsize,
    taken: AtomicWaker,
}

impl Unsent {
    /// Waits until the connection has taken all parts.
    fn poll_taken(&self, cx: &Context<'_>) -> Poll<()> {
        self.taken.register(cx.waker());
        match self.parts.load(Ordering::Acquire) {
            0 => Poll::Ready(()),
            _ => Poll::Pending,
        }
    }
}

impl Body for ResponseBody {
    type Data = OutputBytes;
    type Error = StreamError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<OutputBytes>, StreamError>>> {
        let this = &mut *self;
        let Some(exchange) = &mut this.exchange else {
            return Poll::Ready(None);
        };
        let connection = &exchange.charge.connection;
        // hyper asks for more until its buffer is full, whatever the connection takes.
        if let Some(unsent) = &this.unsent
            && connection.is_budget_exhausted()
        {
            ready!(unsent.poll_taken(cx));
        }
        if let BodySource::File(file) = &mut this.body
            && this.reading.is_none()
        {
            file.set_piece(connection.piece());
            // Before it is read: of connections that begin at the same time each would read as if it were alone.
            this.reading = Some(Charge::new(Arc::clone(connection), file.next_piece()));
        }
        let is_in_memory = matches!(this.body, BodySource::Bytes(_));
        let frame = ready!(Pin::new(&mut this.body).poll_frame(cx)?);
        this.reading = None;
        let Some(frame) = frame else {
            exchange.is_complete = true;
            this.exchange = None;
            return Poll::Ready(None);
        };
        let is_last = this.body.is_end_stream();
        Poll::Ready(Some(Ok(frame.map_data(|bytes| {
            let waits = match (is_in_memory, is_last) {
                (true, _) => this.exchange.take().map(Waits::Last),
                (false, true) => this.exchange.take().map(|mut exchange| {
                    exchange.charge.add(bytes.len());
                    exchange.sends();
                    Waits::Last(exchange)
                }),
                (false, false) => this.exchange.as_ref().map(|exchange| {
                    let connection = Arc::clone(&exchange.charge.connection);
                    connection.sending_begins();
                    let unsent = this.unsent.get_or_insert_default();
                    unsent.parts.fetch_add(1, Ordering::Relaxed);
                    let charge = Charge::new(connection, bytes.len());
                    Waits::Part(charge, Arc::clone(unsent))
                }),
            };
            OutputBytes { bytes, waits }
        }))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// What ends when bytes are sent.
#[derive(Debug)]
enum Waits {
    Part(Charge, Arc<Unsent>),
    Last(Exchange),
}

impl Drop for Waits {
    fn drop(&mut self) {
        if let Waits::Part(charge, unsent) = self {
            charge.connection.sending_ends();
            unsent.parts.fetch_sub(1, Ordering::Release);
            unsent.taken.wake();
        }
    }
}

/// Bytes of a response, charged until hyper has written or dropped them.
#[derive(Debug)]
pub struct OutputBytes {
    bytes: Bytes,
    waits: Option<Waits>,
}

impl Buf for OutputBytes {
    fn remaining(&self) -> usize {
        self.bytes.len()
    }

    fn chunk(&self) -> &[u8] {
        &self.bytes
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        let is_all = self.bytes.is_empty();
        match &mut self.waits {
            Some(Waits::Part(charge, _)) => charge.connection.has_taken(count),
            Some(Waits::Last(exchange)) => {
                exchange.is_complete = is_all;
                exchange.connection().has_taken(count);
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::poll_fn;
    use std::io::Write as _;
    use std::pin::pin;
    use std::time::Duration;

    use super::super::body_source::{FileBody, FilePart};
    use super::super::config::ServerConfig;
    use super::super::connections::Connections;
    use super::*;

    /// While the budget is used up, the next piece of a file is passed on when the connection has taken the one before.
    #[tokio::test]
    async fn pieces_wait_for_each_other_while_memory_is_short() {
        const LENGTH: usize = 40_000;
        let mut config = ServerConfig::default();
        config.output.process = 1;
        let connections = Connections::new(&config, Arc::default());
        let mut file = tempfile::tempfile().expect("file");
        file.write_all(&[b'x'; LENGTH]).expect("bytes");
        let whole = FilePart::Range {
            start: 0,
            length: LENGTH as u64,
        };
        let file = BodySource::File(FileBody::new(file, vec![whole]));
        let exchange = Exchange::begin(connections.open(None), 0);
        let mut body = pin!(exchange.send(file));
        let (mut waiting, mut pieces) = (None, Vec::new());
        loop {
            let is_taken = Cell::new(waiting.is_none());
            let next = async {
                let next = poll_fn(|cx| body.as_mut().poll_frame(cx)).await;
                let is_end = next.is_none();
                assert!(is_end || is_taken.get(), "the piece before is not sent");
                next
            };
            let take = async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                is_taken.set(true);
                drop(waiting.take());
            };
            let (Some(frame), ()) = tokio::join!(next, take) else {
                break;
            };
            let bytes = frame.expect("bytes").into_data().expect("data");
            pieces.push(bytes.remaining());
            waiting = Some(bytes);
        }
        assert!(pieces.len() > 2, "{pieces:?}");
        assert_eq!(pieces.iter().sum::<usize>(), LENGTH);
    }
}
