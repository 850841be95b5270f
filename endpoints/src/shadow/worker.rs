//! Asks the other server, and compares on a thread of its own, which every other thread has precedence over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::header::{
    ACCEPT_ENCODING, CONNECTION, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, UPGRADE,
};
use http::{HeaderValue, Method};
use http_body_util::{BodyExt as _, Limited};
use tokio::sync::{Mutex, mpsc};

use super::compared::{Answer, LARGEST, differences};
use super::eligible::MARK;
use super::findings::Findings;
use super::metrics::{Outcome, ShadowMetrics};
use crate::server::{Request, Upstream, UpstreamError};

/// Stack of the thread that compares, in bytes.
pub(super) const STACK: usize = 16 << 20;

/// How often the differences are written down.
const WRITTEN: Duration = Duration::from_secs(2);

/// A request with our answer to it.
#[derive(Debug)]
pub struct Sample {
    /// The request.
    pub request: Request,
    /// Our answer.
    pub answer: Answer,
    /// Its size in memory, which is given back when it is dropped.
    pub held: Held,
}

/// Memory of a sample.
#[derive(Debug)]
pub struct Held {
    bytes: usize,
    all: Arc<AtomicUsize>,
}

impl Held {
    /// Takes memory; `None` when all together would have more than `most`.
    pub fn take(all: &Arc<AtomicUsize>, bytes: usize, most: usize) -> Option<Self> {
        let before = all.fetch_add(bytes, Ordering::Relaxed);
        let held = Self {
            bytes,
            all: Arc::clone(all),
        };
        (before.saturating_add(bytes) <= most).then_some(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What the thread does next.
enum Task {
    /// Compares the other server's answer with ours.
    Compare(Box<Sample>, Answer),
    /// Writes down what was found.
    Write,
}

/// What the workers need.
pub struct Workers {
    /// The other server.
    pub upstream: Upstream,
    /// How long an answer may take.
    pub timeout: Duration,
    /// How many are asked at once.
    pub concurrency: usize,
    /// Where differences are written.
    pub folder: PathBuf,
    /// The counters.
    pub metrics: Arc<ShadowMetrics>,
}

impl Workers {
    /// Starts the tasks and the thread; they end with the queue's sender.
    ///
    /// # Errors
    /// When the thread cannot be started, or the folder holds another file by the name of ours.
    pub fn start(self, queue: mpsc::Receiver<Box<Sample>>) -> anyhow::Result<()> {
        let findings = Findings::read(&self.folder)?;
        let (sender, tasks) = mpsc::channel(2);
        let (metrics, folder) = (Arc::clone(&self.metrics), self.folder.clone());
        std::thread::Builder::new()
            .name("shadow".to_owned())
            .stack_size(STACK)
            .spawn(move || compare_all(tasks, findings, (&folder, &metrics)))?;
        let queue = Arc::new(Mutex::new(queue));
        let workers = Arc::new(self);
        for _ in 0..workers.concurrency.max(1) {
            let (workers, queue) = (Arc::clone(&workers), Arc::clone(&queue));
            let sender = sender.clone();
            tokio::spawn(async move { workers.run(&queue, &sender).await });
        }
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(WRITTEN).await;
                if sender.send(Task::Write).await.is_err() || sender.strong_count() == 1 {
                    break;
                }
            }
        });
        Ok(())
    }

    async fn run(&self, queue: &Mutex<mpsc::Receiver<Box<Sample>>>, tasks: &mpsc::Sender<Task>) {
        loop {
            let next = queue.lock().await.recv().await;
            let Some(sample) = next else {
                return;
            };
            let asked = tokio::time::timeout(self.timeout, self.ask(&sample.request)).await;
            match asked.unwrap_or(Err(Outcome::TimedOut)) {
                Ok(answer) => {
                    if tasks.send(Task::Compare(sample, answer)).await.is_err() {
                        return;
                    }
                }
                Err(outcome) => self.metrics.count(outcome),
            }
        }
    }

    /// The other server's answer; an error when there is none, or too much of it.
    async fn ask(&self, request: &Request) -> Result<Answer, Outcome> {
        let response = self.upstream.ask(repeated(request)).await;
        let response = response.map_err(|error| {
            tracing::debug!(%error, target = request.target(), "the shadowed server does not answer");
            match error {
                UpstreamError::TimedOut => Outcome::TimedOut,
                _ => Outcome::Failed,
            }
        })?;
        let body = Limited::new(response.body, LARGEST).collect().await;
        let body = body.map_err(|_| Outcome::Failed)?;
        Ok(Answer {
            status: response.status,
            headers: response.headers,
            body: body.to_bytes(),
        })
    }
}

/// The request as the other server gets it: without what is about our answer, marked as a repetition.
fn repeated(request: &Request) -> Request {
    let mut request = request.copied();
    for name in [
        IF_NONE_MATCH,
        IF_MODIFIED_SINCE,
        ACCEPT_ENCODING,
        CONNECTION,
        UPGRADE,
    ] {
        request.headers.remove(name);
    }
    let mark = HeaderName::from_static(MARK);
    request.headers.insert(mark, HeaderValue::from_static("1"));
    request
}

fn compare_all(
    mut tasks: mpsc::Receiver<Task>,
    mut findings: Findings,
    (folder, metrics): (&std::path::Path, &ShadowMetrics),
) {
    // Of this thread alone, on Linux.
    if let Err(error) = rustix::process::nice(19) {
        tracing::debug!(%error, "comparing has the precedence of other work");
    }
    let mut is_written = true;
    while let Some(task) = tasks.blocking_recv() {
        match task {
            Task::Compare(sample, answer) => {
                compare_one(&sample, &answer, &mut findings, metrics);
                is_written = false;
            }
            Task::Write if !is_written => {
                is_written = true;
                write(&findings, folder);
            }
            Task::Write => {}
        }
    }
    if !is_written {
        write(&findings, folder);
    }
}

fn write(findings: &Findings, folder: &std::path::Path) {
    if let Err(error) = findings.write(folder) {
        tracing::warn!(
            error = format!("{error:#}"),
            "differences cannot be written down"
        );
    }
}

fn compare_one(sample: &Sample, answer: &Answer, findings: &mut Findings, metrics: &ShadowMetrics) {
    let is_head = sample.request.method == Method::HEAD;
    let compared = catch_unwind(AssertUnwindSafe(|| {
        differences(answer, &sample.answer, is_head)
    }));
    let Ok(Some(found)) = compared else {
        return metrics.count(Outcome::Failed);
    };
    metrics.count(match found.is_empty() {
        true => Outcome::Same,
        false => Outcome::Different,
    });
    for difference in &found {
        metrics.differs(difference.kind);
    }
    let request = &sample.request;
    let url = format!(
        "{}://{}{}",
        request.scheme.as_str(),
        request.host(),
        request.target()
    );
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs());
    findings.add(&url, &found, i64::try_from(now).unwrap_or(0));
}
