//! Makes the connections of pooled clients, to servers that the operator's settings name: they may have private addresses.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use rustls_pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::tls_connector;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(3);

/// Makes connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialer;

/// Why there is no connection.
pub(crate) type DialError = Box<dyn std::error::Error + Send + Sync>;

impl tower_service::Service<Uri> for Dialer {
    type Response = Wire;
    type Error = DialError;
    type Future = Pin<Box<dyn Future<Output = Result<Wire, DialError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), DialError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        Box::pin(async move { tokio::time::timeout(CONNECT, dial(to)).await? })
    }
}

async fn dial(to: Uri) -> Result<Wire, DialError> {
    let is_secure = to.scheme_str() == Some("https");
    let host = to.host().ok_or("no host")?.trim_matches(['[', ']']);
    let port = to.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let stream = TcpStream::connect((host, port)).await?;
    stream.set_nodelay(true)?;
    if !is_secure {
        return Ok(Wire::new(stream));
    }
    let name = ServerName::try_from(host.to_owned())?;
    let tls = tls_connector().ok_or("no TLS")?;
    Ok(Wire::new(tls.connect(name, stream).await?))
}

pub(crate) trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// A connection, with or without TLS.
pub(crate) struct Wire(TokioIo<Box<dyn Io>>);

impl Wire {
    fn new(stream: impl Io + 'static) -> Self {
        Self(TokioIo::new(Box::new(stream)))
    }
}

impl Connection for Wire {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

impl Read for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl Write for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
