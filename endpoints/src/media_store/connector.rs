//! How requests go to the store: HTTP/1.1 on kept connections, with a timeout for each step. The store is named by the
//! operator's settings, so it may have a private address.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody,
    HttpResponse, HttpResponseBody, HttpService,
};
use tokio::time::Sleep;

use crate::http_client::dialer::Dialer;

/// How long a kept connection may be idle; stores close them after a minute or less.
const IDLE: Duration = Duration::from_secs(20);
/// Bytes a second that a body has to reach.
const SLOWEST: u64 = 256 * 1024;

/// Connects to the store.
#[derive(Debug)]
pub(super) struct StoreConnector {
    /// Time without an answer or progress.
    pub(super) timeout: Duration,
}

impl HttpConnector for StoreConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(Dialer);
        let timeout = self.timeout;
        Ok(HttpClient::new(StoreClient { client, timeout }))
    }
}

#[derive(Debug)]
struct StoreClient {
    client: Client<Dialer, HttpRequestBody>,
    timeout: Duration,
}

#[async_trait::async_trait]
impl HttpService for StoreClient {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let sent = u64::try_from(request.body().content_length()).unwrap_or(u64::MAX);
        let timeout = self.timeout + Duration::from_secs(sent / SLOWEST);
        let asked = tokio::time::timeout(timeout, self.client.request(request)).await;
        let response = asked.map_err(|_| late())?.map_err(|error| {
            let kind = match error.is_connect() {
                true => HttpErrorKind::Connect,
                false => HttpErrorKind::Interrupted,
            };
            HttpError::new(kind, error)
        })?;
        let timeout = self.timeout;
        Ok(response.map(|body| {
            HttpResponseBody::new(TimedBody {
                body,
                timeout,
                waits: None,
            })
        }))
    }
}

fn late() -> HttpError {
    HttpError::new(
        HttpErrorKind::Timeout,
        io::Error::from(io::ErrorKind::TimedOut),
    )
}

/// The body of a response; it breaks off when nothing comes for a while.
#[derive(Debug)]
struct TimedBody {
    body: Incoming,
    timeout: Duration,
    waits: Option<Pin<Box<Sleep>>>,
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.waits = None;
            let broken = |error| HttpError::new(HttpErrorKind::Interrupted, error);
            return Poll::Ready(frame.map(|frame| frame.map_err(broken)));
        }
        let timeout = self.timeout;
        let waits = self
            .waits
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        waits.as_mut().poll(cx).map(|()| Some(Err(late())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
