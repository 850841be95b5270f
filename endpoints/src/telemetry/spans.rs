//! The spans of the server: a request, and what is asked of the legacy upstream; those of statements are made in
//! `compat::wordpress::db`. Names of attributes are those of
//! OpenTelemetry's conventions for HTTP. Secrets are masked as in the access log.

use compat::trace::SPANS;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator as _};
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing::field::Empty;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::secrets::{masked, masked_url};
use crate::server::Request;

/// The span of a request; a disabled one while nothing is traced. Its `traceparent` is its parent where it is trusted, else a
/// link: who may name the trace can have it sampled, as that is decided by its number.
pub fn of_request(request: &Request, trusts_traceparent: bool) -> Span {
    let span = tracing::info_span!(
        target: SPANS,
        "request",
        otel.kind = "server",
        otel.name = Empty,
        otel.status_code = Empty,
        http.request.method = Empty,
        http.response.status_code = Empty,
        http.response.body.size = Empty,
        url.scheme = Empty,
        url.path = Empty,
        url.query = Empty,
        server.address = Empty,
        client.address = Empty,
        user_agent.original = Empty,
        oxipress.cache = Empty,
    );
    if span.is_disabled() {
        return span;
    }
    let parent = TraceContextPropagator::new().extract(&Headers(&request.headers));
    if trusts_traceparent {
        // Fails only without a layer that takes it.
        let _ = span.set_parent(parent);
    } else {
        let named = parent.span().span_context().clone();
        if named.is_valid() {
            span.add_link(named);
        }
    }
    let target = masked_url(request.target());
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let method = known_method(&request.method);
    span.record("otel.name", method);
    span.record("http.request.method", method);
    span.record("url.scheme", request.scheme.as_str());
    span.record("url.path", path);
    if !query.is_empty() {
        span.record("url.query", query);
    }
    // HTTP/2 and absolute targets may name a user before the host.
    let host = request.host();
    span.record(
        "server.address",
        host.rsplit_once('@').map_or(host, |(_, host)| host),
    );
    span.record(
        "client.address",
        tracing::field::display(request.remote_addr),
    );
    span.record(
        "user_agent.original",
        &*masked(request.header("user-agent")),
    );
    span
}

/// Notes how a request was answered.
pub fn answered(span: &Span, status: StatusCode, size: Option<u64>, cache: &str) {
    if span.is_disabled() {
        return;
    }
    span.record("http.response.status_code", status.as_u16());
    if let Some(size) = size {
        span.record("http.response.body.size", size);
    }
    span.record("oxipress.cache", cache);
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// The span of what is asked of another server; its `traceparent` is put into the headers.
pub fn of_upstream(method: &Method, authority: &str, headers: &mut HeaderMap) -> Span {
    let span = tracing::info_span!(
        target: SPANS,
        "upstream",
        otel.kind = "client",
        http.request.method = known_method(method),
        server.address = authority,
        http.response.status_code = Empty,
        otel.status_code = Empty,
    );
    if !span.is_disabled() {
        let context = span.context();
        TraceContextPropagator::new().inject_context(&context, &mut HeadersMut(headers));
    }
    span
}

/// Notes what the other server answered.
pub fn answered_by_upstream(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_client_error() || status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// Any other method is one name, so that visitors cannot invent names.
fn known_method(method: &Method) -> &str {
    match *method {
        Method::GET
        | Method::HEAD
        | Method::POST
        | Method::PUT
        | Method::DELETE
        | Method::OPTIONS
        | Method::PATCH
        | Method::TRACE
        | Method::CONNECT => method.as_str(),
        _ => "_OTHER",
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

struct HeadersMut<'a>(&'a mut HeaderMap);

impl Injector for HeadersMut<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) = (key.parse::<HeaderName>(), HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}
