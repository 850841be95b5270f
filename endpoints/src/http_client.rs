//! HTTP client for small requests with a timeout, like WordPress's `wp_safe_remote_post`. It follows no redirects.
//!
//! A host is resolved once, and the connection goes to one of the addresses that were checked: a request reaches private
//! addresses only when the operator's settings name its host ([`HttpRequest::to_configured_host`]).

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
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// A server that answers once, after `delay`; what it was sent.
    async fn once(
        response: impl AsRef<[u8]> + Send + 'static,
        delay: Duration,
    ) -> (String, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
        let asked = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut sent = vec![0; 4096];
            let length = stream.read(&mut sent).await.unwrap();
            tokio::time::sleep(delay).await;
            let _ = stream.write_all(response.as_ref()).await;
            String::from_utf8_lossy(&sent[..length]).into_owned()
        });
        (url, asked)
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(future)
    }

    #[test]
    fn a_form_goes_out_and_an_answer_comes_back() {
        block_on(async {
            let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
            let (url, asked) = once(response, Duration::ZERO).await;
            let fields = [("secret", "a b"), ("response", "ñ&")];
            let response = post_form(&url, &fields, Duration::from_secs(5))
                .await
                .unwrap();
            assert_eq!((response.status, &response.body[..]), (200, &b"{}"[..]));
            let asked = asked.await.unwrap();
            assert!(
                asked.starts_with("POST /siteverify HTTP/1.1\r\n"),
                "{asked}"
            );
            assert!(
                asked.ends_with("\r\n\r\nsecret=a+b&response=%C3%B1%26"),
                "{asked}"
            );
        });
    }

    #[test]
    fn a_question_goes_out_without_a_form() {
        block_on(async {
            let (url, asked) = once(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                Duration::ZERO,
            )
            .await;
            let url = format!("{url}?placeid=a+b");
            let response = get(&url, Duration::from_secs(5)).await.unwrap();
            assert_eq!((response.status, &response.body[..]), (200, &b"{}"[..]));
            let asked = asked.await.unwrap();
            assert!(
                asked.starts_with("GET /siteverify?placeid=a+b HTTP/1.1\r\n"),
                "{asked}"
            );
            assert!(!asked.to_lowercase().contains("content-type"), "{asked}");
        });
    }

    #[test]
    fn long_answers_come_when_they_are_wanted() {
        block_on(async {
            let length = RESPONSE_LIMIT + 1;
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
            let response = [head.as_bytes(), &vec![b'x'; length]].concat();
            let (url, _) = once(response.clone(), Duration::ZERO).await;
            let time = Duration::from_secs(5);
            let asked = get(&url, time).await;
            assert!(matches!(asked, Err(HttpError::TooLarge(RESPONSE_LIMIT))));
            let (url, _) = once(response, Duration::ZERO).await;
            let asked = send(
                HttpRequest::of(&url).at_most(length).to_configured_host(),
                time,
            )
            .await;
            assert_eq!(asked.unwrap().body.len(), length);
        });
    }

    #[test]
    fn only_the_settings_lead_to_private_addresses() {
        block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let port = listener.local_addr().unwrap().port();
            let mut number = 0;
            for host in [
                "127.0.0.1",
                "localhost",
                "2130706433",
                "0x7f000001",
                "0177.0.0.1",
                "127.1",
                "0",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::]",
                "user:password@127.0.0.1",
                "169.254.169.254",
                "10.0.0.1",
                "192.168.0.1",
                "[fd00:ec2::254]",
                "[64:ff9b::7f00:1]",
            ] {
                let url = format!("http://{host}:{port}/latest/meta-data/");
                let answer = send(HttpRequest::of(&url), Duration::from_secs(5)).await;
                let error = answer.unwrap_err();
                let is_unknown =
                    matches!(&error, HttpError::Connection(e) if e.raw_os_error().is_none());
                assert!(
                    matches!(error, HttpError::NotPublic(_)) || is_unknown,
                    "{host}: {error:?}"
                );
                number += 1;
            }
            // A name whose address changes between check and connection: it is asked once.
            for addresses in [
                vec![SocketAddr::from(([127, 0, 0, 1], port))],
                vec![SocketAddr::from(([10, 0, 0, 1], port)); 2],
                Vec::new(),
            ] {
                let times = std::cell::Cell::new(0);
                let answer = ask(
                    HttpRequest::of("http://rebinding.example/"),
                    async |_, _| {
                        times.set(times.get() + 1);
                        Ok(addresses)
                    },
                );
                assert!(matches!(answer.await, Err(HttpError::NotPublic(_))));
                assert_eq!(times.get(), 1);
            }
            let pending = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
            assert!(pending.is_err(), "somebody came");
            // The same listener as the operator's setting; a redirect is the answer, and not followed.
            let response =
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
            let (url, _) = once(response, Duration::ZERO).await;
            assert_eq!(get(&url, Duration::from_secs(5)).await.unwrap().status, 302);
            println!("{number} private addresses refused");
        });
    }

    #[test]
    fn silence_breaks_and_wrong_addresses_are_errors() {
        block_on(async {
            let (url, _) = once("", Duration::from_secs(30)).await;
            let asked = post_form(&url, &[], Duration::from_millis(100)).await;
            assert!(matches!(asked, Err(HttpError::TimedOut)));
            let (url, _) = once("nonsense", Duration::ZERO).await;
            let asked = post_form(&url, &[], Duration::from_secs(5)).await;
            assert!(matches!(asked, Err(HttpError::Broken(_))));
            for url in ["", "ftp://a/", "/path", "http://"] {
                let asked = post_form(url, &[], Duration::from_secs(1)).await;
                assert!(matches!(asked, Err(HttpError::Address(_))), "{url}");
            }
        });
    }
}
