//! The admin listener, on its own address so that it need not be public: `/healthz` (alive), `/readyz` (may take traffic),
//! `/metrics` for Prometheus.
//!
//! | address | 200 | 503 |
//! |---|---|---|
//! | `/healthz` | the process answers; restart it when it does not | never |
//! | `/readyz` | the database answers, its tables are those the site was read from, changes are watched | one of these is not so, or the server stops; its text says which |

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;

use super::connections::Connections;
use super::handler::{CacheDecision, Handler, HandlerFuture};
use super::metrics::Metrics;
use super::page_cache::PageCache;
use super::request::Request;
use super::response::Response;

/// Time limit for collecting the handler's state and metrics.
const HEALTH: Duration = Duration::from_secs(2);

/// What `/metrics` shows.
#[derive(Clone)]
pub struct Numbers {
    pub(super) metrics: Arc<Metrics>,
    pub(super) cache: Arc<PageCache>,
    /// The connections of the public listener.
    pub(super) connections: Arc<Connections>,
    pub(super) site: Arc<dyn Handler>,
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbers").finish_non_exhaustive()
    }
}

/// The service of the admin listener.
pub(super) struct Admin(pub(super) Numbers);

impl Handler for Admin {
    fn cache_key(&self, _: &Request) -> CacheDecision {
        CacheDecision::Bypass
    }

    fn handle(&self, request: Request) -> HandlerFuture<'_, Response> {
        Box::pin(async move {
            match (request.is_read(), request.path()) {
                (true, "/healthz") => Response::text("ok\n"),
                (true, "/readyz") => self.ready_response().await,
                (true, "/metrics") => self.metrics_response().await,
                (false, "/healthz" | "/readyz" | "/metrics") => {
                    Response::error_page(StatusCode::METHOD_NOT_ALLOWED)
                }
                _ => Response::error_page(StatusCode::NOT_FOUND),
            }
        })
    }
}

impl Admin {
    async fn ready_response(&self) -> Response {
        let unwell =
            |text: String| Response::text(text + "\n").with_status(StatusCode::SERVICE_UNAVAILABLE);
        if self.0.connections.is_draining() {
            return unwell("stopping".to_owned());
        }
        match tokio::time::timeout(HEALTH, self.0.site.ready()).await {
            Ok(Ok(())) => Response::text("ok\n"),
            Ok(Err(reason)) => unwell(reason),
            Err(_) => unwell("the database does not answer in time".to_owned()),
        }
    }

    async fn metrics_response(&self) -> Response {
        Response::typed(
            StatusCode::OK,
            "text/plain; version=0.0.4; charset=utf-8",
            self.0.clone().text().await,
        )
    }
}

impl Numbers {
    /// The text of `/metrics`.
    pub async fn text(self) -> String {
        let (pages, bytes) = self.cache.size();
        let mut text = self.metrics.prometheus();
        text.push_str(&format!(
            "# TYPE oxipress_cache_pages gauge\noxipress_cache_pages {pages}\n\
             # TYPE oxipress_cache_bytes gauge\noxipress_cache_bytes {bytes}\n\
             # TYPE oxipress_output_bytes gauge\noxipress_output_bytes {}\n",
            self.connections.output_bytes()
        ));
        text.push_str(&self.cache.metrics());
        // The server's own metrics are sent even when the handler's time out.
        if let Ok(own) = tokio::time::timeout(HEALTH, self.site.metrics()).await {
            text.push_str(&own);
        }
        text
    }
}
