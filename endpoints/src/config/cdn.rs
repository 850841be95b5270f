//! Settings of a cache in front of the site.

use anyhow::{Result, bail};

use crate::{settings_choice, settings_section};

settings_choice! {
    /// The cache in front of the site.
    CdnMode {
        /// None.
        Off = "off",
        /// One that reads `Cache-Control: s-maxage` and `Surrogate-Key`, and is not asked to throw anything away.
        Headers = "headers",
        /// Varnish with the module xkey.
        Varnish = "varnish",
        /// Fastly.
        Fastly = "fastly",
        /// Cloudflare.
        Cloudflare = "cloudflare",
    }
}

settings_section! {
    /// A cache in front of the site: what anonymous visitors get may be kept there, and is thrown away when it changed.
    CdnSettings "cdn" {
        /// Which cache: `off`, `headers` (no calls to it), `varnish` (with the module xkey), `fastly` or `cloudflare`.
        mode: CdnMode = "off",
        /// Seconds for which it may keep a page (`s-maxage`).
        max_age: u64 = 3600_u64,
        /// URLs that purge calls go to: for `varnish` each server, as in `http://10.0.0.5:6081/`; for the others empty, or one of a stand-in.
        urls: Vec<String> = Vec::<String>::new(),
        /// Id of the service (Fastly) or of the zone (Cloudflare).
        service: String = "",
        /// API token; preferably set as `OXIPRESS_CDN_TOKEN`.
        token: String = "",
        /// Timeout of a purge call, in seconds; it is tried again until it succeeds.
        timeout: u64 = 10_u64,
    }
}

impl CdnSettings {
    /// Checks what one value alone does not show.
    ///
    /// # Errors
    /// When the chosen cache cannot be called.
    pub(super) fn check(&self) -> Result<()> {
        match self.mode {
            CdnMode::Varnish if self.urls.is_empty() => {
                bail!("cdn.mode is \"varnish\": cdn.urls must name its servers")
            }
            CdnMode::Fastly | CdnMode::Cloudflare
                if self.service.is_empty() || self.token.is_empty() =>
            {
                bail!("cdn.mode needs cdn.service and cdn.token")
            }
            _ => Ok(()),
        }
    }

    /// The URL of the API, without a slash at its end.
    pub fn api<'a>(&'a self, default: &'a str) -> &'a str {
        let configured = self.urls.first().map_or(default, String::as_str);
        configured.trim_end_matches('/')
    }
}
