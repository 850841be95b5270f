//! Passes a request on to the legacy upstream (`--legacy-upstream`), both bodies streamed, of any size; a protocol that
//! the upstream changes to (`Upgrade`) becomes a tunnel. Interim responses (1xx) end here.
//!
//! The upstream's time runs while nothing of the request's body moves, until the head of its response. So many requests
//! may wait for it and no more: a dead upstream takes no place from what is answered here.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONNECTION, UPGRADE};
use http::uri::{Authority, Scheme as UriScheme};
use http::{HeaderValue, StatusCode, Uri};
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::sync::Semaphore;
use tracing::Instrument as _;

use super::body::{BodyError, RequestBody};
use super::body_source::BodySource;
use super::metrics::{Counter, write_family};
use super::request::Request;
use super::response::Response;
use super::upstream_error::UpstreamError;
use super::upstream_head::{OwnAddress, remove_hop_by_hop, request_to, wanted_protocol};
use crate::telemetry::spans;

/// How long a connection to the upstream may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a request waits until fewer are waiting for the upstream.
const PLACE: Duration = Duration::from_secs(2);

/// Bounds of what waits for the upstream.
#[derive(Debug, Clone, Copy)]
pub struct UpstreamLimits {
    /// Time without progress until the head of a response.
    pub timeout: Duration,
    /// Maximum number of requests that wait for the head of a response.
    pub requests: usize,
}

/// The legacy upstream.
#[derive(Debug, Clone)]
pub struct Upstream {
    client: Client<HttpConnector, SentBody>,
    /// A client without keep-alive, for retries.
    second: Client<HttpConnector, SentBody>,
    authority: Authority,
    timeout: Duration,
    places: Arc<Semaphore>,
    results: Arc<[Counter; RESULTS.len()]>,
}

/// What became of requests, as metrics name it.
const RESULTS: [&str; 4] = ["answered", "failed", "timeout", "busy"];

impl Upstream {
    /// An upstream at `http://host:port`.
    ///
    /// # Errors
    /// When the address is not of that form.
    pub fn new(address: &str, limits: UpstreamLimits) -> Result<Self, String> {
        let wrong = || format!("`{address}` is not of the form http://host:port");
        let uri: Uri = address.parse().map_err(|_| wrong())?;
        let is_plain = uri.scheme() == Some(&UriScheme::HTTP)
            && matches!(uri.path(), "" | "/")
            && uri.query().is_none();
        let authority = uri
            .authority()
            .filter(|_| is_plain)
            .cloned()
            .ok_or_else(wrong)?;
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(limits.timeout.min(CONNECT)));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(Duration::from_secs(20))
            .pool_max_idle_per_host(32)
            .build(connector.clone());
        let second = Client::builder(TokioExecutor::new())
            .pool_max_idle_per_host(0)
            .build(connector);
        Ok(Upstream {
            client,
            second,
            authority,
            timeout: limits.timeout,
            places: Arc::new(Semaphore::new(limits.requests.clamp(1, 1 << 20))),
            results: Arc::default(),
        })
    }

    /// Passes the request on and returns the upstream's response; a plain error page when there is none.
    pub async fn forward(&self, request: Request) -> Response {
        match self.ask(request).await {
            Ok(response) => response,
            Err(error) => error.respond(Response::error_page),
        }
    }

    /// Passes the request on and returns the upstream's response.
    ///
    /// # Errors
    /// When there is none.
    pub async fn ask(&self, request: Request) -> Result<Response, UpstreamError> {
        request.answer_limit.lift();
        let asked = self.asked(request).await;
        let result = match &asked {
            Ok(_) => 0,
            Err(UpstreamError::TimedOut) => 2,
            Err(UpstreamError::Busy) => 3,
            Err(_) => 1,
        };
        if let Some(counter) = self.results.get(result) {
            counter.one();
        }
        asked
    }

    async fn asked(&self, request: Request) -> Result<Response, UpstreamError> {
        let place = tokio::time::timeout(PLACE, self.places.acquire()).await;
        let _place = place.map_err(|_| UpstreamError::Busy)?;
        let own = OwnAddress::of(&request);
        let protocol = wanted_protocol(&request);
        let sent = Arc::new(AtomicU64::new(0));
        let request = request_to(&self.authority, request)?.map(|body| SentBody {
            body,
            sent: Arc::clone(&sent),
        });
        let mut request = request;
        let method = request.method().clone();
        let span = spans::of_upstream(&method, self.authority.as_str(), request.headers_mut());
        let again = repeated(&request);
        let asking = async {
            match (self.client.request(request).await, again) {
                // The upstream closed a keep-alive connection just as it was reused: retry once.
                (Err(error), Some(again)) if is_closed(&error) => self.second.request(again).await,
                (asked, _) => asked,
            }
        };
        let Some(asked) = within(self.timeout, &sent, asking)
            .instrument(span.clone())
            .await
        else {
            return Err(UpstreamError::TimedOut);
        };
        let response = asked.map_err(|error| match body_error(&error) {
            Some(error) => UpstreamError::Body(error),
            None => UpstreamError::Connection(error),
        })?;
        spans::answered_by_upstream(&span, response.status());
        Ok(self.response(response, &own, protocol))
    }

    fn response(
        &self,
        mut response: http::Response<Incoming>,
        own: &OwnAddress,
        protocol: Option<HeaderValue>,
    ) -> Response {
        let status = response.status();
        if status == StatusCode::SWITCHING_PROTOCOLS && protocol.is_none() {
            return Response::error_page(StatusCode::BAD_GATEWAY);
        }
        let tunnel =
            (status == StatusCode::SWITCHING_PROTOCOLS).then(|| hyper::upgrade::on(&mut response));
        let (parts, body) = response.into_parts();
        let mut passed = Response::new(status);
        passed.headers = parts.headers;
        let changed_to = passed.headers.get(UPGRADE).cloned();
        remove_hop_by_hop(&mut passed.headers);
        own.keep_in(&mut passed.headers, &self.authority);
        match tunnel {
            Some(tunnel) => {
                let connection = HeaderValue::from_static("upgrade");
                passed.headers.insert(CONNECTION, connection);
                if let Some(protocol) = changed_to.or(protocol) {
                    passed.headers.insert(UPGRADE, protocol);
                }
                passed.tunnel = Some(tunnel);
            }
            None => passed.body = BodySource::Stream(Box::pin(body.map_err(Into::into))),
        }
        passed
    }

    /// The number of requests by what became of them, in Prometheus's text format.
    #[must_use]
    pub fn metrics(&self) -> String {
        let mut out = String::new();
        let results = RESULTS.into_iter().zip(self.results.iter());
        write_family(&mut out, "upstream_total", "result", results);
        out
    }
}

/// The outcome of `asking`, unless nothing of the body moves for a while.
async fn within<T>(
    timeout: Duration,
    sent: &AtomicU64,
    asking: impl Future<Output = T>,
) -> Option<T> {
    let mut asking = std::pin::pin!(asking);
    loop {
        let before = sent.load(Ordering::Relaxed);
        if let Ok(asked) = tokio::time::timeout(timeout, &mut asking).await {
            return Some(asked);
        }
        if sent.load(Ordering::Relaxed) == before {
            return None;
        }
    }
}

/// The body of a request, with the number of pieces that were taken of it.
#[derive(Debug)]
struct SentBody {
    body: RequestBody,
    sent: Arc<AtomicU64>,
}

impl Body for SentBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if polled.is_ready() {
            self.sent.fetch_add(1, Ordering::Relaxed);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A copy of the request for a retry; `None` unless it is idempotent and without a body.
fn repeated(request: &http::Request<SentBody>) -> Option<http::Request<SentBody>> {
    if !request.method().is_safe() || !request.body().is_end_stream() {
        return None;
    }
    let mut again = http::Request::new(SentBody {
        body: RequestBody::from_bytes(Bytes::new()),
        sent: Arc::clone(&request.body().sent),
    });
    *again.method_mut() = request.method().clone();
    *again.uri_mut() = request.uri().clone();
    *again.version_mut() = request.version();
    *again.headers_mut() = request.headers().clone();
    Some(again)
}

/// Whether the connection closed before the response began.
fn is_closed(error: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(error), |error| error.source()).any(|error| {
        error
            .downcast_ref::<hyper::Error>()
            .is_some_and(|e| e.is_incomplete_message() || e.is_canceled() || e.is_closed())
            || error.downcast_ref::<io::Error>().is_some_and(|e| {
                matches!(e.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe)
            })
    })
}

/// The limit that the visitor's body exceeded, if that made forwarding fail.
fn body_error(error: &(dyn std::error::Error + 'static)) -> Option<BodyError> {
    std::iter::successors(Some(error), |error| error.source())
        .find_map(|error| error.downcast_ref::<BodyError>().copied())
}
