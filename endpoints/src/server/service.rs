//! The hyper service: limits that also apply to HTTP/2, the page cache, the handler, and the final headers.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use http::header::{CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Version};
use http_body::Body;
use hyper::body::Incoming;
use hyper::upgrade::OnUpgrade;
use tracing::Instrument as _;

use super::access_log::AccessLog;
use super::body::{BodyBounds, RequestBody};
use super::body_source::BodySource;
use super::config::ServerConfig;
use super::exchange::{Exchange, ResponseBody};
use super::handler::{CacheDecision, Handler};
use super::page_cache::{CacheKey, Cached, PageCache};
use super::proxy::TrustedProxies;
use super::request::Request;
use super::response::Response;
use super::scheme::Scheme;
use super::tunnel::TunnelSlot;
use super::unavailable::unavailable;
use super::visitor_cookie::{SentCookies, VisitorCookie};
use crate::request_error::{RequestError, RequestErrorKind};
use crate::telemetry::spans;

/// `Retry-After` of a response that found no memory.
const OUTPUT_SHORT: Duration = Duration::from_secs(5);

/// State shared by all connections of a listener.
pub(super) struct Service {
    pub(super) config: ServerConfig,
    pub(super) handler: Arc<dyn Handler>,
    pub(super) cache: Arc<PageCache>,
    pub(super) access_log: Option<Arc<AccessLog>>,
}

impl Service {
    /// Handles one request.
    #[expect(clippy::too_many_lines, reason = "one sequence of steps")]
    pub(super) async fn respond(
        &self,
        exchange: Exchange,
        peer: IpAddr,
        scheme: Scheme,
        mut request: http::Request<Incoming>,
        tunnel: Option<&TunnelSlot>,
    ) -> http::Response<ResponseBody> {
        let started = Instant::now();
        let client = tunnel.map(|slot| (slot, hyper::upgrade::on(&mut request)));
        let (parts, incoming) = request.into_parts();
        let is_http1 = parts.version < Version::HTTP_2;
        // Only hyper finds the end of a chunked body, so no request may follow it on the connection: see `wire`.
        let mut closes = is_http1
            && (exchange.connection().is_draining()
                || parts.headers.contains_key(TRANSFER_ENCODING));
        let is_head = parts.method == Method::HEAD;

        let refused = self.refusal(&parts);
        let is_too_large = incoming.size_hint().lower() > self.config.limits.body;
        let body = RequestBody::from_connection(incoming, self.body_bounds());
        let request = Request::new(parts, body, peer, scheme, &self.config.trusted_proxies);
        if TrustedProxies::are_sent(&request.headers) {
            let metrics = exchange.connection().metrics();
            metrics.forwarded(request.peer_addr, request.peer_is_trusted);
        }
        let refused = refused.or_else(|| {
            let is_refused = is_too_large && !self.handler.handles_too_large(&request);
            is_refused.then_some(StatusCode::PAYLOAD_TOO_LARGE)
        });
        let line = self.access_log.as_ref().map(|log| log.begin(&request));
        let cookies = SentCookies::of(&request.headers);
        let span = spans::of_request(&request, self.config.trusts_traceparent);

        let (mut response, label) = match refused {
            Some(status) => {
                exchange.connection().metrics().refused(status);
                closes = is_http1;
                (
                    plain(Response::error_page(status), is_head, &mut closes),
                    "refused",
                )
            }
            None => {
                exchange.connection().wait_for_room().await;
                self.cached_or_handled(request, is_head, &exchange, &mut closes)
                    .instrument(span.clone())
                    .await
            }
        };
        let memory = response.body().own_memory();
        if !exchange.connection().has_room_for(memory) {
            let instead = unavailable(OUTPUT_SHORT);
            response = plain(instead, is_head, &mut closes);
        }
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            response = switched(response, client);
        } else if closes && is_http1 {
            response
                .headers_mut()
                .insert(CONNECTION, HeaderValue::from_static("close"));
        }
        VisitorCookie::give(&mut response, &cookies, (self.config.clock)());
        let took = started.elapsed();
        let metrics = exchange.connection().metrics();
        metrics.durations.record(took);
        if refused.is_none() {
            metrics.answered(response.status());
        }
        spans::answered(&span, response.status(), response.body().length(), label);
        if let Some(line) = line {
            line.write(response.status(), response.body().length(), took, label);
        }
        response.map(|body| exchange.send(body))
    }

    fn body_bounds(&self) -> BodyBounds {
        BodyBounds {
            limit: self.config.limits.body,
            grace: self.config.timeouts.rate_grace,
            minimum_rate: self.config.timeouts.minimum_rate,
        }
    }

    /// Limits that `head_guard` checks for HTTP/1 only, checked here for HTTP/2.
    fn refusal(&self, parts: &http::request::Parts) -> Option<StatusCode> {
        // We are no proxy for connections (RFC 9110, 9.3.6).
        if parts.method == Method::CONNECT {
            return Some(StatusCode::METHOD_NOT_ALLOWED);
        }
        let limits = &self.config.limits;
        if parts.version >= Version::HTTP_2 {
            let target = parts
                .uri
                .path_and_query()
                .map_or(0, |target| target.as_str().len());
            if target
                .saturating_add(parts.method.as_str().len())
                .saturating_add(10)
                > limits.request_line
            {
                return Some(StatusCode::URI_TOO_LONG);
            }
            let bytes = header_bytes(&parts.headers);
            if parts.headers.len() > limits.headers || bytes > limits.header_bytes {
                return Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
            }
        }
        None
    }

    async fn cached_or_handled(
        &self,
        request: Request,
        is_head: bool,
        exchange: &Exchange,
        closes: &mut bool,
    ) -> (http::Response<BodySource>, &'static str) {
        let key = if request.is_read() && self.cache.is_on() {
            match self.handler.cache_key(&request) {
                CacheDecision::Lookup(key) => Some(key),
                CacheDecision::Bypass => None,
            }
        } else {
            None
        };
        let Some(key) = key else {
            let response = Box::pin(self.handle(request)).await;
            return (plain(response, is_head, closes), "bypass");
        };
        if let Some(waiting) = self.handler.until_current() {
            waiting.await;
        }
        let observer = self.handler.observe(&request);
        let (response, label) = if let Some(page) = self.cache.get(&key) {
            exchange.connection().metrics().cache_hits.one();
            (page.respond(&request.headers, is_head), "hit")
        } else {
            // Boxed: most requests end before, and each stream has the memory of this future.
            Box::pin(self.rendered(&key, request, is_head, exchange, closes)).await
        };
        if let Some(observe) = observer {
            observe(&response);
        }
        (response, label)
    }

    async fn rendered(
        &self,
        key: &CacheKey,
        request: Request,
        is_head: bool,
        exchange: &Exchange,
        closes: &mut bool,
    ) -> (http::Response<BodySource>, &'static str) {
        let metrics = exchange.connection().metrics();
        let headers = request.headers.clone();
        match self.cache.get_or_render(key, self.handle(request)).await {
            Cached::Hit(page) => {
                metrics.cache_hits.one();
                (page.respond(&headers, is_head), "hit")
            }
            Cached::Stored(page) => {
                metrics.cache_misses.one();
                (page.respond(&headers, is_head), "miss")
            }
            Cached::Stale(page) => {
                metrics.cache_stale.one();
                (page.respond(&headers, is_head), "stale")
            }
            Cached::HitForMiss(response) => {
                metrics.cache_passes.one();
                (plain(*response, is_head, closes), "pass")
            }
        }
    }

    /// Calls the handler: 500 if it panics, 503 if it times out.
    async fn handle(&self, request: Request) -> Response {
        let target = request.target().to_owned();
        let limit = request.answer_limit.clone();
        let answering =
            AssertUnwindSafe(async { self.handler.handle(request).await }).catch_unwind();
        let answered = tokio::select! {
            biased;
            answered = answering => Some(answered),
            () = limit.is_over(self.config.timeouts.answer) => None,
        };
        match answered {
            Some(Ok(response)) => response,
            Some(Err(_)) => {
                let detail = format!("the handler of {target} panicked");
                RequestError::new(RequestErrorKind::Panic, detail).into_response()
            }
            None => {
                let detail = format!("the handler of {target} took too long");
                RequestError::new(RequestErrorKind::Timeout, detail).into_response()
            }
        }
    }
}

/// A 101 whose two ends are joined once it is sent; 502 where one is missing, since the client would wait for the other
/// protocol.
fn switched(
    mut response: http::Response<BodySource>,
    client: Option<(&TunnelSlot, OnUpgrade)>,
) -> http::Response<BodySource> {
    match (client, response.extensions_mut().remove::<OnUpgrade>()) {
        (Some((slot, client)), Some(server)) => {
            slot.open(client, server);
            response
        }
        _ => plain(
            Response::error_page(StatusCode::BAD_GATEWAY),
            false,
            &mut false,
        ),
    }
}

/// Bytes of the header lines.
pub(super) fn header_bytes(headers: &HeaderMap) -> usize {
    let lines = headers.iter().map(|(n, v)| n.as_str().len() + v.len() + 4);
    lines.fold(0, usize::saturating_add)
}

fn plain(mut answer: Response, is_head: bool, closes: &mut bool) -> http::Response<BodySource> {
    *closes |= answer.close;
    if is_head {
        let has_body = !answer.status.is_informational()
            && !matches!(
                answer.status,
                StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED
            );
        if let Some(length) = answer.body.length().filter(|_| has_body)
            && !answer.headers.contains_key(CONTENT_LENGTH)
        {
            answer
                .headers
                .insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        answer.body = BodySource::Empty;
    }
    let mut response = http::Response::new(answer.body);
    *response.status_mut() = answer.status;
    *response.headers_mut() = answer.headers;
    if let Some(tunnel) = answer.tunnel {
        response.extensions_mut().insert(tunnel);
    }
    VisitorCookie::attach_to(answer.visitor_cookie.as_ref(), &mut response);
    response
}
