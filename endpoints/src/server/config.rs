//! The server's configuration with its defaults. `crate::config` reads it from the command line, the environment and
//! `oxipress.toml`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::access_log::AccessLogConfig;
use super::proxy::TrustedProxies;

/// The source of the current time: the application's clock, or a fixed one in tests.
pub type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// The system clock.
#[must_use]
pub fn system_clock() -> Clock {
    Arc::new(SystemTime::now)
}

/// The server's configuration.
#[derive(Clone)]
pub struct ServerConfig {
    /// Addresses to listen on. Ignored when the service manager passes sockets.
    pub listen: Vec<SocketAddr>,
    /// Address of the admin listener with `/healthz`, `/readyz` and `/metrics`; none by default.
    pub admin_listen: Option<SocketAddr>,
    /// Whether the addresses may be shared with a running server, to replace it.
    pub reuse_port: bool,
    /// Certificate chain and key for TLS; plain HTTP without it.
    pub tls: Option<TlsFiles>,
    /// Whether a connection without TLS may begin with HTTP/2 (prior knowledge).
    pub h2c: bool,
    /// Addresses whose `X-Forwarded-*` headers are trusted; none by default.
    pub trusted_proxies: TrustedProxies,
    /// Whether `traceparent` of a request decides whether it is traced.
    pub trusts_traceparent: bool,
    /// Limits of requests.
    pub limits: Limits,
    /// Timeouts.
    pub timeouts: Timeouts,
    /// Limits of HTTP/2 connections.
    pub http2: Http2Limits,
    /// Limits of responses that wait for their clients.
    pub output: OutputLimits,
    /// The page cache.
    pub page_cache: PageCacheConfig,
    /// The access log; none by default.
    pub access_log: Option<AccessLogConfig>,
    /// The clock.
    pub clock: Clock,
}

impl Default for ServerConfig {
    fn default() -> Self {
        ServerConfig {
            listen: vec![SocketAddr::from(([127, 0, 0, 1], 8080))],
            admin_listen: None,
            reuse_port: false,
            tls: None,
            h2c: true,
            trusted_proxies: TrustedProxies::none(),
            trusts_traceparent: false,
            limits: Limits::default(),
            timeouts: Timeouts::default(),
            http2: Http2Limits::default(),
            output: OutputLimits::default(),
            page_cache: PageCacheConfig::default(),
            access_log: None,
            clock: system_clock(),
        }
    }
}

/// Certificate and key, both PEM.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate chain, own certificate first.
    pub certificate: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// Limits of requests, each with the status sent when it is exceeded.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Open connections; more wait in the kernel's queue. 10000.
    pub connections: usize,
    /// Open connections of one address (IPv6: of one /64 network) that is no trusted proxy; more are closed. 0: no
    /// limit. 256.
    pub connections_per_address: usize,
    /// Bytes of the request line (method, target, version): 414. 8192.
    pub request_line: usize,
    /// Number of header lines: 431. 100.
    pub headers: usize,
    /// Bytes of all header lines together: 431. 32768.
    pub header_bytes: usize,
    /// Bytes of a request's body: 413. 64 MiB.
    pub body: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 10_000,
            connections_per_address: 256,
            request_line: 8 * 1024,
            headers: 100,
            header_bytes: 32 * 1024,
            body: 64 * 1024 * 1024,
        }
    }
}

/// Timeouts.
#[derive(Debug, Clone)]
pub struct Timeouts {
    /// From the first byte of a request (or the start of the connection) to the end of its headers. 14 s.
    pub header: Duration,
    /// A kept-alive connection without a request. 60 s.
    pub idle: Duration,
    /// Time before the minimum rate is checked, for bodies in both directions. 10 s.
    pub rate_grace: Duration,
    /// Bytes per second that a client must send of its body and read of a response. 500.
    pub minimum_rate: u32,
    /// From the end of the request's headers to the head of the response: 503 after that. 60 s.
    pub answer: Duration,
    /// How long the rest of a partly unread request is read and discarded after its response. 2 s.
    pub linger: Duration,
    /// From the signal to stop to the end of the last connection. 10 s.
    pub drain: Duration,
    /// How long a stopping process goes on accepting connections queued at its socket. 250 ms.
    pub handover: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            // One second under the limit of 15 s, because the connections' clock is coarse.
            header: Duration::from_secs(14),
            idle: Duration::from_secs(60),
            rate_grace: Duration::from_secs(10),
            minimum_rate: 500,
            answer: Duration::from_secs(60),
            linger: Duration::from_secs(2),
            drain: Duration::from_secs(10),
            handover: Duration::from_millis(250),
        }
    }
}

/// Limits of HTTP/2 connections.
#[derive(Debug, Clone)]
pub struct Http2Limits {
    /// Streams open at the same time. 100.
    pub concurrent_streams: u32,
    /// Streams that a client reset before they were accepted. 20.
    pub pending_reset_streams: usize,
    /// Streams that we had to reset because of the client's errors. 100.
    pub local_reset_streams: usize,
    /// Requests a client may cancel before their response, beyond the number it waited for. 100.
    pub abandoned_requests: u32,
    /// Flow control window of a stream. 64 KiB.
    pub stream_window: u32,
    /// Flow control window of a connection. 1 MiB.
    pub connection_window: u32,
}

impl Default for Http2Limits {
    fn default() -> Self {
        Http2Limits {
            concurrent_streams: 100,
            pending_reset_streams: 20,
            local_reset_streams: 100,
            abandoned_requests: 100,
            stream_window: 64 * 1024,
            connection_window: 1024 * 1024,
        }
    }
}

/// Limits of the memory of responses that wait for their clients, in bytes.
#[derive(Debug, Clone)]
pub struct OutputLimits {
    /// A response of HTTP/2, and a piece of a file. 16 KiB.
    pub stream: usize,
    /// A connection; above it, files are read in pieces of `stream`. 256 KiB.
    pub connection: usize,
    /// The process; see [`Level`](super::output_budget::Level). 12 MiB.
    pub process: usize,
    /// Requests of a connection at the same time when half of `process` is in use. 8.
    pub streams_when_tight: u32,
}

impl Default for OutputLimits {
    fn default() -> Self {
        OutputLimits {
            stream: 16 * 1024,
            connection: 256 * 1024,
            process: 12 * 1024 * 1024,
            streams_when_tight: 8,
        }
    }
}

/// The page cache.
#[derive(Debug, Clone)]
pub struct PageCacheConfig {
    /// Capacity in bytes; 0 disables the cache. 20 MiB.
    pub bytes: u64,
    /// Maximum freshness of a page. One hour.
    pub longest: Duration,
    /// gzip level when a page is stored: a reader waits for it, and the page may be outdated within a second. 1.
    pub first_gzip_level: u32,
    /// Hits after which a page is compressed again, with gzip and brotli, in the background; 0 never. 3.
    pub repack_after: u32,
    /// gzip level then. 6.
    pub gzip_level: u32,
    /// brotli quality. 5.
    pub brotli_quality: u32,
    /// Lifetime of a hit-for-miss entry: after an uncacheable response, requests for its key run in parallel. 5 s.
    pub pass: Duration,
}

impl Default for PageCacheConfig {
    fn default() -> Self {
        PageCacheConfig {
            bytes: 20 * 1024 * 1024,
            longest: Duration::from_secs(3600),
            first_gzip_level: 1,
            repack_after: 3,
            gzip_level: 6,
            brotli_quality: 5,
            pass: Duration::from_secs(5),
        }
    }
}
