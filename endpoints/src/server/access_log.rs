//! One line per response. A line is formatted once, in the task that answers, and put into a bounded queue; a thread of
//! its own writes the queue in batches to standard error, standard output or a file. Secrets in targets, referers and
//! hosts are masked (`crate::secrets`); no other header but `User-Agent` is written.
//!
//! A line for which there is no place, or which cannot be written, is counted in the metrics; the first is told.

use std::fmt::{self, Display};
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use http::StatusCode;
use jiff::Timestamp;

use super::metrics::Metrics;
use super::request::Request;
use crate::secrets::{masked, masked_url};

/// Capacity of the queue in bytes; with a full queue a line is lost.
const CAPACITY: usize = 1024 * 1024;
/// Queued bytes at which the thread writes without waiting for more.
const BATCH: usize = 64 * 1024;
/// How long the thread waits for more lines before it writes.
const PAUSE: Duration = Duration::from_millis(20);
/// Timeout of the last write when the server stops.
const LAST_WRITE: Duration = Duration::from_secs(2);

/// The configuration of the access log.
#[derive(Debug, Clone)]
pub struct AccessLogConfig {
    /// Whether lines are JSON objects.
    pub is_json: bool,
    /// Where lines are written.
    pub output: Output,
}

/// Where lines are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Standard error.
    Stderr,
    /// Standard output.
    Stdout,
    /// A file, private to its owner when it is created; lines are appended.
    File(PathBuf),
}

impl From<&str> for Output {
    fn from(setting: &str) -> Self {
        match setting {
            "" | "stderr" => Self::Stderr,
            "stdout" => Self::Stdout,
            path => Self::File(path.into()),
        }
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stderr => f.write_str("stderr"),
            Self::Stdout => f.write_str("stdout"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl Output {
    fn open(&self) -> io::Result<Box<dyn io::Write + Send>> {
        Ok(match self {
            Self::Stderr => Box::new(io::stderr()),
            // The file itself: `Stdout` would write line by line.
            Self::Stdout => Box::new(File::from(io::stdout().as_fd().try_clone_to_owned()?)),
            Self::File(path) => Box::new(open(path)?),
        })
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).mode(0o600).open(path)
}

/// The access log. Its thread ends when it is dropped.
#[derive(Debug)]
pub struct AccessLog {
    is_json: bool,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// Wakes the thread, and whoever waits for the last write.
    changed: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    reopens: bool,
    closes: bool,
    has_ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AccessLog {
    /// Opens the output and starts the thread.
    ///
    /// # Errors
    /// When the file cannot be opened or there is no thread.
    pub fn start(config: &AccessLogConfig, metrics: Arc<Metrics>) -> anyhow::Result<Arc<Self>> {
        let output = config.output.clone();
        let sink = output.open();
        let sink = sink.with_context(|| format!("the access log {output} cannot be opened"))?;
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            metrics,
        });
        let writer = Writer {
            shared: Arc::clone(&shared),
            output,
            sink,
            is_torn: false,
            has_told_loss: false,
        };
        let thread = std::thread::Builder::new().name("access-log".to_owned());
        thread.spawn(move || writer.run())?;
        Ok(Arc::new(Self {
            is_json: config.is_json,
            shared,
        }))
    }

    /// Begins a line with the request's part; read before the request is moved to the handler.
    #[must_use]
    pub fn begin(self: &Arc<Self>, request: &Request) -> Line {
        let mut line = Line {
            log: Arc::clone(self),
            text: Vec::with_capacity(768),
            middle: 0,
        };
        // HTTP/2 and absolute targets may name a user before the host.
        let host = request.host();
        let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
        let remote_addr = request.remote_addr;
        let _ = match self.is_json {
            true => write!(line.text, r#","remote_addr":"{remote_addr}""#),
            false => write!(line.text, " remote_addr={remote_addr}"),
        };
        line.field("method", request.method.as_str());
        line.field("host", host);
        line.field("target", &masked_url(request.target()));
        line.middle = line.text.len();
        line.field("user_agent", &masked(request.header("user-agent")));
        line.field("referer", &masked_url(request.header("referer")));
        line
    }

    /// Opens the file anew, as after its rotation. If that fails, lines go on to the file that is open.
    pub fn reopen(&self) {
        self.shared.lock().reopens = true;
        self.shared.changed.notify_all();
    }

    /// Writes what is queued and ends the thread, within a timeout: the output may be blocked. Later lines are lost.
    pub fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closes = true;
        self.shared.changed.notify_all();
        let ended = self
            .shared
            .changed
            .wait_timeout_while(queue, LAST_WRITE, |queue| !queue.has_ended);
        drop(ended);
    }

    fn push(&self, parts: [&[u8]; 5]) {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut queue = self.shared.lock();
        let before = queue.bytes.len();
        let after = before.saturating_add(length);
        if after > CAPACITY || queue.closes {
            drop(queue);
            // The thread tells it: the log may be blocked like the output.
            return self.shared.metrics.access_log_lost.one();
        }
        for part in parts {
            queue.bytes.extend_from_slice(part);
        }
        drop(queue);
        if before == 0 || (before < BATCH && after >= BATCH) {
            self.shared.changed.notify_all();
        }
    }
}

impl Drop for AccessLog {
    fn drop(&mut self) {
        self.shared.lock().closes = true;
        self.shared.changed.notify_all();
    }
}

/// A line whose response is not known yet.
#[derive(Debug)]
pub struct Line {
    log: Arc<AccessLog>,
    /// The fields of the request; those from `middle` on follow the response's.
    text: Vec<u8>,
    middle: usize,
}

impl Line {
    /// Queues the line.
    pub fn write(mut self, status: StatusCode, bytes: Option<u64>, took: Duration, cache: &str) {
        let is_json = self.log.is_json;
        let (now, status, micros) = (Timestamp::now(), status.as_u16(), took.as_micros());
        // Appended to the request's fields, and put in order in the queue. A `Vec` takes every write.
        let request = self.text.len();
        let _ = match is_json {
            true => write!(
                self.text,
                r#"{{"timestamp":"{now:.6}","level":"INFO","fields":{{"message":"answered""#
            ),
            false => write!(self.text, "{now:.6}  INFO access: answered"),
        };
        let head = self.text.len();
        let _ = match (is_json, bytes) {
            (true, Some(bytes)) => write!(
                self.text,
                r#","status":{status},"size_bytes":{bytes},"duration_us":{micros},"cache":"{cache}""#
            ),
            (true, None) => write!(
                self.text,
                r#","status":{status},"duration_us":{micros},"cache":"{cache}""#
            ),
            (false, Some(bytes)) => write!(
                self.text,
                " status={status} size_bytes={bytes} duration_us={micros} cache=\"{cache}\""
            ),
            (false, None) => write!(
                self.text,
                " status={status} duration_us={micros} cache=\"{cache}\""
            ),
        };
        let end: &[u8] = match is_json {
            true => b"},\"target\":\"access\"}\n",
            false => b"\n",
        };
        let part = |range: std::ops::Range<usize>| self.text.get(range).unwrap_or_default();
        let rest = head..self.text.len();
        self.log.push([
            part(request..head),
            part(0..self.middle),
            part(rest),
            part(self.middle..request),
            end,
        ]);
    }

    /// Appends a field; both formats quote and escape as JSON does.
    fn field(&mut self, name: &str, value: &str) {
        let (before, between) = match self.log.is_json {
            true => (",\"", "\":"),
            false => (" ", "="),
        };
        for part in [before, name, between] {
            self.text.extend_from_slice(part.as_bytes());
        }
        let _ = serde_json::to_writer(&mut self.text, value);
    }
}

/// The thread that writes.
struct Writer {
    shared: Arc<Shared>,
    output: Output,
    sink: Box<dyn io::Write + Send>,
    /// Whether the last write ended within a line.
    is_torn: bool,
    has_told_loss: bool,
}

impl Writer {
    fn run(mut self) {
        let mut batch = Vec::new();
        loop {
            let closes = self.next(&mut batch);
            self.write(&batch);
            self.tell_loss(&"the queue was full");
            batch.clear();
            if closes {
                break;
            }
        }
        self.shared.lock().has_ended = true;
        self.shared.changed.notify_all();
    }

    /// Waits for lines and takes them; returns whether they are the last.
    fn next(&mut self, batch: &mut Vec<u8>) -> bool {
        let shared = Arc::clone(&self.shared);
        let is_urgent = |queue: &Queue| queue.closes || queue.reopens;
        let mut queue = shared.lock();
        while queue.bytes.is_empty() && !is_urgent(&queue) {
            queue = shared
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let gathered = shared.changed.wait_timeout_while(queue, PAUSE, |queue| {
            queue.bytes.len() < BATCH && !is_urgent(queue)
        });
        let (mut queue, _) = gathered.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut queue.bytes, batch);
        let (closes, reopens) = (queue.closes, std::mem::take(&mut queue.reopens));
        drop(queue);
        if reopens {
            self.write(batch);
            batch.clear();
            match self.output.open() {
                Ok(sink) => self.sink = sink,
                Err(error) => tracing::error!(%error, "the access log cannot be opened again"),
            }
        }
        closes
    }

    /// Writes whole lines. What cannot be written is lost; a line that was cut is ended before the next.
    fn write(&mut self, mut rest: &[u8]) {
        if self.is_torn && !rest.is_empty() {
            self.is_torn = self.sink.write_all(b"\n").is_err();
        }
        while !rest.is_empty() {
            match self.sink.write(rest) {
                Ok(0) => return self.fails(rest, &"nothing is written"),
                Ok(length) => {
                    let written;
                    (written, rest) = rest.split_at(length.min(rest.len()));
                    self.is_torn = written.last() != Some(&b'\n');
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.fails(rest, &error),
            }
        }
    }

    fn fails(&mut self, rest: &[u8], reason: &dyn Display) {
        let lines = memchr::memchr_iter(b'\n', rest).count();
        let lost = &self.shared.metrics.access_log_lost;
        lost.add(u64::try_from(lines).unwrap_or(u64::MAX));
        self.tell_loss(reason);
    }

    /// Logs the first loss.
    fn tell_loss(&mut self, reason: &dyn Display) {
        let lines = self.shared.metrics.access_log_lost.get();
        if lines > 0 && !self.has_told_loss {
            self.has_told_loss = true;
            tracing::error!(%reason, lines, "lines of the access log are lost; oxipress_access_log_lost_total counts them");
        }
    }
}
