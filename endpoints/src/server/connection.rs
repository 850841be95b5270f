//! Serves one connection: TLS, the choice between HTTP/1.1 and HTTP/2, and its end.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

use super::connection_state::Connection;
use super::connections::Connections;
use super::exchange::{Exchange, ResponseBody};
use super::listener::set_options;
use super::scheme::Scheme;
use super::service::{Service, header_bytes};
use super::tunnel::TunnelSlot;
use super::wire::Wire;

/// Memory of a stream of HTTP/2 besides that of its exchange, in bytes: its task, and its places in h2's tables.
const STREAM: usize = 4 * 1024;

/// The bytes of a connection.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

/// Everything that one connection needs.
pub(super) struct Served {
    pub(super) service: Arc<Service>,
    pub(super) connections: Arc<Connections>,
    pub(super) connection: Arc<Connection>,
    pub(super) peer: IpAddr,
    pub(super) tls: Option<TlsAcceptor>,
    pub(super) stop: watch::Receiver<bool>,
}

/// Removes the connection from the list on drop.
struct Closing(Arc<Connections>, Arc<Connection>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close(&self.1);
    }
}

impl Served {
    /// Serves the connection until it ends or times out.
    pub(super) async fn run(self, stream: TcpStream) {
        let closing = Closing(Arc::clone(&self.connections), Arc::clone(&self.connection));
        set_options(&stream);
        let serving = pin!(self.serve(stream));
        tokio::select! {
            biased;
            () = serving => {}
            () = closing.1.ended() => {}
        }
    }

    /// Each protocol's state is allocated for itself, so that a connection has the memory of its own protocol only.
    async fn serve(self, stream: TcpStream) {
        if let Some(tls) = self.tls.clone() {
            let Ok(mut stream) = Box::pin(tls.accept(stream)).await else {
                return;
            };
            let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
            let waiting = self.service.config.output.stream;
            stream.get_mut().1.set_buffer_limit(Some(waiting));
            let limits = &self.service.config.limits;
            let mut wire = Wire::new(stream, Arc::clone(&self.connection), limits);
            if is_http2 {
                wire.set_http2();
                Box::pin(self.http2(wire, Scheme::Https)).await;
            } else {
                Box::pin(self.http1(wire, Scheme::Https)).await;
            }
            return;
        }
        self.without_tls(stream).await;
    }

    /// Serves a connection without TLS until it ends.
    pub(super) async fn without_tls<S: Stream>(self, stream: S) {
        let limits = &self.service.config.limits;
        let mut wire = Wire::new(stream, Arc::clone(&self.connection), limits);
        if !self.service.config.h2c {
            return Box::pin(self.http1(wire, Scheme::Http)).await;
        }
        match wire.begins_with_http2().await {
            Ok(true) => Box::pin(self.http2(wire, Scheme::Http)).await,
            Ok(false) => Box::pin(self.http1(wire, Scheme::Http)).await,
            Err(_) => {}
        }
    }

    async fn http1<S: Stream>(self, wire: Wire<S>, scheme: Scheme) {
        let limits = &self.service.config.limits;
        let mut http = http1::Builder::new();
        // `connections` enforces the timeouts of all connections; hyper's would arm a timer per request.
        http.timer(TokioTimer::new()).header_read_timeout(None);
        http.half_close(true);
        // The head guard has the exact limits; these only have to be larger.
        http.max_buf_size(
            limits
                .request_line
                .saturating_add(limits.header_bytes)
                .saturating_add(4096)
                .max(8192),
        );
        if limits.headers > 100 {
            http.max_headers(limits.headers);
        }
        let tunnel = TunnelSlot::default();
        let serving = http.serve_connection(
            TokioIo::new(wire),
            service_fn(|request| self.respond(scheme, request, &tunnel)),
        );
        match serving.with_upgrades().await {
            Ok(()) => tunnel.run::<S>(&self.connection, self.stop.clone()).await,
            Err(error) => tracing::debug!(%error, "connection"),
        }
    }

    async fn http2<S: Stream>(self, wire: Wire<S>, scheme: Scheme) {
        self.connection.may_begin_first().await;
        let bounds = &self.service.config.http2;
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new())
            .max_concurrent_streams(bounds.concurrent_streams)
            .max_pending_accept_reset_streams(bounds.pending_reset_streams)
            .max_local_error_reset_streams(bounds.local_reset_streams)
            .initial_stream_window_size(bounds.stream_window)
            .initial_connection_window_size(bounds.connection_window)
            .max_header_list_size(
                u32::try_from(self.service.config.limits.header_bytes).unwrap_or(u32::MAX),
            )
            .max_send_buf_size(self.service.config.output.stream);
        let service = Arc::clone(&self.service);
        let (connection, peer) = (Arc::clone(&self.connection), self.peer);
        let answers = service_fn(move |request: http::Request<Incoming>| {
            // Counted before the next frames are read.
            let memory = STREAM.saturating_add(header_bytes(request.headers()));
            let exchange = Exchange::begin(Arc::clone(&connection), memory);
            let service = Arc::clone(&service);
            async move {
                let response = service.respond(exchange, peer, scheme, request, None);
                Ok::<_, Infallible>(response.await)
            }
        });
        let mut serving = pin!(http.serve_connection(TokioIo::new(wire), answers));
        let mut stop = self.stop.clone();
        let ended = tokio::select! {
            ended = serving.as_mut() => ended,
            () = async { let _ = stop.wait_for(|stop| *stop).await; } => {
                serving.as_mut().graceful_shutdown();
                serving.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "connection");
        }
    }

    fn respond(
        &self,
        scheme: Scheme,
        request: http::Request<Incoming>,
        tunnel: &TunnelSlot,
    ) -> impl Future<Output = Result<http::Response<ResponseBody>, Infallible>> {
        let exchange = Exchange::begin(Arc::clone(&self.connection), 0);
        async move {
            Ok(self
                .service
                .respond(exchange, self.peer, scheme, request, Some(tunnel))
                .await)
        }
    }
}
