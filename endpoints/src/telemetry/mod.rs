//! Traces and metrics for OpenTelemetry (`[telemetry]`), by OTLP over HTTP.
//!
//! Spans are those of the target [`SPANS`]: a request, and within it rendering, statements of the database, and what goes
//! to the legacy upstream.
//! Without a collector nobody is interested in them, and they cost a comparison. An ended span waits in a bounded queue; a
//! task of its own sends them, so that a slow or dead collector takes nothing from visitors: what finds no place, or is
//! not taken, is counted (`oxipress_telemetry_total`). Metrics are the numbers of `/metrics`.

mod counts;
mod prometheus;
mod queue;
mod sender;
pub mod spans;

use std::time::{Duration, SystemTime};

use compat::trace::SPANS;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use crate::config::telemetry::TelemetrySettings;
use counts::counts;
pub use counts::metrics;
use queue::{Queue, Receiver};
use sender::Sender;

/// Telemetry that is switched on and not sent yet.
pub struct Telemetry {
    provider: SdkTracerProvider,
    receiver: Receiver,
    resource: Resource,
    settings: TelemetrySettings,
}

impl Telemetry {
    /// Switched on by an address; else `None`.
    pub fn new(settings: &TelemetrySettings) -> Option<Self> {
        if settings.otlp_endpoint.is_empty() {
            return None;
        }
        let _ = counts();
        let (queue, receiver) = Queue::new();
        let resource = resource(&settings.service_name);
        let sampler = Sampler::TraceIdRatioBased(settings.sample_ratio);
        let provider = SdkTracerProvider::builder()
            .with_span_processor(queue)
            .with_sampler(Sampler::ParentBased(Box::new(sampler)))
            .with_resource(resource.clone())
            .build();
        Some(Self {
            provider,
            receiver,
            resource,
            settings: settings.clone(),
        })
    }

    /// Takes the spans of a subscriber.
    pub fn layer<S: Subscriber + for<'l> LookupSpan<'l> + Send + Sync>(
        &self,
    ) -> impl Layer<S> + Send + Sync + use<S> {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("oxipress"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false)
            .with_filter(filter_fn(|known| known.target() == SPANS))
    }

    /// Sends spans and metrics until the process ends. `read` gives the text of `/metrics`.
    pub fn start<F>(self, read: impl Fn() -> F + Send + Sync + 'static) -> Sending
    where
        F: Future<Output = String> + Send,
    {
        let sender = Sender::new(&self.settings, &self.resource);
        let spans = tokio::spawn(queue::send_all(self.receiver, sender.clone()));
        let interval = self.settings.metrics_interval;
        let metrics = (interval > 0).then(|| {
            let started = SystemTime::now();
            tokio::spawn(async move {
                let mut next = tokio::time::interval(Duration::from_secs(interval));
                loop {
                    next.tick().await;
                    let text = read().await;
                    sender.send_metrics(&text, started).await;
                }
            })
        });
        Sending {
            provider: self.provider,
            spans,
            metrics,
        }
    }
}

/// The tasks that send.
pub struct Sending {
    provider: SdkTracerProvider,
    spans: tokio::task::JoinHandle<()>,
    metrics: Option<tokio::task::JoinHandle<()>>,
}

impl Sending {
    /// Sends what waits, within the time, and ends.
    pub async fn stop(self, within: Duration) {
        if let Some(metrics) = self.metrics {
            metrics.abort();
        }
        // Closes the queue.
        let _ = self.provider.shutdown();
        let _ = tokio::time::timeout(within, self.spans).await;
    }
}

/// What tells this instance from others.
fn resource(service_name: &str) -> Resource {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let instance = format!("{}-{}", host.trim(), std::process::id());
    Resource::builder_empty()
        .with_attributes([
            KeyValue::new("service.name", service_name.to_owned()),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", instance),
        ])
        .build()
}
