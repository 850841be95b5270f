//! A proxy before the PHP server: what passes is not changed, and a copy of it is recorded.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, Result};
use bytes::Bytes;
use http::header::{
    CONNECTION, HOST, HeaderMap, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use http::{Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use recordings::masking::Exchange;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::store::Store;
use super::tee::{SharedCopy, Tee, take};
use crate::replayer::client::Target;

/// Connections at one time.
const CONNECTIONS: usize = 256;
/// Time in which a request's head must be there, and the PHP server's.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// Where the proxy stands.
#[derive(Debug, Clone)]
pub struct Proxy {
    /// The PHP server.
    pub upstream: Target,
    /// The `Host` that is sent to it; `None`: the visitor's.
    pub host: Option<String>,
    /// Takes the exchanges.
    pub store: Store,
}

impl Proxy {
    /// Serves until `stop` ends.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn run(self, listener: TcpListener, stop: impl Future<Output = ()>) -> Result<()> {
        let permits = Arc::new(Semaphore::new(CONNECTIONS));
        let proxy = Arc::new(self);
        tokio::pin!(stop);
        loop {
            let permit = permits.clone().acquire_owned().await?;
            let stream = tokio::select! {
                () = &mut stop => return Ok(()),
                accepted = listener.accept() => accepted.context("no connection can be accepted")?.0,
            };
            let proxy = proxy.clone();
            tokio::spawn(async move {
                let service = service_fn(move |request| {
                    let proxy = proxy.clone();
                    async move { Ok::<_, Infallible>(proxy.pass(request).await) }
                });
                let mut builder = hyper::server::conn::http1::Builder::new();
                builder
                    .timer(TokioTimer::new())
                    .header_read_timeout(HEAD_TIMEOUT);
                let _ = builder
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
                drop(permit);
            });
        }
    }

    async fn pass(
        &self,
        request: Request<Incoming>,
    ) -> Response<UnsyncBoxBody<Bytes, hyper::Error>> {
        match self.exchange(request).await {
            Ok(response) => response,
            Err(error) => {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "the PHP server does not answer"
                );
                let body = Full::new(Bytes::from_static(b"The PHP server does not answer.\n"));
                let mut response =
                    Response::new(body.map_err(|never| match never {}).boxed_unsync());
                *response.status_mut() = StatusCode::BAD_GATEWAY;
                response
            }
        }
    }

    async fn exchange(
        &self,
        request: Request<Incoming>,
    ) -> Result<Response<UnsyncBoxBody<Bytes, hyper::Error>>> {
        let (mut parts, body) = request.into_parts();
        remove_hop_by_hop(&mut parts.headers);
        if let Some(host) = &self.host {
            parts.headers.insert(HOST, HeaderValue::from_str(host)?);
        }
        let path = parts
            .uri
            .path_and_query()
            .map_or("/", |path| path.as_str())
            .to_owned();
        let sent = SharedCopy::default();
        let exchange = Exchange {
            method: parts.method.to_string(),
            path: path.clone(),
            request_headers: pairs(&parts.headers),
            ..Exchange::default()
        };
        let mut out = Request::builder()
            .method(parts.method)
            .uri(path)
            .body(Tee::new(body, sent.clone(), None))?;
        *out.headers_mut() = parts.headers;
        let response = tokio::time::timeout(HEAD_TIMEOUT, self.upstream.send(out)).await??;
        let (mut parts, body) = response.into_parts();
        remove_hop_by_hop(&mut parts.headers);
        let received = SharedCopy::default();
        let end = self.end(exchange, &parts, (sent, received.clone()));
        let is_empty = http_body::Body::is_end_stream(&body);
        let tee = Tee::new(body, received, (!is_empty).then(|| end.clone().boxed()));
        if is_empty {
            end.call();
        }
        Ok(Response::from_parts(parts, tee.boxed_unsync()))
    }

    /// What is done when the response has passed.
    fn end(
        &self,
        mut exchange: Exchange,
        parts: &http::response::Parts,
        copies: (SharedCopy, SharedCopy),
    ) -> End {
        exchange.status = parts.status.as_u16();
        exchange.response_headers = pairs(&parts.headers);
        End(Arc::new(Mutex::new(Some((
            self.store.clone(),
            exchange,
            copies,
        )))))
    }
}

type Ended = (Store, Exchange, (SharedCopy, SharedCopy));

/// Stores an exchange, once.
#[derive(Clone)]
struct End(Arc<Mutex<Option<Ended>>>);

impl End {
    fn call(&self) {
        let taken = self.0.lock().ok().and_then(|mut ended| ended.take());
        let Some((store, mut exchange, (sent, received))) = taken else {
            return;
        };
        let (sent, received) = (take(&sent), take(&received));
        if sent.is_cut {
            // Half a request would be another one.
            return;
        }
        exchange.request_body = sent.bytes;
        exchange.response_body = received.bytes;
        if received.is_cut {
            exchange.body_note = Some("longer than what is recorded, or broken off".to_owned());
        }
        store.offer(exchange);
    }

    fn boxed(self) -> Box<dyn FnOnce() + Send> {
        Box::new(move || self.call())
    }
}

fn pairs(headers: &HeaderMap) -> Vec<(String, String)> {
    let pairs = headers.iter();
    let pairs = pairs.map(|(name, value)| {
        (
            title_case(name.as_str()),
            String::from_utf8_lossy(value.as_bytes()).into_owned(),
        )
    });
    pairs.collect()
}

/// A header's name as it is usually written.
fn title_case(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    });
    words.collect::<Vec<_>>().join("-")
}

/// Headers of one connection (RFC 9110, section 7.6.1).
fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let named = headers.get_all(CONNECTION).iter();
    let named = named.filter_map(|value| value.to_str().ok());
    let named: Vec<String> = named
        .flat_map(|list| {
            list.split(',')
                .map(|n| n.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    for name in named {
        if let Ok(name) = HeaderName::try_from(name) {
            headers.remove(name);
        }
    }
    for name in [CONNECTION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE] {
        headers.remove(name);
    }
    headers.remove("keep-alive");
    headers.remove("proxy-connection");
}

/// Listens.
///
/// # Errors
/// When the address cannot be used.
pub async fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))
}
