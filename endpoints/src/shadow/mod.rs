//! Shadowing (`oxipress serve --shadow URL`): a share of what anonymous visitors read here is also asked of another server,
//! after the visitor has the answer, and both answers are compared.
//!
//! Bounds: the queue's length, the memory of what waits, requests in a second and at once, the time and size of an answer.
//! What exceeds one is left out and counted; nothing here waits for the other server but the workers. Requests that may
//! write are never repeated ([`eligible`]).

pub mod compared;
pub mod eligible;
pub mod findings;
pub mod metrics;
pub mod sampler;
pub mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use http::header::SET_COOKIE;
use tokio::sync::mpsc::{self, Sender};

use crate::config::routes::ShadowSettings;
use crate::server::{BodySource, Request, Upstream, UpstreamLimits};
use compared::{Answer, LARGEST};
use metrics::{Outcome, ShadowMetrics};
use sampler::{Choice, Sampler};
use worker::{Held, Sample, Workers};

/// Memory of a sample besides its body, in bytes.
const SAMPLE: usize = 4 * 1024;

/// Repeats requests at another server.
#[derive(Debug)]
pub struct Shadow {
    sampler: Sampler,
    queue: Sender<Box<Sample>>,
    held: Arc<AtomicUsize>,
    most: usize,
    metrics: Arc<ShadowMetrics>,
}

impl Shadow {
    /// Starts the workers; `None` when no server is named. It must be called inside of a runtime.
    ///
    /// # Errors
    /// When the URL is not of the form `http://host:port`, or the folder cannot be used.
    pub fn start(settings: &ShadowSettings) -> anyhow::Result<Option<Arc<Self>>> {
        if settings.url.is_empty() {
            return Ok(None);
        }
        let timeout = Duration::from_secs(settings.timeout.max(1));
        let concurrency = usize::try_from(settings.concurrency.clamp(1, 64))?;
        let limits = UpstreamLimits {
            timeout,
            requests: concurrency,
        };
        let upstream = Upstream::new(&settings.url, limits);
        let upstream = upstream.map_err(|error| anyhow::anyhow!("shadow.url: {error}"))?;
        let metrics = Arc::new(ShadowMetrics::default());
        let (queue, waiting) = mpsc::channel(usize::try_from(settings.queue.clamp(1, 1 << 20))?);
        let workers = Workers {
            upstream,
            timeout,
            concurrency,
            folder: PathBuf::from(settings.folder()),
            metrics: Arc::clone(&metrics),
        };
        workers.start(waiting)?;
        Ok(Some(Arc::new(Self {
            sampler: Sampler::new(
                settings.rate,
                Duration::from_secs(settings.again_after),
                settings.per_second,
            ),
            queue,
            held: Arc::default(),
            most: usize::try_from(settings.max_bytes)?,
            metrics,
        })))
    }

    /// The request, when it is to be repeated once it is answered.
    pub fn sample(&self, request: &Request) -> Option<Request> {
        let may = self.sampler.draws() && eligible::may_repeat(request);
        if !may || self.queue.capacity() == 0 {
            if may {
                self.metrics.count(Outcome::QueueFull);
            }
            return None;
        }
        let (method, target) = (request.method.as_str(), request.target());
        match self.sampler.choose(method, request.host(), target) {
            Choice::Taken => return Some(request.copied()),
            Choice::Known => self.metrics.count(Outcome::Known),
            Choice::TooMany => self.metrics.count(Outcome::TooMany),
        }
        None
    }

    /// Queues a request with our answer to it. Answers of others, files, failures and answers for one visitor are left out.
    pub fn answered(&self, request: Request, response: &http::Response<BodySource>) {
        let status = response.status();
        let body = match response.body() {
            BodySource::Empty => Bytes::new(),
            BodySource::Bytes(body) => body.clone(),
            BodySource::File(_) | BodySource::Stream(_) => return,
        };
        let is_left_out = status.is_server_error()
            || matches!(
                status,
                StatusCode::NOT_MODIFIED | StatusCode::TOO_MANY_REQUESTS
            )
            || response.headers().contains_key(SET_COOKIE)
            || body.len() > LARGEST;
        if is_left_out {
            return;
        }
        let memory = body.len().saturating_add(SAMPLE);
        let Some(held) = Held::take(&self.held, memory, self.most) else {
            return self.metrics.count(Outcome::MemoryFull);
        };
        let sample = Sample {
            request,
            answer: Answer {
                status,
                headers: response.headers().clone(),
                body,
            },
            held,
        };
        if self.queue.try_send(Box::new(sample)).is_err() {
            self.metrics.count(Outcome::QueueFull);
        }
    }

    /// Its metrics.
    #[must_use]
    pub fn metrics(&self) -> String {
        self.metrics.prometheus()
    }
}
