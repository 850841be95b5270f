//! Hardening S23: the machine's clock jumps a day forward and back while pages are served. Kept pages are those that
//! would be rendered now, nonces count as before, and no schedule waits for the clock to come round again.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use compat::wordpress::clock::Clock;
use endpoints::columns::COLUMNS;
use endpoints::server::{BodySource, Handler, PageCache, Request, Response};
use endpoints::server::{config::PageCacheConfig, page_cache::Cached};
use regex::Regex;

use crate::failures::TestSite;

/// 2026-11-21T01:22:50Z.
const START: i64 = 1_795_224_170;
const DAY: i64 = 86_400;
const PAGES: [&str; 3] = ["/", "/contacto/", "/como-llegar/"];

fn body(response: &Response) -> Vec<u8> {
    match &response.body {
        BodySource::Bytes(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    }
}

fn text(response: &http::Response<BodySource>) -> Vec<u8> {
    match response.body() {
        BodySource::Bytes(bytes) => bytes.to_vec(),
        _ => Vec::new(),
    }
}

/// A page through the cache, as `server::service` asks for it, and whether it was kept.
async fn served(site: &TestSite, cache: &PageCache, path: &str) -> (Vec<u8>, bool) {
    use endpoints::server::CacheDecision::Lookup;
    let request = Request::get(path).expect("request");
    let Lookup(key) = site.controller.cache_key(&request) else {
        return (body(&site.controller.handle(request).await), false);
    };
    let headers = request.headers.clone();
    match cache
        .get_or_render(&key, site.controller.handle(request))
        .await
    {
        Cached::Hit(page) => (text(&page.respond(&headers, false)), true),
        Cached::Stored(page) | Cached::Stale(page) => (text(&page.respond(&headers, false)), false),
        Cached::HitForMiss(response) => (body(&response), false),
    }
}

#[tokio::test]
async fn a_day_forward_and_back_changes_nothing_that_is_served() {
    let clock = Clock::manual(START);
    let site = TestSite::at(themes::columns::COLUMNS, clock.clone()).await;
    let shown = clock.clone();
    let cache = PageCache::new(
        PageCacheConfig::default(),
        Arc::new(move || {
            let now = u64::try_from(shown.now()).unwrap_or_default();
            SystemTime::UNIX_EPOCH + Duration::from_secs(now)
        }),
    );
    let nonce = Regex::new(r#"nonce\w*["']?\s*[:=]\s*["']([0-9a-f]{10})\b"#).expect("pattern");
    let (mut hits, mut nonces, mut compared) = (0, Vec::new(), 0);
    for days in [0, 0, 1, 1, 0, 0, -1, -1, 0, 7, 0, -30, 0] {
        clock.set(START + days * DAY);
        for path in PAGES {
            let (kept, is_hit) = served(&site, &cache, path).await;
            let fresh = site.get(path).await;
            assert_eq!(fresh.status, 200, "{path}");
            let (kept, fresh) = (String::from_utf8_lossy(&kept).into_owned(), body(&fresh));
            assert!(
                kept == String::from_utf8_lossy(&fresh),
                "{path}, day {days}: a kept page is of another time"
            );
            hits += usize::from(is_hit);
            compared += 1;
            if let Some(found) = nonce.captures(&kept) {
                nonces.push((days, found[1].to_owned()));
            }
        }
        clock.advance(Duration::from_secs(1));
    }
    let today: std::collections::BTreeSet<_> = nonces
        .iter()
        .filter(|(days, _)| *days == 0)
        .map(|(_, nonce)| nonce)
        .collect();
    println!(
        "{compared} pages compared, {hits} of them kept ones; {} nonces, of today {today:?}",
        nonces.len()
    );
    assert!(hits > 0, "pages are kept between jumps");
    // Response to nothing that failed at another time is kept for longer than its time.
    clock.set(START + DAY);
    let key = endpoints::server::CacheKey::of(&[b"pass"]);
    let pass = || async { Response::text("for you") };
    assert!(matches!(
        cache.get_or_render(&key, pass()).await,
        Cached::HitForMiss(_)
    ));
    clock.set(START);
    let policy = endpoints::server::StorePolicy {
        fresh_for: Duration::from_secs(60),
        stale_if_error: Duration::ZERO,
    };
    let stored = async { Response::text("for all").stored(policy) };
    assert!(matches!(
        cache.get_or_render(&key, stored).await,
        Cached::Stored(_)
    ));
}

#[tokio::test]
async fn no_schedule_waits_for_the_clock() {
    let clock = Clock::manual(START);
    let site = TestSite::at(themes::columns::COLUMNS, clock.clone()).await;
    let jobs = COLUMNS.registry(&site.app.state().site.options).scheduled;
    assert!(!jobs.is_empty());
    for days in [0, 1, 0, -1, 0] {
        clock.set(START + days * DAY);
        for job in &jobs {
            let pause = (job.run)(&site.app).await;
            println!("day {days}: {} runs again in {pause:?}", job.name);
            assert!(
                pause <= Duration::from_secs(12 * 3600),
                "{}: {pause:?}",
                job.name
            );
        }
    }
}
