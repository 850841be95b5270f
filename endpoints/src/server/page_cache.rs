//! The page cache: whole answers in memory, bounded in bytes, one rendering per key at a time. A page carries its
//! compressed forms and its finished headers, so that a hit copies no page and holds no lock while it is sent.
//!
//! `clear` counts a generation up; a page made under an older generation is never served, not even when its
//! rendering ends after the `clear`. What is in a key is the handler's business.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::cached_page::CachedPage;
use super::config::{Clock, PageCacheConfig};
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
        generation: u64,
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
    generation: AtomicU64,
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
            generation: AtomicU64::new(0),
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
        self.generation.fetch_add(1, Ordering::SeqCst);
        self.slots.clear();
    }

    /// How often the cache was cleared.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
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
            Slot::Page(page) if page.is_fresh(self.generation(), self.now()) => {
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
                    if page.is_fresh(self.generation(), self.now()) {
                        page.count_hit(&self.config);
                        return Cached::Hit(page);
                    }
                    self.slots.remove_if(
                        key,
                        |slot| matches!(slot, Slot::Page(p) if Arc::ptr_eq(p, &page)),
                    );
                    stale = Some(page);
                }
                Ok(Slot::HitForMiss { generation, until }) => {
                    if generation == self.generation() && self.now() < until {
                        return Cached::HitForMiss(Box::new(render.await));
                    }
                    self.slots.remove_if(
                        key,
                        |slot| matches!(slot, Slot::HitForMiss { until: u, .. } if *u == until),
                    );
                }
            }
        };
        let generation = self.generation();
        let answer = render.await;
        if answer.status.is_server_error()
            && let Some(page) =
                stale.filter(|page| page.may_stand_in(self.generation(), self.now()))
        {
            page.keep_until(self.now().saturating_add(1000));
            let _ = guard.insert(Slot::Page(Arc::clone(&page)));
            return Cached::Stale(page);
        }
        match CachedPage::make(answer, generation, self.now(), &self.config) {
            Ok(page) => {
                let page = Arc::new(page);
                let _ = guard.insert(Slot::Page(Arc::clone(&page)));
                Cached::Stored(page)
            }
            Err(answer) => {
                let pass = u64::try_from(self.config.pass.as_millis()).unwrap_or(u64::MAX);
                let _ = guard.insert(Slot::HitForMiss {
                    generation,
                    until: self.now().saturating_add(pass),
                });
                Cached::HitForMiss(answer)
            }
        }
    }

    fn now(&self) -> u64 {
        let since = (self.clock)()
            .duration_since(UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
