//! What became of what was to be sent.

use std::sync::OnceLock;

use crate::server::metrics::{Counter, write_family};

/// What became of spans and of readings of metrics.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) sent: Counter,
    pub(super) dropped: Counter,
    pub(super) failed: Counter,
}

static COUNTS: OnceLock<Counts> = OnceLock::new();

/// The counters of this process.
pub(super) fn counts() -> &'static Counts {
    COUNTS.get_or_init(Counts::default)
}

/// Their numbers, in Prometheus's text format; empty while nothing is sent.
pub fn metrics() -> String {
    let mut out = String::new();
    if let Some(counts) = COUNTS.get() {
        let results = [
            ("sent", &counts.sent),
            ("dropped", &counts.dropped),
            ("failed", &counts.failed),
        ];
        write_family(&mut out, "telemetry_total", "result", results);
    }
    out
}
