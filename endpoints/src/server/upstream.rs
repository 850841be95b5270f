//! Proxies a request to the legacy upstream (`--legacy-upstream`), both bodies streamed. `Host` stays, hop-by-hop
//! headers are removed, `X-Forwarded-*` are added.

use std::io::{self, ErrorKind};
use std::time::Duration;

use bytes::Bytes;
use http::header::{
    CONNECTION, HOST, HeaderName, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};
use http::uri::{Authority, PathAndQuery, Scheme as UriScheme};
use http::{HeaderMap, HeaderValue, StatusCode, Uri, Version};
use http_body_util::BodyExt;
use hyper::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use super::body::{BodyError, RequestBody};
use super::body_source::BodySource;
use super::request::Request;
use super::response::{Response, header_value};

/// Hop-by-hop headers (RFC 9110, section 7.6.1).
const HOP_BY_HOP: [HeaderName; 9] = [
    CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

static X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
static X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
static X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The legacy upstream.
#[derive(Debug, Clone)]
pub struct Upstream {
    client: Client<HttpConnector, RequestBody>,
    /// A client without keep-alive, for retries.
    second: Client<HttpConnector, RequestBody>,
    authority: Authority,
    timeout: Duration,
}

impl Upstream {
    /// An upstream at `http://host:port`. `timeout` limits the time to the head of its response.
    ///
    /// # Errors
    /// When the address is not of that form.
    pub fn new(address: &str, timeout: Duration) -> Result<Self, String> {
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
        connector.set_connect_timeout(Some(timeout.min(Duration::from_secs(5))));
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
            timeout,
        })
    }

    /// Forwards the request and returns the upstream's response; 502 or 504 when there is none.
    pub async fn forward(&self, request: Request) -> Response {
        let request = match self.request(request) {
            Ok(request) => request,
            Err(error) => {
                tracing::warn!(%error, "a request cannot be handed on");
                return Response::error_page(StatusCode::BAD_REQUEST);
            }
        };
        let again = repeated(&request);
        let asked = async {
            match (self.client.request(request).await, again) {
                // The upstream closed a keep-alive connection just as it was reused: retry once.
                (Err(error), Some(again)) if is_closed(&error) => self.second.request(again).await,
                (answer, _) => answer,
            }
        };
        match tokio::time::timeout(self.timeout, asked).await {
            Err(_) => Response::error_page(StatusCode::GATEWAY_TIMEOUT),
            Ok(Err(error)) => {
                // A request body that exceeds a limit is a client error, not an upstream error.
                if let Some(body_error) = body_error(&error) {
                    return body_error.respond();
                }
                tracing::warn!(%error, upstream = %self.authority, "the upstream does not answer");
                Response::error_page(StatusCode::BAD_GATEWAY)
            }
            Ok(Ok(response)) => {
                let (parts, body) = response.into_parts();
                let mut answer = Response::new(parts.status);
                answer.headers = parts.headers;
                remove_hop_by_hop(&mut answer.headers);
                answer.body = BodySource::Stream(Box::pin(body.map_err(Into::into)));
                answer
            }
        }
    }

    fn request(&self, mut request: Request) -> Result<http::Request<RequestBody>, http::Error> {
        let mut headers = std::mem::take(&mut request.headers);
        let trusted = if request.peer_is_trusted {
            headers.get(&X_FORWARDED_FOR).cloned()
        } else {
            None
        };
        remove_hop_by_hop(&mut headers);
        let list = match trusted.as_ref().and_then(|value| value.to_str().ok()) {
            Some(before) => format!("{before}, {}", request.peer_addr),
            None => request.peer_addr.to_string(),
        };
        // `X-Forwarded-*` of an untrusted client is replaced.
        for (name, text) in [
            (&X_FORWARDED_FOR, list.as_str()),
            (&X_FORWARDED_PROTO, request.scheme.as_str()),
        ] {
            if let Ok(value) = header_value(text) {
                headers.insert(name, value);
            }
        }
        headers.remove(&X_FORWARDED_HOST);
        request.headers = headers;
        if let Ok(host) = HeaderValue::from_str(request.host())
            && !host.is_empty()
        {
            request.headers.insert(HOST, host.clone());
            request.headers.insert(&X_FORWARDED_HOST, host);
        }
        let target = request
            .uri
            .path_and_query()
            .cloned()
            .unwrap_or_else(|| PathAndQuery::from_static("/"));
        let uri = Uri::builder()
            .scheme(UriScheme::HTTP)
            .authority(self.authority.clone())
            .path_and_query(target)
            .build()?;
        let body = request.take_body();
        let mut handed_on = http::Request::new(body);
        *handed_on.method_mut() = request.method;
        *handed_on.uri_mut() = uri;
        *handed_on.version_mut() = Version::HTTP_11;
        *handed_on.headers_mut() = request.headers;
        Ok(handed_on)
    }
}

/// A copy of the request for a retry; `None` unless it is idempotent and without a body.
fn repeated(request: &http::Request<RequestBody>) -> Option<http::Request<RequestBody>> {
    if !request.method().is_safe() || !request.body().is_end_stream() {
        return None;
    }
    let mut again = http::Request::new(RequestBody::from_bytes(Bytes::new()));
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

/// Removes hop-by-hop headers, and those named by `Connection`.
fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in named.iter().chain(&HOP_BY_HOP) {
        headers.remove(name);
    }
}
