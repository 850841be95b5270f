//! One request and its response: in flight from the end of the request head until the last byte of the response was
//! handed to the connection.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use super::body_source::{BodySource, StreamError};
use super::connections::Connection;

/// Counts one exchange as in flight until it is dropped.
#[derive(Debug)]
pub struct Exchange {
    connection: Arc<Connection>,
    is_sending: bool,
    is_complete: bool,
}

impl Exchange {
    /// Begins an exchange after the head of a request.
    #[must_use]
    pub fn begin(connection: Arc<Connection>) -> Self {
        connection.exchange_begins();
        Exchange {
            connection,
            is_sending: false,
            is_complete: false,
        }
    }

    /// The connection.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Attaches the exchange to the response's body.
    #[must_use]
    pub fn send(mut self, body: BodySource) -> ResponseBody {
        self.is_complete = body.is_end_stream();
        // A stream may wait for its source; all other bodies wait only for the client.
        self.is_sending = !self.is_complete && !matches!(body, BodySource::Stream(_));
        if self.is_sending {
            self.connection.sending_begins();
        }
        ResponseBody {
            body,
            exchange: self,
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        if self.is_sending {
            self.connection.sending_ends();
        }
        self.connection.exchange_ends(self.is_complete);
    }
}

/// The body of a response, with its exchange.
#[derive(Debug)]
pub struct ResponseBody {
    body: BodySource,
    exchange: Exchange,
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = StreamError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StreamError>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() || self.body.is_end_stream() {
            self.exchange.is_complete = true;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
