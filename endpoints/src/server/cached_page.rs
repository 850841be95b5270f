//! One entry of the page cache: its bodies (quickly packed with gzip, later better and with brotli), the headers of each,
//! and its times.
//!
//! A compressed page is stored only compressed, so that five times as many pages fit into the same memory; for the
//! few clients without gzip it is decompressed per request.

use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use bytes::Bytes;
use compat::wordpress::db::tag::Tags;
use http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_LOCATION, CONTENT_TYPE, ETAG, EXPIRES,
    HeaderName, IF_NONE_MATCH, SET_COOKIE, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};

use super::accept_encoding::{AcceptEncoding, add_vary, brotli, gunzip, gzip};
use super::body_source::BodySource;
use super::brotli_thread;
use super::conditional::none_match;
use super::config::PageCacheConfig;
use super::response::Response;
use super::visitor_cookie::VisitorCookie;

/// Pages below this length are not compressed.
const WORTH_COMPRESSING: usize = 256;

/// Milliseconds after it was made in which a page is not compressed again.
const YOUNG: u64 = 1000;

/// Milliseconds by which the clock may be set back before pages of the time after it are outdated.
const ADJUSTED: u64 = 60_000;

/// One content encoding of a page, ready to send.
#[derive(Debug)]
struct Variant {
    headers: HeaderMap,
    body: Bytes,
}

/// The stored body.
#[derive(Debug)]
enum StoredBody {
    Plain(Bytes),
    Packed(Box<Packed>),
}

/// A compressed body; with brotli when it was compressed in the background.
#[derive(Debug)]
struct Packed {
    gzip: Variant,
    brotli: Option<Variant>,
}

/// One page.
#[derive(Debug)]
pub struct CachedPage {
    status: StatusCode,
    tags: Tags,
    made: u64,
    fresh_until: AtomicU64,
    stale_until: u64,
    etag: HeaderValue,
    not_modified: HeaderMap,
    /// The headers of the uncompressed page.
    headers: HeaderMap,
    /// Uncompressed size in bytes.
    length: usize,
    kept: ArcSwap<StoredBody>,
    hits: AtomicU32,
    weight_of_bodies: usize,
    visitor_cookie: Option<Arc<VisitorCookie>>,
}

impl CachedPage {
    /// Makes a cache entry of a cacheable response.
    ///
    /// # Errors
    /// The response itself, when it has no store policy, no body in memory, or sets a cookie.
    pub fn make(
        mut response: Response,
        now: u64,
        config: &PageCacheConfig,
    ) -> Result<Self, Box<Response>> {
        let Some(policy) = response.store else {
            return Err(Box::new(response));
        };
        let body = match &response.body {
            // A response that sets a cookie is for one visitor.
            _ if response.headers.contains_key(SET_COOKIE) || response.close => {
                return Err(Box::new(response));
            }
            BodySource::Empty => Bytes::new(),
            BodySource::Bytes(body) => body.clone(),
            BodySource::File(_) | BodySource::Stream(_) => return Err(Box::new(response)),
        };
        let etag = response
            .headers
            .get(ETAG)
            .cloned()
            .unwrap_or_else(|| etag_of(&body));
        response.headers.insert(ETAG, etag.clone());
        let packed = if is_compressible(&response.headers, &body) {
            add_vary(&mut response.headers);
            gzip(&body, config.first_gzip_level)
        } else {
            None
        };
        let length = body.len();
        let weight_of_bodies = match &packed {
            Some(packed) => packed.len().saturating_mul(7) / 5,
            None => length,
        };
        let kept = match packed {
            Some(packed) => StoredBody::Packed(Box::new(Packed {
                gzip: variant(&response.headers, "gzip", packed),
                brotli: None,
            })),
            // Copied to drop the buffer's spare capacity.
            None => StoredBody::Plain(Bytes::copy_from_slice(&body)),
        };
        let fresh_until = now.saturating_add(millis(policy.fresh_for.min(config.longest)));
        Ok(CachedPage {
            status: response.status,
            tags: response.tags.unwrap_or_else(Tags::anything),
            made: now,
            fresh_until: AtomicU64::new(fresh_until),
            stale_until: fresh_until.saturating_add(millis(policy.stale_if_error)),
            etag,
            not_modified: not_modified_headers(&response.headers),
            headers: response.headers,
            length,
            kept: ArcSwap::from_pointee(kept),
            hits: AtomicU32::new(0),
            weight_of_bodies,
            visitor_cookie: response.visitor_cookie,
        })
    }

    /// The tags of what the page was made from.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Whether the page may be served at this time. After the clock was set back, a page of the future may not: it would
    /// be served for longer than its time.
    #[must_use]
    pub fn is_fresh(&self, now: u64) -> bool {
        self.is_of_the_past(now) && now < self.fresh_until.load(Ordering::Relaxed)
    }

    fn is_of_the_past(&self, now: u64) -> bool {
        self.made <= now.saturating_add(ADJUSTED)
    }

    /// Whether the page may be served stale after an error (`stale-if-error`).
    #[must_use]
    pub fn may_serve_stale(&self, now: u64) -> bool {
        self.is_of_the_past(now) && now < self.stale_until
    }

    /// Extends the time for which the expired page is served.
    pub fn extend_to(&self, until: u64) {
        self.fresh_until
            .store(until.min(self.stale_until), Ordering::Relaxed);
    }

    /// Memory use in bytes. It stays when the page is compressed again: both bodies are then seven fifths of the first one.
    #[must_use]
    pub fn weight(&self) -> u64 {
        let bodies = self.weight_of_bodies;
        let bytes = bodies.saturating_add(4096).saturating_add(self.tags.size());
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    /// Counts a hit; after `repack_after` hits the page is compressed again in the background. Those of its first second do
    /// not count: a page that changes each second is not worth it.
    pub fn count_hit(self: &Arc<Self>, config: &PageCacheConfig, now: u64) {
        let is_young = now.saturating_sub(self.made) < YOUNG;
        let after = config.repack_after;
        if is_young || self.hits.load(Ordering::Relaxed) >= after {
            return;
        }
        if self.hits.fetch_add(1, Ordering::Relaxed).saturating_add(1) == after {
            // Weak, so that an evicted page is not kept alive by the queue.
            let (page, config) = (Arc::downgrade(self), config.clone());
            brotli_thread::in_turn(move || {
                if let Some(page) = page.upgrade() {
                    page.repack(&config);
                }
            });
        }
    }

    fn repack(&self, config: &PageCacheConfig) {
        if matches!(**self.kept.load(), StoredBody::Plain(_)) {
            return;
        }
        let plain = self.plain();
        let Some(packed) = gzip(&plain, config.gzip_level) else {
            return;
        };
        let brotli = brotli(&plain, config.brotli_quality);
        let packed = Packed {
            gzip: variant(&self.headers, "gzip", packed),
            brotli: brotli.map(|body| variant(&self.headers, "br", body)),
        };
        self.kept
            .store(Arc::new(StoredBody::Packed(Box::new(packed))));
    }

    /// The response to one request: 304 when the client has the page, else the best encoding that it accepts.
    #[must_use]
    pub fn respond(
        &self,
        request_headers: &HeaderMap,
        is_head: bool,
    ) -> http::Response<BodySource> {
        let mut response = http::Response::new(BodySource::Empty);
        VisitorCookie::attach_to(self.visitor_cookie.as_ref(), &mut response);
        let known = self.status == StatusCode::OK
            && request_headers.contains_key(IF_NONE_MATCH)
            && !none_match(request_headers, &self.etag);
        if known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.headers_mut() = self.not_modified.clone();
            return response;
        }
        *response.status_mut() = self.status;
        let kept = self.kept.load();
        let variant = kept.variant(AcceptEncoding::of(request_headers));
        *response.headers_mut() = variant.map_or(&self.headers, |v| &v.headers).clone();
        if is_head {
            let length = variant.map_or(self.length, |v| v.body.len());
            response
                .headers_mut()
                .insert(CONTENT_LENGTH, HeaderValue::from(length));
        } else {
            let body = variant.map_or_else(|| self.plain(), |v| v.body.clone());
            *response.body_mut() = BodySource::Bytes(body);
        }
        response
    }

    /// The uncompressed body.
    fn plain(&self) -> Bytes {
        match &**self.kept.load() {
            StoredBody::Plain(body) => body.clone(),
            StoredBody::Packed(packed) => gunzip(&packed.gzip.body, self.length),
        }
    }
}

impl StoredBody {
    /// The best encoding that the client accepts.
    fn variant(&self, accepts: AcceptEncoding) -> Option<&Variant> {
        let StoredBody::Packed(packed) = self else {
            return None;
        };
        let brotli = packed.brotli.as_ref().filter(|_| accepts.brotli);
        brotli.or_else(|| accepts.gzip.then_some(&packed.gzip))
    }
}

fn variant(headers: &HeaderMap, encoding: &'static str, body: Bytes) -> Variant {
    let mut headers = headers.clone();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    Variant { headers, body }
}

/// A weak ETag, the same for all encodings of a page.
fn etag_of(body: &[u8]) -> HeaderValue {
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(body);
    let tag = format!("W/\"{:016x}-{:x}\"", hasher.finish(), body.len());
    HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// The headers that a 304 carries (RFC 9110, 15.4.5).
fn not_modified_headers(headers: &HeaderMap) -> HeaderMap {
    const KEPT: [HeaderName; 5] = [CACHE_CONTROL, CONTENT_LOCATION, ETAG, EXPIRES, VARY];
    headers
        .iter()
        .filter(|(name, _)| KEPT.contains(name))
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect()
}

fn is_compressible(headers: &HeaderMap, body: &Bytes) -> bool {
    let content_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("");
    body.len() >= WORTH_COMPRESSING
        && !headers.contains_key(CONTENT_ENCODING)
        && super::content_type::is_text(content_type)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
