//! What became of requests that may be repeated, as `/metrics` counts it.

use recordings::difference::Kind;

use crate::server::metrics::{Counter, write_family};

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The answers are the same.
    Same,
    /// They differ.
    Different,
    /// The other server did not answer, or with more than is read.
    Failed,
    /// It did not answer in time.
    TimedOut,
    /// So many wait that it was left out.
    QueueFull,
    /// What waits is so large that it was left out.
    MemoryFull,
    /// So many were asked in the second that it was left out.
    TooMany,
    /// The address was compared not long ago.
    Known,
}

impl Outcome {
    const ALL: [(Self, &'static str); 8] = [
        (Self::Same, "same"),
        (Self::Different, "different"),
        (Self::Failed, "failed"),
        (Self::TimedOut, "timeout"),
        (Self::QueueFull, "queue_full"),
        (Self::MemoryFull, "memory_full"),
        (Self::TooMany, "too_many"),
        (Self::Known, "known"),
    ];
}

/// The counters.
#[derive(Debug, Default)]
pub struct ShadowMetrics {
    outcomes: [Counter; Outcome::ALL.len()],
    differences: [Counter; Kind::ALL.len()],
}

impl ShadowMetrics {
    /// Counts what became of a request.
    pub fn count(&self, outcome: Outcome) {
        let place = Outcome::ALL.iter().position(|(known, _)| *known == outcome);
        if let Some(counter) = place.and_then(|place| self.outcomes.get(place)) {
            counter.one();
        }
    }

    /// Counts a difference.
    pub fn differs(&self, kind: &str) {
        let place = Kind::ALL.iter().position(|known| known.name() == kind);
        if let Some(counter) = place.and_then(|place| self.differences.get(place)) {
            counter.one();
        }
    }

    /// In Prometheus's text format.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut out = String::new();
        let outcomes = Outcome::ALL.iter().map(|(_, label)| *label);
        write_family(
            &mut out,
            "shadow_total",
            "result",
            outcomes.zip(&self.outcomes),
        );
        let kinds = Kind::ALL
            .iter()
            .map(|kind| kind.name().to_ascii_lowercase().replace(' ', "_"));
        write_family(
            &mut out,
            "shadow_differences_total",
            "cause",
            kinds.zip(&self.differences),
        );
        out
    }
}
