//! The legacy upstream of the settings.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::config::Settings;
use crate::server::{Upstream, UpstreamLimits};

/// The legacy upstream; `None` when none is set.
///
/// # Errors
/// When its address is not of the form `http://host:port`, or requests are named for it and it is not.
pub(super) fn upstream(settings: &Settings) -> Result<Option<Upstream>> {
    let (site, routes) = (&settings.site, &settings.routes);
    if site.legacy_upstream.is_empty() {
        let lists = [&site.legacy_routes, &routes.legacy, &routes.native];
        if lists.iter().any(|list| !list.is_empty()) {
            bail!(
                "site.legacy_routes, routes.legacy and routes.native need a PHP server: set site.legacy_upstream"
            );
        }
        return Ok(None);
    }
    let limits = UpstreamLimits {
        timeout: Duration::from_secs(routes.timeout.max(1)),
        requests: usize::try_from(routes.max_requests)?,
    };
    let upstream = Upstream::new(&site.legacy_upstream, limits);
    Ok(Some(upstream.map_err(anyhow::Error::msg)?))
}
