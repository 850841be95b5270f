//! HTTP client for small requests with a timeout, like WordPress's `wp_safe_remote_post`. It follows no redirects.
//!
//! A host is resolved once, and the connection goes to one of the addresses that were checked: a request reaches private
//! addresses only when the operator's settings name its host ([`HttpRequest::to_configured_host`]).

pub(crate) mod dialer;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bytes::Bytes;
use http::header::{HOST, RETRY_AFTER, USER_AGENT};
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls_pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;

use crate::public_address::is_public;

/// Default maximum size of a response in bytes.
const RESPONSE_LIMIT: usize = 64 * 1024;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The URL's scheme is not `http` or `https`.
    #[error("{0:?} is not an http address")]
    Address(String),
    /// The host has private addresses only, and no setting names it.
    #[error("{0:?} has no public address")]
    NotPublic(String),
    /// The timeout was over.
    #[error("no answer in time")]
    TimedOut,
    /// Connecting failed, or the connection broke.
    #[error("the connection failed")]
    Connection(#[from] std::io::Error),
    /// The response exceeds the limit.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The response is not valid HTTP.
    #[error("the answer is broken")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A response.
#[derive(Debug)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// `Retry-After`: seconds or a date.
    pub retry_after: Option<String>,
    /// The body.
    pub body: Bytes,
}

/// The TLS connector with the web PKI roots; built on first use.
static TLS: LazyLock<Option<TlsConnector>> = LazyLock::new(|| {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = rustls::RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(TlsConnector::from(Arc::new(config)))
});

/// The TLS connector of this client.
pub(crate) fn tls_connector() -> Option<&'static TlsConnector> {
    TLS.as_ref()
}

/// A request.
#[derive(Debug, Clone, Default)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
    /// The URL, `http` or `https`.
    pub url: String,
    /// Headers besides `Host` and `User-Agent`.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for none.
    pub body: String,
    /// Maximum size of the response in bytes; `None`: the default.
    pub response_limit: Option<usize>,
    /// Whether the operator's settings name the host: it may have a private address.
    pub is_configured_host: bool,
}

impl HttpRequest {
    /// A GET request.
    #[must_use]
    pub fn of(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            ..Self::default()
        }
    }

    /// A POST request with a URL-encoded form.
    #[must_use]
    pub fn form(url: &str, fields: &[(&str, &str)]) -> Self {
        let kind = "application/x-www-form-urlencoded".to_owned();
        Self {
            method: Method::POST,
            url: url.to_owned(),
            headers: vec![("content-type", kind)],
            body: encoded(fields),
            ..Self::default()
        }
    }

    /// For a URL of the settings: the host may have a private address.
    #[must_use]
    pub fn to_configured_host(mut self) -> Self {
        self.is_configured_host = true;
        self
    }

    /// Sets the maximum size of the response in bytes.
    #[must_use]
    pub fn at_most(mut self, bytes: usize) -> Self {
        self.response_limit = Some(bytes);
        self
    }
}

/// Posts a form to a URL of the settings; `timeout` limits the whole exchange.
///
/// # Errors
/// When there is no valid response within the timeout.
pub async fn post_form(
    url: &str,
    fields: &[(&str, &str)],
    timeout: Duration,
) -> Result<HttpResponse, HttpError> {
    send(HttpRequest::form(url, fields).to_configured_host(), timeout).await
}

/// Fetches a URL of the settings; `timeout` limits the whole exchange.
///
/// # Errors
/// When there is no valid response within the timeout.
pub async fn get(url: &str, timeout: Duration) -> Result<HttpResponse, HttpError> {
    send(HttpRequest::of(url).to_configured_host(), timeout).await
}

/// Sends a request; `timeout` limits the whole exchange.
///
/// # Errors
/// When there is no valid response within the timeout.
pub async fn send(request: HttpRequest, timeout: Duration) -> Result<HttpResponse, HttpError> {
    match tokio::time::timeout(timeout, ask(request, resolve)).await {
        Ok(response) => response,
        Err(_) => Err(HttpError::TimedOut),
    }
}

fn encoded(fields: &[(&str, &str)]) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(fields);
    form.finish()
}

async fn resolve(host: String, port: u16) -> io::Result<Vec<SocketAddr>> {
    Ok(lookup_host((host.as_str(), port)).await?.collect())
}

/// Connects to the first address of the host that may be asked. The host is resolved once.
async fn connect<R: Future<Output = io::Result<Vec<SocketAddr>>>>(
    (host, port, is_configured): (&str, u16, bool),
    resolve: impl FnOnce(String, u16) -> R,
) -> Result<TcpStream, HttpError> {
    let literal = host.trim_matches(['[', ']']).to_owned();
    let mut addresses = resolve(literal, port).await?;
    addresses.retain(|address| is_configured || is_public(address.ip()));
    if addresses.is_empty() {
        return Err(HttpError::NotPublic(host.to_owned()));
    }
    let stream = TcpStream::connect(addresses.as_slice()).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn ask<R: Future<Output = io::Result<Vec<SocketAddr>>>>(
    asked: HttpRequest,
    resolve: impl FnOnce(String, u16) -> R,
) -> Result<HttpResponse, HttpError> {
    let wrong = || HttpError::Address(asked.url.clone());
    let uri: Uri = asked.url.parse().map_err(|_| wrong())?;
    let host = uri.host().ok_or_else(wrong)?.to_owned();
    let is_secure = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(wrong()),
    };
    let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let to = (host.as_str(), port, asked.is_configured_host);
    let stream = connect(to, resolve).await?;
    let wired = request(&uri, &asked).map_err(|error| HttpError::Broken(error.into()))?;
    let limit = asked.response_limit.unwrap_or(RESPONSE_LIMIT);
    if !is_secure {
        return exchange(stream, wired, limit).await;
    }
    let name = ServerName::try_from(host).map_err(|_| wrong())?;
    let tls = TLS.as_ref().ok_or_else(wrong)?;
    exchange(tls.connect(name, stream).await?, wired, limit).await
}

fn request(uri: &Uri, asked: &HttpRequest) -> Result<Request<Full<Bytes>>, http::Error> {
    let host = uri.authority().map_or("", |authority| authority.as_str());
    let target = uri.path_and_query().map_or("/", |target| target.as_str());
    let first = Request::builder()
        .method(&asked.method)
        .uri(target)
        .header(HOST, host)
        .header(USER_AGENT, concat!("Oxipress/", env!("CARGO_PKG_VERSION")));
    let headers = asked.headers.iter();
    let all = headers.fold(first, |request, (name, value)| request.header(*name, value));
    all.body(Full::from(asked.body.clone()))
}

async fn exchange<S>(
    stream: S,
    request: Request<Full<Bytes>>,
    limit: usize,
) -> Result<HttpResponse, HttpError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let broken = |error: hyper::Error| HttpError::Broken(error.into());
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(broken)?;
    // Ends when the sender is dropped.
    tokio::spawn(connection);
    let response = sender.send_request(request).await.map_err(broken)?;
    let status = response.status().as_u16();
    let retry_after = response.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| Some(value.to_str().ok()?.to_owned()));
    let body = Limited::new(response.into_body(), limit).collect().await;
    let body = body.map_err(|error| match error.is::<LengthLimitError>() {
        true => HttpError::TooLarge(limit),
        false => HttpError::Broken(error),
    })?;
    let body = body.to_bytes();
    Ok(HttpResponse {
        status,
        retry_after,
        body,
    })
}

#[cfg(test)]
mod tests;
