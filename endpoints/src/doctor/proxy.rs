//! Reverse proxies: whom the configuration trusts, and what arrives at the running server. No name is resolved.

use crate::app::App;
use crate::server::ServerConfig;

use super::finding::{Finding, Level};
use super::running::{Metrics, Running};

const AREA: &str = "proxy";
/// An address of the documentation (RFC 5737), which no visitor has.
const NOBODY: &str = "203.0.113.9";
const TRUSTED: &str = "oxipress_forwarded_total{headers=\"trusted\"}";
const IGNORED: &str = "oxipress_forwarded_total{headers=\"ignored\"}";

pub(super) async fn check(
    app: &App,
    server: &ServerConfig,
    running: Option<&Running>,
    found: &mut Vec<Finding>,
) {
    contradictions(app, server, found);
    let Some(running) = running else {
        return;
    };
    match running.metrics().await {
        Some(metrics) => {
            counted(&metrics, app, found);
            probe(running, server, &metrics, found).await;
        }
        None if running.has_admin() => found.push(Finding::new(
            AREA,
            Level::Warning,
            "the metrics of the server do not come",
            "check server.admin_listen, or give --admin ADDR",
        )),
        None => {}
    }
}

/// What the configuration says of proxies and TLS.
fn contradictions(app: &App, server: &ServerConfig, found: &mut Vec<Finding>) {
    let trusted = &app.settings.server.trusted_proxies;
    let home = app.state().site.home();
    let shown = match app.settings.site.site_url.as_str() {
        "" => home.as_str(),
        url => url,
    };
    if shown.starts_with("https:") && server.tls.is_none() && trusted.is_empty() {
        found.push(Finding::new(
            AREA,
            Level::Error,
            format!("links are {shown}, but the server speaks plain HTTP and trusts no proxy"),
            "set server.trusted_proxies to the address of the TLS proxy and let it send X-Forwarded-Proto, or set \
             server.tls_cert and server.tls_key",
        ));
    }
    if trusted.iter().any(|network| network.ends_with("/0")) {
        found.push(Finding::new(
            AREA,
            Level::Error,
            "server.trusted_proxies trusts everybody: visitors can name any address as their own",
            "name only the addresses of your proxies",
        ));
    }
}

/// What the running server counted.
fn counted(metrics: &Metrics, app: &App, found: &mut Vec<Finding>) {
    let (trusted, ignored) = (metrics.value(TRUSTED), metrics.value(IGNORED));
    if ignored > 0 {
        let peer = metrics.label("oxipress_forwarded_ignored_last", "peer");
        let peer = peer.unwrap_or("an unknown address");
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("{ignored} requests had X-Forwarded-* headers that are ignored, the last from {peer}"),
            format!("if {peer} is your proxy, add it to server.trusted_proxies; else visitors try to forge them"),
        ));
    }
    let class =
        |class: &str| metrics.value(&format!("oxipress_responses_total{{class=\"{class}\"}}"));
    let answered: u64 = ["2xx", "3xx", "4xx"].into_iter().map(class).sum();
    let names_proxies = !app.settings.server.trusted_proxies.is_empty();
    if names_proxies && trusted == 0 && answered > 100 {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            "no request had X-Forwarded-* headers of a trusted proxy so far",
            "let the proxy send X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host",
        ));
    }
}

/// One request with such headers from here says what the running server makes of this machine.
async fn probe(
    running: &Running,
    server: &ServerConfig,
    before: &Metrics,
    found: &mut Vec<Finding>,
) {
    let headers = [("x-forwarded-for", NOBODY), ("x-forwarded-proto", "https")];
    if running.get("/robots.txt", &headers).await.is_err() {
        return;
    }
    let Some(after) = running.metrics().await else {
        return;
    };
    let configured = server.trusted_proxies.trusts([127, 0, 0, 1].into());
    let is_trusted = after.value(TRUSTED) > before.value(TRUSTED);
    let is_ignored = after.value(IGNORED) > before.value(IGNORED);
    found.push(match (is_trusted || is_ignored, is_trusted == configured) {
        (false, _) => Finding::new(
            AREA,
            Level::Note,
            "the metrics belong to another server than --url, or to an older version",
            "name the metrics of the same server with --admin ADDR",
        ),
        (true, true) => {
            let word = if is_trusted { "believed" } else { "ignored" };
            Finding::ok(
                AREA,
                format!("X-Forwarded-* headers from this machine are {word}, as configured"),
            )
        }
        (true, false) => Finding::new(
            AREA,
            Level::Warning,
            "the running server treats this machine's X-Forwarded-* headers otherwise than the configuration says",
            "restart it, or give the configuration file that it was started with (--config)",
        ),
    });
}
