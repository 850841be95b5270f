//! A small site to serve, and a server with short times.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use endpoints::server::config::system_clock;
use endpoints::server::{
    CacheDecision, CacheKey, Files, Found, Handler, HandlerFuture, Mount, Request, Response,
    Server, ServerConfig, StorePolicy, Upstream,
};
use http::StatusCode;

/// Where the same files are found as ours.
pub const OURS: &str = "/wp-content/ours/";

/// The site.
#[derive(Default)]
pub struct Site {
    pub renders: AtomicUsize,
    pub failing: std::sync::atomic::AtomicBool,
    pub files: Option<Files>,
    pub upstream: Option<Upstream>,
}

impl Site {
    pub fn with_folder(folder: &std::path::Path) -> Self {
        let mount = Mount {
            prefix: "/wp-content/".to_owned(),
            folder: folder.to_owned(),
            is_ours: false,
        };
        let ours = Mount {
            prefix: OURS.to_owned(),
            is_ours: true,
            ..mount.clone()
        };
        Site {
            files: Some(Files::new(vec![ours, mount], system_clock())),
            ..Site::default()
        }
    }

    async fn page(&self) -> Response {
        let number = self.renders.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(20)).await;
        if self.failing.load(Ordering::SeqCst) {
            return endpoints::server::unavailable(Duration::from_secs(3));
        }
        let mut page = format!("<!doctype html><title>{number}</title>");
        while page.len() < 80_000 {
            page.push_str("<p>Casas cueva en la loma, con chimenea y patio.</p>\n");
        }
        let policy = StorePolicy {
            fresh_for: Duration::from_secs(3600),
            stale_if_error: Duration::from_secs(3600),
        };
        Response::html(page).stored(policy)
    }
}

impl Handler for Site {
    fn cache_key(&self, request: &Request) -> CacheDecision {
        if request.path().starts_with("/page") || request.path() == "/uncachable" {
            return CacheDecision::Lookup(CacheKey::of(&[
                request.host().as_bytes(),
                request.path().as_bytes(),
            ]));
        }
        CacheDecision::Bypass
    }

    fn handles_too_large(&self, _: &Request) -> bool {
        self.upstream.is_some()
    }

    fn handle(&self, mut request: Request) -> HandlerFuture<'_, Response> {
        Box::pin(async move {
            if let Some(upstream) = &self.upstream {
                return upstream.forward(request).await;
            }
            match request.path() {
                path if path.starts_with("/page") => self.page().await,
                "/uncachable" => {
                    self.renders.fetch_add(1, Ordering::SeqCst);
                    Response::text("for you")
                }
                "/echo" => match request.body_bytes(u64::MAX).await {
                    Ok(body) => Response::text(format!("{} bytes", body.len())),
                    Err(error) => error.respond(),
                },
                "/who" => Response::text(format!(
                    "{} {} {}",
                    request.remote_addr,
                    request.scheme.as_str(),
                    request.host()
                )),
                "/slow" => {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    Response::text("late")
                }
                "/large" => Response::text(vec![b'x'; 32 * 1024 * 1024]),
                "/panic" => std::panic::panic_any("as asked"),
                "/hello" => Response::text("hello"),
                _ => match &self.files {
                    Some(files) => match files.find(&request).await {
                        Found::Response(answer)
                        | Found::Folder(answer)
                        | Found::Forbidden(answer) => answer,
                        Found::Missing => Response::error_page(StatusCode::NOT_FOUND),
                    },
                    None => Response::error_page(StatusCode::NOT_FOUND),
                },
            }
        })
    }
}

/// Settings with short times, on a free port.
pub fn config() -> ServerConfig {
    let mut config = ServerConfig {
        listen: vec![([127, 0, 0, 1], 0).into()],
        ..ServerConfig::default()
    };
    config.timeouts.header = Duration::from_millis(800);
    config.timeouts.idle = Duration::from_millis(1500);
    config.timeouts.rate_grace = Duration::from_millis(600);
    config.timeouts.linger = Duration::from_millis(500);
    config.limits.connections_per_address = 0;
    // The large answers are larger than those of a site.
    config.output.process = 1 << 30;
    config.timeouts.drain = Duration::from_secs(3);
    config.timeouts.handover = Duration::from_millis(100);
    config
}

/// A server of this site.
pub fn serve(site: Site) -> Server {
    Server::start(config(), Arc::new(site)).unwrap()
}
