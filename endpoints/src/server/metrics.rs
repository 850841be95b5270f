//! The server's counters and their Prometheus text format (version 0.0.4). Counters are atomic integers: counting
//! takes no lock and no allocation.

use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use http::StatusCode;

/// A monotonic counter.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds one.
    pub fn one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds several.
    pub fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A gauge.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// Adds one.
    pub fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Subtracts one.
    pub fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper bounds of the histogram's buckets, in microseconds and as printed (seconds).
const BOUNDS: [(u64, &str); 12] = [
    (100, "0.0001"),
    (250, "0.00025"),
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (100_000, "0.1"),
    (250_000, "0.25"),
    (1_000_000, "1"),
    (5_000_000, "5"),
    (10_000_000, "10"),
];

/// A histogram of durations.
#[derive(Debug, Default)]
pub struct Histogram {
    classes: [Counter; 13],
    micros: Counter,
}

impl Histogram {
    /// Counts one duration.
    pub fn record(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let class = BOUNDS
            .iter()
            .position(|(bound, _)| micros <= *bound)
            .unwrap_or(BOUNDS.len());
        if let Some(counter) = self.classes.get(class) {
            counter.one();
        }
        self.micros.add(micros);
    }

    /// Number of durations recorded.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.classes.iter().map(Counter::get).sum()
    }

    fn write(&self, out: &mut String, name: &str) {
        let _ = writeln!(out, "# TYPE {name} histogram");
        let mut below = 0;
        let labels = BOUNDS.iter().map(|(_, label)| *label).chain(["+Inf"]);
        for (class, label) in self.classes.iter().zip(labels) {
            below += class.get();
            let _ = writeln!(out, "{name}_bucket{{le=\"{label}\"}} {below}");
        }
        let (seconds, rest) = (self.micros.get() / 1_000_000, self.micros.get() % 1_000_000);
        let _ = writeln!(out, "{name}_sum {seconds}.{rest:06}\n{name}_count {below}");
    }
}

/// Why the server ended a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The headers did not arrive in time.
    HeaderTimeout,
    /// No request came on a kept-alive connection.
    Idle,
    /// The client read its response too slowly.
    SlowRead,
    /// The client cancelled too many requests (HTTP/2).
    Abandoning,
    /// The linger time was over.
    Linger,
    /// All places were taken, and its request was the oldest without an end.
    Displaced,
    /// The memory for responses was short, and the client took nothing of its own or had the most.
    OutputShort,
    /// The server stopped.
    Stopped,
}

impl Ended {
    const ALL: [(Ended, &'static str); 8] = [
        (Ended::HeaderTimeout, "header_timeout"),
        (Ended::Idle, "idle"),
        (Ended::SlowRead, "slow_read"),
        (Ended::Abandoning, "abandoning"),
        (Ended::Linger, "linger"),
        (Ended::Displaced, "displaced"),
        (Ended::OutputShort, "output_short"),
        (Ended::Stopped, "stopped"),
    ];
}

/// The server's metrics.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Connections accepted.
    pub accepted: Counter,
    /// Connections closed because their address has too many.
    pub address_full: Counter,
    /// Open connections.
    pub connections: Gauge,
    /// Requests in flight.
    pub in_flight: Gauge,
    /// Bytes sent.
    pub sent: Counter,
    /// Bytes received.
    pub received: Counter,
    /// Pages from the cache.
    pub cache_hits: Counter,
    /// Pages rendered and stored.
    pub cache_misses: Counter,
    /// Responses that may not be stored.
    pub cache_passes: Counter,
    /// Stale pages served after an error.
    pub cache_stale: Counter,
    /// Lines of the access log that were not written.
    pub access_log_lost: Counter,
    /// Requests with `X-Forwarded-*` headers of a trusted proxy.
    pub forwarded_trusted: Counter,
    /// Requests with `X-Forwarded-*` headers of others, which are ignored.
    pub forwarded_ignored: Counter,
    /// Who sent the last ignored ones.
    pub last_ignored: Mutex<Option<IpAddr>>,
    /// Time from the head of the request to the head of the response.
    pub durations: Histogram,
    answers: [Counter; 6],
    refused: [Counter; 7],
    ended: [Counter; 8],
}

/// Statuses of requests refused before the handler.
const REFUSALS: [u16; 6] = [400, 405, 413, 414, 431, 501];

impl Metrics {
    /// Counts a response by the class of its status.
    pub fn answered(&self, status: StatusCode) {
        if let Some(counter) = self.answers.get(usize::from(status.as_u16() / 100)) {
            counter.one();
        }
    }

    /// Number of responses of a status class (first digit).
    #[must_use]
    pub fn answers(&self, class: u8) -> u64 {
        self.answers.get(usize::from(class)).map_or(0, Counter::get)
    }

    /// Counts a request refused before the handler.
    pub fn refused(&self, status: StatusCode) {
        let place = REFUSALS
            .iter()
            .position(|known| *known == status.as_u16())
            .unwrap_or(REFUSALS.len());
        if let Some(counter) = self.refused.get(place) {
            counter.one();
        }
        self.answered(status);
    }

    /// Number of requests handled.
    #[must_use]
    pub fn durations_count(&self) -> u64 {
        self.durations.count()
    }

    /// Counts a connection ended by the server.
    pub fn ended(&self, why: Ended) {
        if let Some(counter) = Self::place(why).and_then(|place| self.ended.get(place)) {
            counter.one();
        }
    }

    /// Number of connections ended for this reason.
    #[must_use]
    pub fn ended_for(&self, why: Ended) -> u64 {
        Self::place(why)
            .and_then(|place| self.ended.get(place))
            .map_or(0, Counter::get)
    }

    fn place(why: Ended) -> Option<usize> {
        Ended::ALL.iter().position(|(known, _)| *known == why)
    }

    /// Counts a request with `X-Forwarded-*` headers.
    pub fn forwarded(&self, peer: IpAddr, is_trusted: bool) {
        if is_trusted {
            return self.forwarded_trusted.one();
        }
        self.forwarded_ignored.one();
        // Nobody waits for the address.
        if let Ok(mut last) = self.last_ignored.try_lock() {
            *last = Some(peer);
        }
    }

    fn write_forwarded(&self, out: &mut String) {
        let forwarded = [
            ("trusted", &self.forwarded_trusted),
            ("ignored", &self.forwarded_ignored),
        ];
        write_family(out, "forwarded_total", "headers", forwarded);
        if let Some(peer) = self.last_ignored.try_lock().ok().and_then(|last| *last) {
            let name = "oxipress_forwarded_ignored_last";
            let _ = writeln!(out, "# TYPE {name} gauge\n{name}{{peer=\"{peer}\"}} 1");
        }
    }

    /// All metrics in Prometheus's text format.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut out = String::with_capacity(4096);
        for (name, kind, number) in [
            (
                "connections_total",
                "counter",
                i128::from(self.accepted.get()),
            ),
            (
                "address_full_total",
                "counter",
                i128::from(self.address_full.get()),
            ),
            ("connections", "gauge", i128::from(self.connections.get())),
            (
                "requests_in_flight",
                "gauge",
                i128::from(self.in_flight.get()),
            ),
            (
                "access_log_lost_total",
                "counter",
                i128::from(self.access_log_lost.get()),
            ),
            ("sent_bytes_total", "counter", i128::from(self.sent.get())),
            (
                "received_bytes_total",
                "counter",
                i128::from(self.received.get()),
            ),
        ] {
            let _ = writeln!(
                out,
                "# TYPE oxipress_{name} {kind}\noxipress_{name} {number}"
            );
        }
        let cache = [
            ("hit", &self.cache_hits),
            ("miss", &self.cache_misses),
            ("pass", &self.cache_passes),
            ("stale", &self.cache_stale),
        ];
        write_family(&mut out, "cache_total", "result", cache);
        self.write_forwarded(&mut out);
        let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"];
        let answers = classes.into_iter().zip(self.answers.iter().skip(1));
        write_family(&mut out, "responses_total", "class", answers);
        let labels = REFUSALS
            .iter()
            .map(u16::to_string)
            .chain(["other".to_owned()]);
        write_family(
            &mut out,
            "refused_total",
            "status",
            labels.zip(&self.refused),
        );
        let reasons = Ended::ALL.iter().map(|(_, label)| *label);
        write_family(&mut out, "ended_total", "reason", reasons.zip(&self.ended));
        self.durations.write(&mut out, "oxipress_response_seconds");
        out
    }
}

/// Writes a family of counters, each with its value of a label.
pub fn write_family<'a, L: std::fmt::Display>(
    out: &mut String,
    name: &str,
    label: &str,
    counters: impl IntoIterator<Item = (L, &'a Counter)>,
) {
    let _ = writeln!(out, "# TYPE oxipress_{name} counter");
    for (value, counter) in counters {
        let _ = writeln!(
            out,
            "oxipress_{name}{{{label}=\"{value}\"}} {}",
            counter.get()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_prometheus_reads_them() {
        let metrics = Metrics::default();
        metrics.answered(StatusCode::OK);
        metrics.refused(StatusCode::URI_TOO_LONG);
        metrics.ended(Ended::SlowRead);
        metrics.durations.record(Duration::from_micros(1500));
        metrics.durations.record(Duration::from_secs(60));
        let text = metrics.prometheus();
        for line in [
            "oxipress_responses_total{class=\"2xx\"} 1",
            "oxipress_responses_total{class=\"4xx\"} 1",
            "oxipress_refused_total{status=\"414\"} 1",
            "oxipress_ended_total{reason=\"slow_read\"} 1",
            "oxipress_response_seconds_bucket{le=\"0.001\"} 0",
            "oxipress_response_seconds_bucket{le=\"0.0025\"} 1",
            "oxipress_response_seconds_bucket{le=\"+Inf\"} 2",
            "oxipress_response_seconds_sum 60.001500",
            "oxipress_response_seconds_count 2",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
    }
}
