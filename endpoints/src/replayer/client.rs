//! An HTTP/1.1 client that sends recorded requests as they are to one server.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use bytes::Bytes;
use http::{Request as HttpRequest, Response, Uri};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use recordings::client_response::ClientResponse;
use recordings::recording::Request;
use rustls_pki_types::ServerName;
use tokio::net::TcpStream;

use crate::http_client::tls_connector;

/// Bytes of an answer.
const LIMIT: usize = 64 * 1024 * 1024;

/// Headers of a recorded request that belong to its connection.
const OF_THE_CONNECTION: [&str; 5] = [
    "content-length",
    "connection",
    "accept-encoding",
    "transfer-encoding",
    "keep-alive",
];

/// A server.
#[derive(Debug, Clone)]
pub struct Target {
    authority: String,
    host: String,
    port: u16,
    is_secure: bool,
}

impl Target {
    /// The server of an address, as in `http://127.0.0.1:8080`.
    ///
    /// # Errors
    /// When it is no http or https address.
    pub fn parse(address: &str) -> Result<Self> {
        let uri: Uri = address
            .parse()
            .with_context(|| format!("{address:?} is no address"))?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => bail!("{address:?} is no http or https address"),
        };
        let authority = uri.authority().context("an address has a host")?;
        let port = authority
            .port_u16()
            .unwrap_or(if is_secure { 443 } else { 80 });
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let name = authority.as_str().rsplit('@').next().unwrap_or_default();
        Ok(Self {
            authority: name.to_owned(),
            host,
            port,
            is_secure,
        })
    }

    /// Host and port, as in the header `Host`.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// Scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }

    /// Sends a request on a connection of its own; the response's body is still to come.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn send<B>(&self, request: HttpRequest<B>) -> Result<Response<Incoming>>
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let stream = TcpStream::connect((self.host.as_str(), self.port));
        let stream = stream
            .await
            .with_context(|| format!("no connection to {}", self.authority))?;
        stream.set_nodelay(true)?;
        if self.is_secure {
            let name = ServerName::try_from(self.host.clone())?;
            let connector = tls_connector().context("no TLS")?;
            exchange(connector.connect(name, stream).await?, request).await
        } else {
            exchange(stream, request).await
        }
    }

    /// Sends a recorded request, and reads the answer.
    ///
    /// # Errors
    /// When there is no answer in time, or a too long one.
    pub async fn ask(&self, request: &Request, timeout: Duration) -> Result<ClientResponse> {
        let answer = tokio::time::timeout(timeout, self.ask_once(request));
        answer
            .await
            .with_context(|| format!("no answer in {} s", timeout.as_secs()))?
    }

    async fn ask_once(&self, request: &Request) -> Result<ClientResponse> {
        let mut out = HttpRequest::builder()
            .method(request.method.as_str())
            .uri(request.path.as_str());
        for (name, value) in &request.headers {
            if !OF_THE_CONNECTION
                .iter()
                .any(|own| name.eq_ignore_ascii_case(own))
            {
                out = out.header(name.as_str(), value.as_bytes());
            }
        }
        if !request
            .headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            out = out.header("Host", self.authority.as_str());
        }
        let response = self
            .send(out.body(Full::new(Bytes::from(request.body.clone())))?)
            .await?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, LIMIT).collect().await;
        let bytes = body
            .map_err(|error| anyhow::anyhow!("{error}"))?
            .to_bytes()
            .to_vec();
        let headers = parts.headers.iter();
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        Ok(ClientResponse {
            status: parts.status.as_u16(),
            headers: headers
                .map(|(name, value)| (name.to_string(), text(value.as_bytes())))
                .collect(),
            body: text(&bytes),
            bytes,
        })
    }
}

async fn exchange<S, B>(stream: S, request: HttpRequest<B>) -> Result<Response<Incoming>>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (mut sender, connection) = http1::Builder::new()
        .title_case_headers(true)
        .handshake(TokioIo::new(stream))
        .await?;
    tokio::spawn(connection);
    Ok(sender.send_request(request).await?)
}
