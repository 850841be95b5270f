//! Reverse proxies: whom the configuration trusts, and what arrives at the running server. No name is resolved.

use crate::app::App;
use crate::server::ServerConfig;

use super::finding::{Finding, Level};
use super::running::Running;

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
    let trusted = &app.settings.server.trusted_proxies;
    let state = app.state();
    let site_url = &app.settings.site.site_url;
    let home = state.site.home();
    let shown = if site_url.is_empty() { &home } else { site_url };
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
    let Some(running) = running else {
        return;
    };
    let Some(before) = running.metrics().await else {
        if running.has_admin() {
            found.push(Finding::new(
                AREA,
                Level::Warning,
                "the metrics of the server do not come",
                "check server.admin_listen, or give --admin ADDR",
            ));
        }
        return;
    };
    let (was_trusted, was_ignored) = (before.value(TRUSTED), before.value(IGNORED));
    if was_ignored > 0 {
        let peer = before.label("oxipress_forwarded_ignored_last", "peer");
        let peer = peer.unwrap_or("an unknown address");
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("{was_ignored} requests had X-Forwarded-* headers that are ignored, the last from {peer}"),
            format!("if {peer} is your proxy, add it to server.trusted_proxies; else visitors try to forge them"),
        ));
    }
    let answered: u64 = ["2xx", "3xx", "4xx"]
        .iter()
        .map(|class| before.value(&format!("oxipress_responses_total{{class=\"{class}\"}}")))
        .sum();
    if !trusted.is_empty() && was_trusted == 0 && answered > 100 {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            "none of the last requests had X-Forwarded-* headers of a trusted proxy",
            "let the proxy send X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host",
        ));
    }
    // One request with such headers from here says what the running server makes of this machine.
    let headers = [("x-forwarded-for", NOBODY), ("x-forwarded-proto", "https")];
    if running.get("/robots.txt", &headers).await.is_err() {
        return;
    }
    let Some(after) = running.metrics().await else {
        return;
    };
    let configured = server.trusted_proxies.trusts([127, 0, 0, 1].into());
    let (trusted, ignored) = (after.value(TRUSTED), after.value(IGNORED));
    let is_trusted = trusted > was_trusted;
    if trusted == was_trusted && ignored == was_ignored {
        found.push(Finding::new(
            AREA,
            Level::Note,
            "the metrics belong to another server than --url, or to an older version",
            "name the metrics of the same server with --admin ADDR",
        ));
    } else if is_trusted == configured {
        let word = if is_trusted { "believed" } else { "ignored" };
        found.push(Finding::ok(
            AREA,
            format!("X-Forwarded-* headers from this machine are {word}, as configured"),
        ));
    } else {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            "the running server treats this machine's X-Forwarded-* headers otherwise than the configuration says",
            "restart it, or give the configuration file that it was started with (--config)",
        ));
    }
}
