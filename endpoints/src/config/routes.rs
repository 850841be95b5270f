//! Settings of a site that is answered by two servers: which requests go to PHP, and what is compared with it.

use crate::{settings_choice, settings_section};

settings_choice! {
    /// What becomes of an address that Oxipress does not find.
    NotFoundMode {
        /// The PHP server answers it.
        Php = "php",
        /// Oxipress answers 404.
        Here = "here",
    }
}

settings_section! {
    /// Which requests the PHP server (`site.legacy_upstream`) answers, so that a site moves page by page.
    RouteSettings "routes" {
        /// Paths and hosts that the PHP server answers: `["/tienda/", "shop.example"]`; entries as in `site.legacy_routes`.
        legacy: Vec<String> = Vec::<String>::new(),
        /// If not empty, only these are answered here, and files of the site's folder; the PHP server answers all else. `legacy` counts first.
        native: Vec<String> = Vec::<String>::new(),
        /// Who answers an address that Oxipress does not find: `php` (a plugin may know it; 404 when it does not answer) or `here`.
        not_found: NotFoundMode = "php",
        /// Timeout for the head of the PHP server's response, in seconds, from the end of the request; then 504.
        timeout: u64 = 300_u64,
        /// Maximum number of requests that wait for the PHP server; further ones get 503.
        max_requests: u64 = 256_u64,
    }
}

settings_section! {
    /// Comparing with another server what visitors are answered; it never slows or fails a visitor.
    ShadowSettings "shadow" {
        /// URL of the server that is also asked, as in `http://127.0.0.1:9080`; empty: none. Only reading requests of anonymous visitors are, and never one that may write.
        url: String = "",
        /// Share of these requests that is also asked, from 0 to 1.
        rate: f64 = 0.1_f64,
        /// Seconds after which the same address is compared again.
        again_after: u64 = 600_u64,
        /// Maximum number of requests waiting to be asked; further ones are left out, and counted.
        queue: u64 = 256_u64,
        /// Maximum size in bytes of what waits or is being compared.
        max_bytes: u64 = 33_554_432_u64,
        /// Maximum number of concurrent requests to the other server.
        concurrency: u64 = 2_u64,
        /// Maximum number of requests to the other server in a second.
        per_second: u64 = 10_u64,
        /// Timeout of a response of the other server, in seconds.
        timeout: u64 = 10_u64,
        /// Folder for the differences (`oxipress shadow report`); empty: `var/shadow`.
        folder: String = "",
    }
}

impl ShadowSettings {
    /// The folder for the differences.
    pub fn folder(&self) -> &str {
        match self.folder.as_str() {
            "" => "var/shadow",
            folder => folder,
        }
    }
}
