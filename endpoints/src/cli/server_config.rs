//! The server's configuration from the settings.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use compat::wordpress::clock::Clock;

use crate::config::Settings;
use crate::config::settings::LogFormat;
use crate::server::ServerConfig;
use crate::server::access_log::AccessLogConfig;
use crate::server::config::TlsFiles;

/// The configuration.
///
/// # Errors
/// When an address or a network cannot be read; the text names the setting.
pub(super) fn server_config(settings: &Settings, clock: &Clock) -> Result<ServerConfig> {
    let s = &settings.server;
    let address = |text: &str, key: &str| {
        text.parse::<SocketAddr>().with_context(|| {
            format!("{key}: {text:?} is not an address with a port, as in 127.0.0.1:8080")
        })
    };
    let mut config = ServerConfig {
        listen: vec![address(&s.listen, "server.listen")?],
        ..ServerConfig::default()
    };
    config.reuse_port = s.reuse_port;
    if !s.admin_listen.is_empty() {
        config.admin_listen = Some(address(&s.admin_listen, "server.admin_listen")?);
    }
    if !s.tls_cert.is_empty() {
        config.tls = Some(TlsFiles {
            certificate: PathBuf::from(&s.tls_cert),
            key: PathBuf::from(&s.tls_key),
        });
    }
    config.trusted_proxies = s
        .trusted_proxies
        .iter()
        .map(|n| n.parse())
        .collect::<Result<Vec<_>, _>>()
        .map(crate::server::proxy::TrustedProxies::new)
        .map_err(|e| anyhow::anyhow!("server.trusted_proxies: {e}"))?;
    config.trusts_traceparent = settings.telemetry.trust_traceparent;
    config.limits.body = s.body_limit;
    config.limits.connections = usize::try_from(s.max_connections)?;
    config.limits.connections_per_address = usize::try_from(s.connections_per_address)?;
    config.timeouts.header = Duration::from_secs(s.header_timeout);
    config.timeouts.idle = Duration::from_secs(s.idle_timeout);
    config.timeouts.answer = Duration::from_secs(s.answer_timeout);
    config.timeouts.drain = Duration::from_secs(s.shutdown_timeout);
    config.page_cache.bytes = if settings.cache.enabled {
        settings.cache.max_bytes
    } else {
        0
    };
    config.page_cache.longest = Duration::from_secs(settings.cache.max_age);
    // The filter of the log counts too: OXIPRESS_LOG=warn leaves out the lines of requests.
    let is_logged = s.access_log && tracing::enabled!(target: "access", tracing::Level::INFO);
    config.access_log = is_logged.then(|| AccessLogConfig {
        is_json: s.log_format == LogFormat::Json,
        output: s.access_log_output.as_str().into(),
    });
    let clock = clock.clone();
    config.clock = Arc::new(move || {
        SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(clock.now()).unwrap_or(0))
    });
    Ok(config)
}
