//! The interface between the HTTP server and the application.

use std::future::Future;
use std::pin::Pin;

use super::body_source::BodySource;
use super::page_cache::CacheKey;
use super::request::Request;
use super::response::Response;

/// The future of a handler.
pub type HandlerFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sees a response before it is sent.
pub type Observer = Box<dyn FnOnce(&http::Response<BodySource>) + Send>;

/// How a request uses the page cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CacheDecision {
    /// Not at all.
    Bypass,
    /// The response is the same for all requests with this key.
    Lookup(CacheKey),
}

/// Handles requests. The server calls `cache_key` first, and `handle` only on a cache miss.
pub trait Handler: Send + Sync + 'static {
    /// The cache key; called for GET and HEAD only, before anything else. It must be cheap and must not block.
    fn cache_key(&self, request: &Request) -> CacheDecision;

    /// Waits until kept pages are known to be current; `None` when they are, which costs nothing.
    fn until_current(&self) -> Option<HandlerFuture<'_, ()>> {
        None
    }

    /// Makes the response. HEAD is handled like GET: the server omits the body.
    fn handle(&self, request: Request) -> HandlerFuture<'_, Response>;

    /// Who wants to see the response to a request that may come from the page cache, if anybody; it must be cheap and must
    /// not block.
    fn observe(&self, _: &Request) -> Option<Observer> {
        None
    }

    /// Whether the handler itself responds to a request whose `Content-Length` exceeds the limit; otherwise the server
    /// sends 413 without reading the body. The body then ends with an error at the limit, unless the handler lifts it.
    fn handles_too_large(&self, _: &Request) -> bool {
        false
    }

    /// Whether it may take traffic, for `/readyz`; the text is shown there.
    fn ready(&self) -> HandlerFuture<'_, Result<(), String>> {
        Box::pin(async { Ok(()) })
    }

    /// The application's metrics for `/metrics`, in Prometheus's text format.
    fn metrics(&self) -> HandlerFuture<'_, String> {
        Box::pin(async { String::new() })
    }
}
