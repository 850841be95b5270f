//! The page cache over real connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use super::site::{Site, config};
use super::wire_client::Client;
use endpoints::server::Server;

/// A clock that stands until it is set.
fn clock(now: &Arc<AtomicU64>) -> endpoints::server::config::Clock {
    let now = Arc::clone(now);
    Arc::new(move || UNIX_EPOCH + Duration::from_secs(now.load(Ordering::SeqCst)))
}

fn start() -> (Server, Arc<Site>) {
    let site = Arc::new(Site::default());
    (
        Server::start(config(), Arc::clone(&site) as _).unwrap(),
        site,
    )
}

#[tokio::test]
async fn a_page_is_made_once_and_sent_in_every_form() {
    let (server, site) = start();
    let address = server.address().unwrap();
    let asking = (0..40).map(|_| async move {
        let mut client = Client::connect(address).await.unwrap();
        client.get("/page", "").await.unwrap()
    });
    let answers = futures_util::future::join_all(asking).await;
    assert_eq!(site.renders.load(Ordering::SeqCst), 1);
    assert!(
        answers
            .iter()
            .all(|a| a.status == 200 && a.body == answers[0].body)
    );
    let plain = &answers[0];
    assert_eq!(plain.header("vary"), Some("Accept-Encoding"));

    let mut client = Client::connect(address).await.unwrap();
    let gzip = client
        .get("/page", "Accept-Encoding: gzip\r\n")
        .await
        .unwrap();
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    let mut unpacked = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(gzip.body.as_slice());
    std::io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);

    let brotli = loop {
        let answer = client
            .get("/page", "Accept-Encoding: gzip, br\r\n")
            .await
            .unwrap();
        if answer.header("content-encoding") == Some("br") {
            break answer;
        }
    };
    let mut unpacked = Vec::new();
    brotli::BrotliDecompress(&mut brotli.body.as_slice(), &mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let asked = client.get("/page", "Accept-Encoding: gzip\r\n").await;
    let repacked = asked.unwrap();
    let mut decoder = flate2::read::GzDecoder::new(repacked.body.as_slice());
    unpacked.clear();
    std::io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let sizes = [plain, &gzip, &repacked, &brotli].map(|answer| answer.body.len());
    println!("page cache: 40 at once, 1 rendering; {sizes:?} bytes");
    assert!(sizes.is_sorted_by(|a, b| a > b), "{sizes:?}");
}

#[tokio::test]
async fn head_and_conditions_are_answered_from_the_cache() {
    let (server, site) = start();
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let page = client.get("/page", "").await.unwrap();
    let head = client
        .ask("HEAD /page HTTP/1.1\r\nHost: casas.example\r\n\r\n")
        .await
        .unwrap();
    assert_eq!(head.header("content-length"), page.header("content-length"));
    assert_eq!(head.header("etag"), page.header("etag"));
    let etag = page.header("etag").unwrap();
    let same = client
        .get(
            "/page",
            &format!("If-None-Match: {etag}\r\nAccept-Encoding: gzip\r\n"),
        )
        .await
        .unwrap();
    assert_eq!((same.status, same.header("etag")), (304, Some(etag)));
    let other = client
        .get("/page", "If-None-Match: \"x\"\r\n")
        .await
        .unwrap();
    assert_eq!(other.status, 200);
    assert_eq!(site.renders.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn nothing_of_an_older_generation_is_served() {
    let (server, site) = start();
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    client.get("/page", "").await.unwrap();
    server.cache().clear();
    client.get("/page", "").await.unwrap();
    assert_eq!(site.renders.load(Ordering::SeqCst), 2);
    // Cleared while a page is being made: that page is not kept.
    let address = server.address().unwrap();
    let making = tokio::spawn(async move {
        Client::connect(address)
            .await
            .unwrap()
            .get("/page2", "")
            .await
            .unwrap()
            .status
    });
    while site.renders.load(Ordering::SeqCst) < 3 {
        tokio::task::yield_now().await;
    }
    server.cache().clear();
    assert_eq!(making.await.unwrap(), 200);
    client.get("/page2", "").await.unwrap();
    assert_eq!(site.renders.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn answers_that_may_not_be_kept_do_not_queue_up() {
    let (server, site) = start();
    let address = server.address().unwrap();
    let asking = (0..50).map(|_| async move {
        Client::connect(address)
            .await
            .unwrap()
            .get("/uncachable", "")
            .await
            .unwrap()
            .body
    });
    let answers = futures_util::future::join_all(asking).await;
    assert!(answers.iter().all(|body| body == b"for you"));
    assert_eq!(site.renders.load(Ordering::SeqCst), 50);
    assert!(server.metrics().cache_passes.get() == 50);
}

#[tokio::test]
async fn an_older_page_stands_in_for_a_failure() {
    let (mut config, now) = (config(), Arc::new(AtomicU64::new(1_800_000_000)));
    config.clock = clock(&now);
    let site = Arc::new(Site::default());
    let server = Server::start(config, Arc::clone(&site) as _).unwrap();
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let page = client.get("/page", "").await.unwrap();
    site.failing.store(true, Ordering::SeqCst);
    assert_eq!(client.get("/page-other", "").await.unwrap().status, 503);
    now.fetch_add(3700, Ordering::SeqCst);
    assert_eq!(client.get("/page", "").await.unwrap().body, page.body);
    assert_eq!(server.metrics().cache_stale.get(), 1);
    now.fetch_add(7300, Ordering::SeqCst);
    assert_eq!(client.get("/page", "").await.unwrap().status, 503);
}

#[tokio::test]
async fn a_page_is_never_older_than_the_settings_allow() {
    let (mut config, now) = (config(), Arc::new(AtomicU64::new(1_800_000_000)));
    config.clock = clock(&now);
    config.page_cache.longest = Duration::from_secs(60);
    let site = Arc::new(Site::default());
    let server = Server::start(config, Arc::clone(&site) as _).unwrap();
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    for (seconds, renders) in [(0, 1), (59, 1), (2, 2)] {
        now.fetch_add(seconds, Ordering::SeqCst);
        client.get("/page", "").await.unwrap();
        assert_eq!(site.renders.load(Ordering::SeqCst), renders, "{seconds}");
    }
}
