//! Settings of traces and metrics for OpenTelemetry.

use anyhow::{Result, bail};

use crate::settings_section;

settings_section! {
    /// Traces and metrics for OpenTelemetry. Off without an address.
    TelemetrySettings "telemetry" {
        /// URL of a collector that takes OTLP over HTTP, as in `http://127.0.0.1:4318`; empty: none.
        otlp_endpoint: String = "",
        /// Headers for the collector, each as `name=value`; preferably set as `OXIPRESS_TELEMETRY_OTLP_HEADERS`.
        otlp_headers: Vec<String> = Vec::<String>::new(),
        /// `service.name` of what is sent.
        service_name: String = "oxipress",
        /// Share of requests that are traced, from 0 to 1.
        sample_ratio: f64 = 0.1_f64,
        /// Whether `traceparent` of a request is its parent, and says whether it is traced: only where a proxy sets it, as any visitor could have all traced. Else it is a link of the request's own trace.
        trust_traceparent: bool = false,
        /// Seconds between two readings of the metrics; 0: none are sent.
        metrics_interval: u64 = 30_u64,
    }
}

impl TelemetrySettings {
    /// Checks what one value alone does not show.
    ///
    /// # Errors
    /// When a value is none that can be used.
    pub(super) fn check(&self) -> Result<()> {
        if !(0.0..=1.0).contains(&self.sample_ratio) {
            bail!(
                "telemetry.sample_ratio is {}; it must be from 0 to 1",
                self.sample_ratio
            );
        }
        let url = &self.otlp_endpoint;
        if !url.is_empty() && !url.starts_with("http://") && !url.starts_with("https://") {
            bail!("telemetry.otlp_endpoint must begin with http:// or https://");
        }
        if self.headers().any(|header| header.is_none()) {
            bail!("telemetry.otlp_headers: each must be `name=value`");
        }
        Ok(())
    }

    /// The headers, `None` for one that is none.
    pub fn headers(&self) -> impl Iterator<Item = Option<(http::HeaderName, http::HeaderValue)>> {
        self.otlp_headers.iter().map(|header| {
            let (name, value) = header.split_once('=')?;
            let mut value = http::HeaderValue::from_str(value.trim()).ok()?;
            value.set_sensitive(true);
            Some((name.trim().parse().ok()?, value))
        })
    }
}
