//! Work for pages that anybody may see: it may read from replicas ([`super::replicas`]), and results that are kept
//! ([`super::query_cache`]).

use std::future::Future;

use super::query_cache::{FoundResults, QueryCache, collected};
use super::tag::ChangedTags;
use super::{Db, replicas};

impl Db {
    /// Runs `work` for a page that anybody may see; what it reads outside of transactions may come from a replica, or be a
    /// result that is kept. When the page is kept, let [`keep_results_of`](Self::keep_results_of) have what it read.
    pub async fn for_anybody<T>(&self, work: impl Future<Output = T>) -> (T, FoundResults) {
        if self.keeps_results() {
            replicas::for_anybody(collected(work)).await
        } else if self.has_replicas() {
            (replicas::for_anybody(work).await, FoundResults::default())
        } else {
            (work.await, FoundResults::default())
        }
    }

    /// Runs `work`, which reads from the primary alone, also within [`for_anybody`](Self::for_anybody).
    pub async fn on_primary<T>(&self, work: impl Future<Output = T>) -> T {
        if self.has_replicas() || self.keeps_results() {
            replicas::primary_only(work).await
        } else {
            work.await
        }
    }

    /// From now on results for pages that anybody may see are kept, of so many bytes in all. Called once; what changes must
    /// be told to [`forget_results`](Self::forget_results).
    pub fn keep_results(&self, bytes: u64) {
        if bytes > 0 {
            let _ = self.shared.query_cache.set(QueryCache::new(bytes));
        }
    }

    /// Whether results are kept.
    pub fn keeps_results(&self) -> bool {
        self.shared.query_cache.get().is_some()
    }

    /// Keeps what a page has read.
    pub fn keep_results_of(&self, found: FoundResults) {
        if let Some(cache) = self.shared.query_cache.get() {
            cache.keep_all(found);
        }
    }

    /// Drops the results that depend on what changed.
    pub fn forget_results(&self, changed: &ChangedTags) {
        if let Some(cache) = self.shared.query_cache.get() {
            cache.invalidate(changed);
        }
    }

    /// Metrics of the results that are kept, and of who compares rows after a change.
    pub fn metrics(&self) -> String {
        let cache = self.shared.query_cache.get();
        let results = cache.map(QueryCache::metrics).unwrap_or_default();
        results + &self.shared.comparisons.metrics()
    }

    /// The results that what is running now may read.
    pub(super) fn known_results(&self) -> Option<&QueryCache> {
        let cache = self.shared.query_cache.get()?;
        replicas::is_for_anybody().then_some(cache)
    }
}
