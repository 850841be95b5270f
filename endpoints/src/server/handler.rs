//! The border between the server and what it serves.

use std::future::Future;
use std::pin::Pin;

use super::page_cache::CacheKey;
use super::request::Request;
use super::response::Response;

/// A future that a handler gives back.
pub type HandlerFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What the page cache has to do with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CacheDecision {
    /// Nothing: the handler answers.
    Bypass,
    /// The answer is the same for all requests with this key.
    Lookup(CacheKey),
}

/// Answers requests. The server asks `cache_key` first, and `handle` only when the page cache has no answer.
pub trait Handler: Send + Sync + 'static {
    /// The key under which the answer may be found; called for GET and HEAD only, before anything else.
    /// It must be cheap and may not wait.
    fn cache_key(&self, request: &Request) -> CacheDecision;

    /// The answer. HEAD is answered as GET: the server leaves the body out.
    fn handle(&self, request: Request) -> HandlerFuture<'_, Response>;

    /// Whether the handler answers a request itself whose body is said to be larger than the server takes; else it is
    /// refused with 413 before it is read. Its body ends with an error at the bound.
    fn answers_too_large(&self, _: &http::Method, _: &str) -> bool {
        false
    }

    /// Whether all is well, for `/healthz`; the text is shown there.
    fn health(&self) -> HandlerFuture<'_, Result<(), String>> {
        Box::pin(async { Ok(()) })
    }

    /// Numbers of the handler's own for `/metrics`, as lines of Prometheus.
    fn metrics(&self) -> HandlerFuture<'_, String> {
        Box::pin(async { String::new() })
    }
}
