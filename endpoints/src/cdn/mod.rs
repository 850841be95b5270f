//! A cache in front of the site: what it may keep, under which keys, and what it must throw away.
//!
//! Only responses to anonymous visitors that the page cache may keep are marked: `Cache-Control: s-maxage`, the keys of what
//! they were made from ([`compat::wordpress::db::tag_key`]), and `Vary`, because pages differ by cookies (consent) and by
//! kinds of devices. Each change that this instance notices is stored in the database and sent to the cache until it
//! confirms it ([`purge`]).

mod calls;
pub mod purge;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use compat::wordpress::db::Db;
use compat::wordpress::db::tag::ChangedTags;
use compat::wordpress::db::tag_key::{SITE, changed_keys, page_keys};
use compat::wordpress::purge_queue::PurgeQueue;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, HeaderName, SET_COOKIE, VARY};
use tokio::sync::Notify;

use crate::config::settings::{CdnMode, CdnSettings};
use crate::server::Response;

/// Keys of a page in the words of Cloudflare, of Varnish's module, and of others.
const CACHE_TAG: HeaderName = HeaderName::from_static("cache-tag");
const XKEY: HeaderName = HeaderName::from_static("xkey");
const SURROGATE_KEY: HeaderName = HeaderName::from_static("surrogate-key");

/// Keys that wait for the database, beyond which everything is thrown away.
const MOST_PENDING: usize = 10_000;

/// The cache in front of the site.
pub struct Cdn {
    settings: CdnSettings,
    queue: PurgeQueue,
    /// Keys that are not stored yet.
    pending: Mutex<BTreeSet<String>>,
    changed: Notify,
    /// Purge calls that succeeded, and those that did not.
    sent: AtomicU64,
    failed: AtomicU64,
}

impl Cdn {
    /// The configured cache.
    pub fn new(settings: &CdnSettings, db: &Db) -> Self {
        Self {
            settings: settings.clone(),
            queue: PurgeQueue::new(db.clone()),
            pending: Mutex::default(),
            changed: Notify::new(),
            sent: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        }
    }

    /// Whether there is one.
    pub fn is_on(&self) -> bool {
        self.settings.mode != CdnMode::Off
    }

    /// Whether it is called when pages change.
    fn is_purged(&self) -> bool {
        !matches!(self.settings.mode, CdnMode::Off | CdnMode::Headers)
    }

    /// Lets the cache keep a response that the page cache may keep.
    pub fn mark(&self, response: &mut Response) {
        let Some(policy) = response.store else { return };
        let is_personal =
            response.visitor_cookie.is_some() || response.headers.contains_key(SET_COOKIE);
        if !self.is_on() || is_personal || is_private(response) {
            return;
        }
        let longest = Duration::from_secs(self.settings.max_age);
        let age = format!("s-maxage={}", policy.fresh_for.min(longest).as_secs());
        let separator = match self.settings.mode {
            CdnMode::Cloudflare => ",",
            _ => " ",
        };
        let keys = page_keys(response.tags.as_ref()).join(separator);
        let name = match self.settings.mode {
            CdnMode::Cloudflare => CACHE_TAG,
            CdnMode::Varnish => XKEY,
            _ => SURROGATE_KEY,
        };
        let headers = &mut response.headers;
        let control = match headers
            .get(CACHE_CONTROL)
            .and_then(|value| value.to_str().ok())
        {
            Some(own) => format!("{own}, {age}"),
            None => format!("public, max-age=0, {age}"),
        };
        if let (Ok(control), Ok(keys)) = (control.parse(), keys.parse::<HeaderValue>()) {
            headers.insert(CACHE_CONTROL, control);
            headers.insert(name, keys);
            headers.append(VARY, HeaderValue::from_static("Cookie, User-Agent"));
        }
    }

    /// The cache must throw away what is made of this.
    pub fn changed(&self, changed: &ChangedTags) {
        if !self.is_purged() {
            return;
        }
        let keys = changed_keys(changed);
        if !keys.is_empty() {
            let mut pending = self.pending();
            pending.extend(keys);
            if pending.len() > MOST_PENDING {
                *pending = BTreeSet::from([SITE.to_owned()]);
            }
            drop(pending);
            self.changed.notify_one();
        }
    }

    fn pending(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The counted calls, for `/metrics`.
    pub fn metrics(&self) -> String {
        if !self.is_purged() {
            return String::new();
        }
        let [sent, failed] = [&self.sent, &self.failed].map(|n| n.load(Ordering::Relaxed));
        format!(
            "# TYPE oxipress_cdn_purges_total counter\n\
             oxipress_cdn_purges_total{{result=\"confirmed\"}} {sent}\n\
             oxipress_cdn_purges_total{{result=\"failed\"}} {failed}\n"
        )
    }
}

/// Whether the response itself says that no shared cache may keep it.
fn is_private(response: &Response) -> bool {
    let values = response.headers.get_all(CACHE_CONTROL).iter();
    let mut words = values.flat_map(|value| value.as_bytes().split(|b| *b == b','));
    words.any(|word| {
        let word = word.trim_ascii().to_ascii_lowercase();
        [b"private".as_slice(), b"no-store", b"no-cache"]
            .iter()
            .any(|private| word.starts_with(private))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::StorePolicy;
    use compat::wordpress::db::{DatabaseUrl, PoolOptions, TablePrefix};

    fn marked(mode: CdnMode, change: impl FnOnce(Response) -> Response) -> Response {
        let settings = CdnSettings {
            mode,
            max_age: 60,
            ..CdnSettings::default()
        };
        let url = DatabaseUrl::sqlite("/nonexistent");
        let prefix = TablePrefix::new("wp_").unwrap();
        let db = Db::connect_lazily(&url, prefix, PoolOptions::default()).unwrap();
        let policy = StorePolicy {
            fresh_for: Duration::from_secs(90),
            stale_if_error: Duration::ZERO,
        };
        let mut response = change(Response::html("x").stored(policy));
        Cdn::new(&settings, &db).mark(&mut response);
        response
    }

    #[test]
    fn only_what_anybody_may_have_is_marked() {
        let header = |response: &Response, name: &str| {
            let value = response.headers.get(name).and_then(|v| v.to_str().ok());
            value.map(str::to_owned)
        };
        let plain = marked(CdnMode::Fastly, |response| response);
        assert_eq!(header(&plain, "surrogate-key").as_deref(), Some("site any"));
        assert_eq!(
            header(&plain, "cache-control").as_deref(),
            Some("public, max-age=0, s-maxage=60")
        );
        let tagged = marked(CdnMode::Cloudflare, |response| response);
        assert_eq!(header(&tagged, "cache-tag").as_deref(), Some("site,any"));
        let off = marked(CdnMode::Off, |response| response);
        let private = marked(CdnMode::Varnish, |response| {
            response.with_header(
                CACHE_CONTROL,
                HeaderValue::from_static("max-age=0, Private"),
            )
        });
        let cookie = marked(CdnMode::Varnish, |response| {
            response.with_header(SET_COOKIE, HeaderValue::from_static("a=b"))
        });
        for unmarked in [off, private, cookie] {
            assert!(header(&unmarked, "xkey").is_none() && header(&unmarked, "vary").is_none());
        }
    }
}
