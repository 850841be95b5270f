//! The page cache: whole responses in memory, bounded in bytes, one rendering per key at a time. An entry holds its
//! compressed bodies and their headers, so that a hit copies no page and holds no lock while it is sent.
//!
//! An entry holds the tags of what it was made from ([`compat::wordpress::db::tag`]). `invalidate` removes the pages
//! with a changed tag. A page whose rendering began before a change is checked against the change before it is stored
//! ([`ChangeLog`]), so a hit needs no check. The handler defines the keys.

use std::future::Future;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, UNIX_EPOCH};

use compat::wordpress::db::ChangeLog;
use compat::wordpress::db::tag::{ChangedTags, Tag};
use quick_cache::sync::{Cache, DefaultLifecycle, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};

use super::cached_page::CachedPage;
use super::config::{Clock, PageCacheConfig};
use super::metrics::{Counter, write_family};
use super::response::Response;

/// A cache key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CacheKey(Box<[u8]>);

impl CacheKey {
    /// A key of several parts. Each part is prefixed with its length, so that different lists give different keys.
    #[must_use]
    pub fn of(parts: &[&[u8]]) -> Self {
        let length: usize = parts.iter().map(|part| part.len().saturating_add(4)).sum();
        let mut key = Vec::with_capacity(length);
        for part in parts {
            key.extend_from_slice(&u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
            key.extend_from_slice(part);
        }
        CacheKey(key.into_boxed_slice())
    }
}

/// The entry of a key.
#[derive(Debug, Clone)]
enum Slot {
    Page(Arc<CachedPage>),
    /// The last response was not cacheable: for a short time requests for this key run in parallel instead of waiting
    /// for each other.
    HitForMiss {
        until: u64,
    },
}

#[derive(Debug, Clone)]
struct ByBytes;

impl Weighter<CacheKey, Slot> for ByBytes {
    fn weight(&self, key: &CacheKey, slot: &Slot) -> u64 {
        let bytes = match slot {
            Slot::Page(page) => page.weight(),
            Slot::HitForMiss { .. } => 0,
        };
        bytes
            .saturating_add(u64::try_from(key.0.len()).unwrap_or(u64::MAX))
            .saturating_add(256)
    }
}

/// The guard of the request that renders a key's page; others wait for it.
type RenderGuard<'c> = PlaceholderGuard<
    'c,
    CacheKey,
    Slot,
    ByBytes,
    DefaultHashBuilder,
    DefaultLifecycle<CacheKey, Slot>,
>;

/// The result of a cache lookup.
#[derive(Debug)]
pub enum Cached {
    /// A fresh page from the cache.
    Hit(Arc<CachedPage>),
    /// Rendered by the handler and stored.
    Stored(Arc<CachedPage>),
    /// The handler failed; a stale page is served.
    Stale(Arc<CachedPage>),
    /// Rendered by the handler, not stored.
    HitForMiss(Box<Response>),
}

/// The cache.
pub struct PageCache {
    slots: Cache<CacheKey, Slot, ByBytes>,
    changes: RwLock<ChangeLog>,
    invalidated: [Counter; Tag::KINDS.len()],
    retained: Counter,
    config: PageCacheConfig,
    clock: Clock,
}

impl std::fmt::Debug for PageCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageCache")
            .field("pages", &self.slots.len())
            .finish_non_exhaustive()
    }
}

impl PageCache {
    /// An empty cache.
    #[must_use]
    pub fn new(config: PageCacheConfig, clock: Clock) -> Self {
        let pages = usize::try_from(config.bytes / (64 * 1024))
            .unwrap_or(usize::MAX)
            .clamp(64, 1 << 20);
        let slots = Cache::with_weighter(pages, config.bytes, ByBytes);
        PageCache {
            slots,
            changes: RwLock::default(),
            invalidated: Default::default(),
            retained: Counter::default(),
            config,
            clock,
        }
    }

    /// Whether the cache is enabled.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.config.bytes > 0
    }

    /// Removes all pages, and prevents pages being rendered from being stored.
    pub fn clear(&self) {
        self.invalidate(&ChangedTags::everything());
    }

    /// Removes the pages with changed tags, and prevents such pages being rendered from being stored.
    pub fn invalidate(&self, changed: &ChangedTags) {
        if changed.is_empty() {
            return;
        }
        // In this order: a page stored before the change is in the log is found by `retain`; one stored later is checked
        // against the log.
        let mut changes = self.changes.write().unwrap_or_else(PoisonError::into_inner);
        changes.push(changed.clone());
        drop(changes);
        self.slots.retain(|_, slot| match slot {
            Slot::Page(page) => match changed.hit(page.tags()) {
                Some(kind) => {
                    self.count_invalidated(kind);
                    false
                }
                None => {
                    self.retained.one();
                    true
                }
            },
            Slot::HitForMiss { .. } => true,
        });
    }

    fn count_invalidated(&self, kind: &str) {
        let position = Tag::KINDS.iter().position(|known| *known == kind);
        if let Some(counter) = position.and_then(|at| self.invalidated.get(at)) {
            counter.one();
        }
    }

    /// Metrics: pages invalidated, by kind of tag, and pages left.
    #[must_use]
    pub fn metrics(&self) -> String {
        let mut out = String::new();
        let counters = Tag::KINDS.iter().zip(&self.invalidated);
        let invalidated: Vec<_> = counters.map(|(kind, counter)| (*kind, counter)).collect();
        write_family(&mut out, "cache_invalidated_total", "reason", invalidated);
        let retained = self.retained.get();
        out.push_str(&format!(
            "# TYPE oxipress_cache_retained_total counter\noxipress_cache_retained_total {retained}\n"
        ));
        out
    }

    /// The number of the latest change.
    fn change_number(&self) -> u64 {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        changes.number()
    }

    /// Number of pages, and their size in bytes.
    #[must_use]
    pub fn size(&self) -> (usize, u64) {
        (self.slots.len(), self.slots.weight())
    }

    /// The fresh page of a key, if any.
    #[must_use]
    pub fn get(&self, key: &CacheKey) -> Option<Arc<CachedPage>> {
        match self.slots.get(key)? {
            Slot::Page(page) => {
                let now = self.now();
                page.is_fresh(now).then(|| {
                    page.count_hit(&self.config, now);
                    page
                })
            }
            Slot::HitForMiss { .. } => None,
        }
    }

    /// The page of a key, or the response of `render`. While one request renders, others with the same key wait.
    pub async fn get_or_render(
        &self,
        key: &CacheKey,
        render: impl Future<Output = Response>,
    ) -> Cached {
        let mut stale = None;
        let guard = loop {
            match self.slots.get_value_or_guard_async(key).await {
                Err(guard) => break guard,
                Ok(Slot::Page(page)) => {
                    let now = self.now();
                    if page.is_fresh(now) {
                        page.count_hit(&self.config, now);
                        return Cached::Hit(page);
                    }
                    self.slots.remove_if(
                        key,
                        |slot| matches!(slot, Slot::Page(p) if Arc::ptr_eq(p, &page)),
                    );
                    stale = Some((self.change_number(), page));
                }
                Ok(Slot::HitForMiss { until }) => {
                    // Never longer than its time, even if the clock was set back.
                    let left = until.saturating_sub(self.now());
                    if left > 0 && left <= self.pass() {
                        return Cached::HitForMiss(Box::new(render.await));
                    }
                    self.slots.remove_if(
                        key,
                        |slot| matches!(slot, Slot::HitForMiss { until: u } if *u == until),
                    );
                }
            }
        };
        let number = self.change_number();
        let response = render.await;
        if response.status.is_server_error()
            && let Some((number, page)) = stale
            && page.may_serve_stale(self.now())
            && self.is_current(number, &page)
        {
            page.extend_to(self.now().saturating_add(1000));
            self.store(guard, number, &page);
            return Cached::Stale(page);
        }
        match CachedPage::make(response, self.now(), &self.config) {
            Ok(page) => {
                let page = Arc::new(page);
                self.store(guard, number, &page);
                Cached::Stored(page)
            }
            Err(response) => {
                let _ = guard.insert(Slot::HitForMiss {
                    until: self.now().saturating_add(self.pass()),
                });
                Cached::HitForMiss(response)
            }
        }
    }

    fn is_current(&self, number: u64, page: &CachedPage) -> bool {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        changes.is_current(number, page.tags())
    }

    /// Stores a page whose rendering began at change `number`, unless it is already outdated; a waiting request then
    /// renders it again. The log is locked meanwhile: see [`Self::invalidate`].
    fn store(&self, guard: RenderGuard<'_>, number: u64, page: &Arc<CachedPage>) {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        if changes.is_current(number, page.tags()) {
            let _ = guard.insert(Slot::Page(Arc::clone(page)));
        }
    }

    /// Lifetime of a hit-for-miss entry in milliseconds.
    fn pass(&self) -> u64 {
        u64::try_from(self.config.pass.as_millis()).unwrap_or(u64::MAX)
    }

    fn now(&self) -> u64 {
        let since = (self.clock)()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
