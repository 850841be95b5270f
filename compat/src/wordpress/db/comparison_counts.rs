//! Counts of comparisons of rows ([`super::shared_comparisons`]).

use std::sync::atomic::{AtomicU64, Ordering};

/// How many comparisons of rows there were, by who compared; of others those that made one's own superfluous.
#[derive(Debug, Default)]
pub(super) struct ComparisonCounts {
    /// This instance's own.
    pub(super) own: AtomicU64,
    /// Others'.
    pub(super) of_others: AtomicU64,
}

impl ComparisonCounts {
    /// As metrics.
    pub(super) fn metrics(&self) -> String {
        let [own, of_others] = [&self.own, &self.of_others].map(|n| n.load(Ordering::Relaxed));
        format!(
            "# TYPE oxipress_comparisons_total counter\n\
             oxipress_comparisons_total{{by=\"this\"}} {own}\n\
             oxipress_comparisons_total{{by=\"another\"}} {of_others}\n"
        )
    }
}
