//! The page cache: whole answers in memory, bounded in bytes, one rendering per key at a time. A page carries its
//! compressed forms and its finished headers, so that a hit copies no page and holds no lock while it is sent.
//!
//! A page carries the tags of what it is made of ([`compat::wordpress::db::tag`]). `invalidate` throws away the pages
//! that a change hits and leaves the others. A page that was begun before a change and is done after it is compared with
//! the change before it is kept ([`ChangeLog`]). A hit compares nothing: what stands in the cache is current. What is in a
//! key is the handler's business.

use std::future::Future;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, UNIX_EPOCH};

use compat::wordpress::db::tag::{ChangedTags, Tag};
use quick_cache::sync::{Cache, DefaultLifecycle, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};

use super::cached_page::CachedPage;
use super::change_log::ChangeLog;
use super::config::{Clock, PageCacheConfig};
use super::metrics::{Counter, write_family};
use super::response::Response;

/// A key: the bytes that tell two pages apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CacheKey(Box<[u8]>);

impl CacheKey {
    /// A key of several parts. Each part is preceded by its length, so that no two lists make the same key.
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

/// What stands under a key.
#[derive(Debug, Clone)]
enum Slot {
    Page(Arc<CachedPage>),
    /// An answer that may not be stored was given here: for a moment requests pass side by side,
    /// instead of each waiting for the one before it.
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

/// The right to store the page of a key.
type Place<'c> = PlaceholderGuard<
    'c,
    CacheKey,
    Slot,
    ByBytes,
    DefaultHashBuilder,
    DefaultLifecycle<CacheKey, Slot>,
>;

/// What came of asking the cache.
#[derive(Debug)]
pub enum Cached {
    /// A fresh page was there.
    Hit(Arc<CachedPage>),
    /// The handler was asked, and its answer is now kept.
    Stored(Arc<CachedPage>),
    /// The handler failed; an older page stands in.
    Stale(Arc<CachedPage>),
    /// The handler was asked; its answer is not kept.
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

    /// Whether pages are kept at all.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.config.bytes > 0
    }

    /// Forgets all pages, also those that are being made right now.
    pub fn clear(&self) {
        self.invalidate(&ChangedTags::everything());
    }

    /// Forgets the pages that a change hits, also those that are being made right now.
    pub fn invalidate(&self, changed: &ChangedTags) {
        if changed.is_empty() {
            return;
        }
        // In this order: a page that is stored before the change is in the log is found by `retain`, one that is stored
        // later is compared with the log.
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

    /// Pages that changes threw away, by the kind of the tag that was hit, and pages that changes left.
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

    /// The number of changes up to now.
    fn change_number(&self) -> u64 {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        changes.number()
    }

    /// Number of pages, and the bytes they take.
    #[must_use]
    pub fn size(&self) -> (usize, u64) {
        (self.slots.len(), self.slots.weight())
    }

    /// The fresh page under a key, if there is one.
    #[must_use]
    pub fn get(&self, key: &CacheKey) -> Option<Arc<CachedPage>> {
        match self.slots.get(key)? {
            Slot::Page(page) if page.is_fresh(self.now()) => {
                page.count_hit(&self.config);
                Some(page)
            }
            _ => None,
        }
    }

    /// The page under a key, or the answer of `render`. While one request renders, the others with the same key wait.
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
                    if page.is_fresh(self.now()) {
                        page.count_hit(&self.config);
                        return Cached::Hit(page);
                    }
                    self.slots.remove_if(
                        key,
                        |slot| matches!(slot, Slot::Page(p) if Arc::ptr_eq(p, &page)),
                    );
                    stale = Some((self.change_number(), page));
                }
                Ok(Slot::HitForMiss { until }) => {
                    if self.now() < until {
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
        let answer = render.await;
        if answer.status.is_server_error()
            && let Some((number, page)) = stale
            && page.may_stand_in(self.now())
            && self.is_current(number, &page)
        {
            page.keep_until(self.now().saturating_add(1000));
            self.store(guard, number, &page);
            return Cached::Stale(page);
        }
        match CachedPage::make(answer, self.now(), &self.config) {
            Ok(page) => {
                let page = Arc::new(page);
                self.store(guard, number, &page);
                Cached::Stored(page)
            }
            Err(answer) => {
                let pass = u64::try_from(self.config.pass.as_millis()).unwrap_or(u64::MAX);
                let _ = guard.insert(Slot::HitForMiss {
                    until: self.now().saturating_add(pass),
                });
                Cached::HitForMiss(answer)
            }
        }
    }

    fn is_current(&self, number: u64, page: &CachedPage) -> bool {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        changes.is_current(number, page.tags())
    }

    /// Stores a page that was begun when there were `number` changes, unless it is out of date already: then whoever
    /// waits for it makes it anew. No change is added meanwhile: see [`Self::invalidate`].
    fn store(&self, guard: Place<'_>, number: u64, page: &Arc<CachedPage>) {
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        if changes.is_current(number, page.tags()) {
            let _ = guard.insert(Slot::Page(Arc::clone(page)));
        }
    }

    fn now(&self) -> u64 {
        let since = (self.clock)()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
