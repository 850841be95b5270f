//! Sends requests of OTLP (protobuf over HTTP) to the collector.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, Method, Request};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;
use opentelemetry_proto::transform::trace::tonic::group_spans_by_resource_and_scope;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SpanData;
use prost::Message;

use super::counts::counts;
use super::prometheus;
use crate::config::telemetry::TelemetrySettings;
use crate::http_client::dialer::Dialer;

/// Time for one request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long a kept connection may be idle.
const IDLE: Duration = Duration::from_secs(20);
/// Maximum size in bytes of an answer.
const ANSWER: usize = 64 * 1024;
/// How often a request is sent that is not taken.
const TRIES: u32 = 2;

/// Sends to one collector.
#[derive(Clone)]
pub(super) struct Sender {
    client: Client<Dialer, Full<Bytes>>,
    endpoint: Arc<str>,
    headers: Arc<[(HeaderName, HeaderValue)]>,
    resource: Arc<ResourceAttributesWithSchema>,
    /// Whether the last request failed: an outage is told once.
    is_away: Arc<AtomicBool>,
}

impl Sender {
    pub(super) fn new(settings: &TelemetrySettings, resource: &Resource) -> Self {
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(Dialer);
        Self {
            client,
            endpoint: settings.otlp_endpoint.trim_end_matches('/').into(),
            headers: settings.headers().flatten().collect(),
            resource: Arc::new(resource.into()),
            is_away: Arc::default(),
        }
    }

    pub(super) async fn send_spans(&self, spans: Vec<SpanData>) {
        let number = u64::try_from(spans.len()).unwrap_or(u64::MAX);
        let resource_spans = group_spans_by_resource_and_scope(spans, &self.resource);
        let message = ExportTraceServiceRequest { resource_spans };
        self.send("v1/traces", message.encode_to_vec(), number)
            .await;
    }

    pub(super) async fn send_metrics(&self, text: &str, started: SystemTime) {
        let message = prometheus::to_otlp(text, &self.resource, started, SystemTime::now());
        self.send("v1/metrics", message.encode_to_vec(), 1).await;
    }

    async fn send(&self, path: &str, body: Vec<u8>, number: u64) {
        let body = Bytes::from(body);
        let mut result = Err(String::new());
        for attempt in 0..TRIES {
            if attempt > 0 {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            let asking = tokio::time::timeout(TIMEOUT, self.ask(path, body.clone()));
            result = asking
                .await
                .unwrap_or_else(|_| Err("no answer in time".to_owned()));
            if result.is_ok() {
                break;
            }
        }
        let Err(reason) = result else {
            self.is_away.store(false, Ordering::Relaxed);
            return counts().sent.add(number);
        };
        counts().failed.add(number);
        if !self.is_away.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                reason,
                "the collector (telemetry.otlp_endpoint) does not take what is sent; oxipress_telemetry_total counts it"
            );
        }
    }

    async fn ask(&self, path: &str, body: Bytes) -> Result<(), String> {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/{path}", self.endpoint))
            .header(CONTENT_TYPE, "application/x-protobuf");
        for (name, value) in self.headers.iter() {
            request = request.header(name, value);
        }
        let request = request.body(Full::from(body)).map_err(|e| e.to_string())?;
        let asked = self.client.request(request).await;
        let response = asked.map_err(|error| match error.is_connect() {
            true => "no connection".to_owned(),
            false => error.to_string(),
        })?;
        let status = response.status();
        // Read to its end, so that the connection can be used again.
        let _ = Limited::new(response.into_body(), ANSWER).collect().await;
        match status.is_success() {
            true => Ok(()),
            false => Err(format!("status {}", status.as_u16())),
        }
    }
}
